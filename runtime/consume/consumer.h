/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The consumer: everything between the rings and the output file.
 *
 *	consumer_init(&consumer, &config);
 *	ring_set_add(&consumer.rings, &place);		for each CPU
 *	loop: wait on consumer.rings.epoll_fd; consumer_pass(&consumer);
 *	      stop when consumer.has_exited
 *	consumer_final(&consumer);	the rest, and the aggregations
 *	consumer_deinit(&consumer);
 */
#ifndef DTRACE_RUNTIME_CONSUME_CONSUMER_H
#define DTRACE_RUNTIME_CONSUME_CONSUMER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/map.h"
#include "base/text/color.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_set.h"
#include "runtime/consume/drops.h"
#include "runtime/consume/fault.h"
#include "runtime/consume/flowindent.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/ring.h"
#include "runtime/consume/speculate.h"
#include "runtime/consume/symbolize.h"

/* A probe as lines of output name it. The text is borrowed from the callee. */
struct consumer_probe {
	uint32_t id;
	const char *provider, *module, *function, *name;
	enum flow_kind flow; /* filled by consumer_probe_names() */
};

/* @time_ns: when the key was recorded; 0: not known. */
typedef int consumer_walk_fn(void *arg, const void *key, uint32_t slot,
			     uint64_t time_ns);

/* What the session does for the consumer. */
struct consumer_ops {
	/*
	 * The probe that wrote a record: program header->prog_id, probe
	 * header->probe_tag in it, process header->tgid. Returns false if there
	 * is no such probe. Results are cached.
	 */
	bool (*probe)(void *ctx, const struct rec_header *header,
		      struct consumer_probe *ret);
	/*
	 * The number, from 1, of the enabling (probe and clause). NULL:
	 * numbered in order of their first faults.
	 */
	uint32_t (*enabling)(void *ctx, const struct rec_header *header,
			     uint32_t clause_id);
	/* A line for stderr, without "dtrace: " and newline. */
	void (*message)(void *ctx, const char *text);
	/* Calls @fn for each key in the hash; results as kern_maps_walk(). */
	int (*walk)(void *ctx, uint32_t keyed_idx, consumer_walk_fn *fn,
		    void *arg);
	/* Removes a key from the hash: later firings get a new slot. */
	void (*forget_key)(void *ctx, uint32_t keyed_idx, const void *key);
	/* Called after each record of a pass, which can take hours; or NULL. */
	void (*meanwhile)(void *ctx);
	/* Waits for the end of programs that run now; false: it can't. */
	bool (*wait_for_programs)(void *ctx);
	/*
	 * setopt(): changes an option, and consumer->options accordingly.
	 * Returns the result of option_set(), with the reason in *@why_ret on
	 * failure.
	 */
	int (*set_option)(void *ctx, const char *name, const char *value,
			  struct strbuf *why_ret);
};

/* Options that change the output; may be changed between two passes. */
struct consumer_options {
	bool quiet;
	bool rawbytes;
	uint32_t printsize_bytes; /* most that print() shows */
	bool droptags;
	bool flowindent;
	struct agg_sort sort;
	enum color_mode color;
	struct agg_look look; /* except its colour */
	struct address_env addresses;
};

struct consumer_config {
	FILE *out; /* borrowed, as all pointers here */
	const char *out_path; /* of -o, or NULL */
	enum format_id format;
	bool is_top; /* option top, instead of a format */
	struct consumer_options options;
	const struct rec_layout *layouts; /* [i].id = REC_LAYOUT_FIRST + i */
	size_t layout_cnt;
	const struct agg_layout *aggs; /* [i].id = i */
	size_t agg_cnt;
	struct agg_memory agg_memory;
	struct counters counters;
	void *spec_memory; /* of the map of speculations, or NULL */
	uint32_t spec_cnt;
	sigset_t child_mask; /* signal mask of the commands of system() */
	const struct consumer_ops *ops;
	void *ctx;
};

enum { CONSUMER_PREFIX_CNT = 64 };

/* The result of format_ops.probe() for a recently seen probe. */
struct consumer_prefix {
	uint32_t prog_id, probe_tag, tgid;
	bool is_known; /* false: must be looked up */
	struct strbuf text;
	/* provider, function and name, a NUL after each */
	struct strbuf names;
	uint32_t function_off, name_off; /* offsets in names, bytes */
	enum flow_kind flow;
};

