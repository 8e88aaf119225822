/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output of a clause: records, aggregations, errors, speculations.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_RECORD_H
#define DTRACE_RUNTIME_CODEGEN_GEN_RECORD_H

#include "runtime/codegen/generator.h"

/* send.c: struct rec_header and the way to the ring */
struct send {
	struct mem record;
	uint32_t size_bytes;
	uint32_t spared_bytes; /* less than with strings of strsize */
	int attempted, dropped; /* enum rt_cpu_counter, or -1 */
	bool wakes;		/* the reader, always */
	bool ends;		/* the run */
	/* what else to do when it was dropped, with this register; or NULL */
	void (*on_drop)(struct pgen *g, uint32_t reg);
	uint32_t on_drop_reg;
};
void gen_rec_header(struct pgen *g, struct mem record, uint32_t layout_id);
void gen_send(struct pgen *g, const struct send *send);

/* record.c */
/* Of a statement's a, b, c: a part may end after each. */
void gen_effects(struct pgen *g, const struct node *node);
const struct rec_layout *gen_layout(struct pgen *g, const struct node *first,
				    const struct node *end);
void gen_record(struct pgen *g, const struct node *first,
		const struct node *end);
/* Whether a statement puts something into the record. */
bool gen_is_recording(const struct node *stmt);
/* The call of an action that the statement is, or NULL. */
const struct node *gen_action_call(const struct node *stmt);

/* key_cache.c: slots that a statement found lately */
struct gen_front {
	uint32_t words[GEN_FRONT_WORD_MAX]; /* offsets of those that vary */
	uint32_t word_cnt;
	uint32_t off;	/* of its table in the map */
	struct mem key;	/* the tuple */
	uint32_t epoch;	/* register; in the upper half */
};
/* A table for the statement that stores into @node; false: it has none. */
bool gen_front_open(struct pgen *g, const struct agg_layout *agg,
		    const struct node *node, struct mem key,
		    struct gen_front *front);
/* To @hit with a @slot below @slot_max when it is there. */
void gen_front_find(struct pgen *g, struct gen_front *front, uint32_t slot_max,
		    uint32_t slot, uint32_t hit);
/* What the hash said since gen_front_find(). */
void gen_front_keep(struct pgen *g, const struct gen_front *front,
		    uint32_t slot);

/* aggregation.c, key.c */
const struct agg_layout *gen_agg_layout(struct gen *gen,
					const struct ident *ident);
void gen_agg_stmt(struct pgen *g, const struct node *stmt);
struct ir_val gen_agg_cell(struct pgen *g, const struct agg_layout *agg,
			   const struct node *node, uint32_t done_label);
/* Number of the subprogram for aggregation @agg_id (or _ERROR); 0: too many. */
uint32_t gen_subprog(struct pgen *g, uint32_t agg_id);
/* The subprograms that the program's entry calls, after it. */
int gen_key_subprogs(struct pgen *g, struct gen_prog *prog);

/* error.c: at the end of a fault path, and the subprogram called there */
void gen_error_call(struct pgen *g, struct mem record);
int gen_error_function(struct pgen *entry, struct gen_prog *prog, uint32_t id);

/* actions.c: what an action puts into the layout and the record */
struct act_gen {
	/*
	 * Returns the first argument that is data, all after it are too.
	 * NULL: the action records nothing, effect() does all.
	 */
	const struct node *(*layout)(struct pgen *g, const struct node *call,
				     struct rec_item *item);
	void (*effect)(struct pgen *g, const struct node *call);
	/* a first field of plain bytes, made of other arguments; or NULL */
	uint32_t (*raw_bytes)(struct pgen *g, const struct node *call);
	void (*raw_store)(struct pgen *g, const struct node *call,
			  struct mem dst, uint32_t bytes);
	/* the type of what is in those bytes; or NULL */
	const struct type *(*raw_type)(const struct node *call);
	void (*after)(struct pgen *g); /* after the record; or NULL */
	bool wakes;
};
const struct act_gen *gen_act(enum action_kind action);

/* tracemem.c, print.c */
extern const struct act_gen gen_act_tracemem, gen_act_print;

/* speculation.c: speculations */
extern const struct act_gen gen_act_speculate, gen_act_commit, gen_act_discard;
bool gen_is_speculate(const struct node *stmt);
/* At the beginning of a clause, before its first statement. */
void gen_spec_init(struct pgen *g);
/* gen_send() of a record whose data begins with a struct rec_spec. */
void gen_spec_send(struct pgen *g, const struct send *send);

#endif