struct consumer {
	const struct format_ops *format;
	void *format_state; /* of the format */
	FILE *out;
	const char *out_path;
	/* the file of freopen(), used instead of out; or NULL; owned */
	FILE *other_out;
	char *other_path; /* owned */
	sigset_t child_mask;
	struct consumer_options options;
	const struct rec_layout *layouts;
	size_t layout_cnt;
	const struct consumer_ops *ops;
	void *ctx;
	struct ring_set rings; /* add rings before the first pass */
	struct agg_set aggs;
	struct drops drops;
	struct spec_set specs;
	struct flow flow;
	struct strbuf text; /* text that is not written yet */
	struct strbuf line; /* a line under construction, for formats */
	struct consumer_prefix prefixes[CONSUMER_PREFIX_CNT];
	struct map enablings; /* (program, probe, clause) -> number */
	struct fault_fold faults;
	pid_t record_pid; /* process of the record that is being consumed */
	/* it was reported that the kernel hides its symbols */
	bool said_symbols;
	bool said_jit; /* it was reported how to get names of compiled code */
	bool has_header; /* the column header was printed */
	/* 0, or -errno of an error after which nothing is written */
	int output_error;
	const char *failed_path; /* NULL: standard output */
	uint64_t key_drops_walked;
	/* names of user addresses are known for firings before this time */
	uint64_t named_until_ns;
	/* records of keys from after the pass began; owned */
	VEC(struct rec_key *) early_keys;
	/* results */
	bool has_exited; /* exit() was seen */
	int exit_status; /* ... and its argument */
	uint64_t record_cnt, error_cnt; /* numbers of those delivered */
	/* of records without commits and speculations that are not committed */
	uint64_t shown_cnt;
	uint64_t bad_cnt; /* number of invalid records */
};

void consumer_init(struct consumer *consumer,
		   const struct consumer_config *config);
void consumer_deinit(struct consumer *consumer);

/*
 * Prints the records that are in the rings now, in order of time; those younger
 * than the call are left for the next one. Returns 0, or -errno if the output
 * can't be written (-EPIPE: it has no reader): the run must end.
 */
int consumer_pass(struct consumer *consumer);
/* The same for records older than @start_ns. */
int consumer_pass_until(struct consumer *consumer, uint64_t start_ns);
/*
 * To be called before the first pass, at each aggrate, and when ^C has been
 * echoed into the output. They return as consumer_pass().
 */
int consumer_begin(struct consumer *consumer);
int consumer_tick(struct consumer *consumer);
/* Whether the format does anything at each aggrate. */
bool consumer_has_tick(const struct consumer *consumer);
int consumer_newline(struct consumer *consumer);
/* Frees what finished speculations left; to be called now and then. */
void consumer_clean(struct consumer *consumer);
/*
 * Prints a message for each drop counter that has grown, and for each place
 * with faults that were not shown. Returns as consumer_pass().
 */
int consumer_report_drops(struct consumer *consumer);
/*
 * Does so for all drops and faults since the start, and repeats the hints:
 * something was drawn over the messages. Returns as consumer_pass().
 */
int consumer_report_again(struct consumer *consumer);
/*
 * After the probes are detached: prints the remaining records and the
 * aggregations that printa() never printed. Returns as consumer_pass().
 */
int consumer_final(struct consumer *consumer);

/* For formats. */
/* Stops all writing; @err: -errno, 0 for an unknown error. */
void consumer_output_failed(struct consumer *consumer, int err);
/*
 * Returns whether there is such a probe; if not, *@ret has id 0 and empty
 * names.
 */
bool consumer_find_probe(struct consumer *consumer,
			 const struct rec_header *header,
			 struct consumer_probe *ret);
/*
 * Provider, function and name of the record's probe, cached like the text.
 * Valid until the next call.
 */
void consumer_probe_names(struct consumer *consumer,
			  const struct rec_header *header,
			  struct consumer_probe *ret);
/* The format's text for the record's probe. Valid until the next call. */
const struct strbuf *consumer_probe_text(struct consumer *consumer,
					 const struct rec_header *header);
/* To be called before the actions of a record; does what all of them need. */
void consumer_begin_firing(struct consumer *consumer,
			   const struct ring_rec *rec,
			   const struct rec_layout *layout);
/* Performs one action; its text is appended to @out, not printed. */
void consumer_show_item(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data, struct strbuf *out);
/* Performs all actions of a record, with consumer_begin_firing(). */
void consumer_show_items(struct consumer *consumer, const struct ring_rec *rec,
			 const struct rec_layout *layout);

/* To be called when consumer->options or the output were changed. */
void consumer_choose_color(struct consumer *consumer);
/* Where the text goes now. */
FILE *consumer_out(const struct consumer *consumer);
/* Writes the text that was printed so far. Returns as consumer_pass(). */
int consumer_flush(struct consumer *consumer);
/*
 * To be called now and then where rings are overwritten: learns the keys that
 * have names in processes while these live, and were recorded before @start_ns
 * (as for consumer_pass_until()). Other keys can be learned later.
 */
void consumer_learn_user_keys(struct consumer *consumer, uint64_t start_ns);
/* For actions that print aggregations: learns keys whose record was lost. */
void consumer_sync_keys(struct consumer *consumer);

#endif
