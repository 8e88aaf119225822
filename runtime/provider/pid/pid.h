/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the pid provider share. From a description to a link:
 *
 *	../user_code/		files and functions of processes
 *	pid_name.c		names of providers and probes
 *	pid_match.c		description x function -> sites (and probes)
 *	pid.c			the provider: which clauses run there
 *	pid_back_edge.c	probes on jumps back to the entry of a function
 *	pid_explain.c		why a description has no sites
 *	pid_generate.c		sites -> classes -> programs
 *	pid_attach.c		programs -> links
 *	pid_all.c		files of all processes: pid*
 *	pid_late.c		files that appear while the session runs
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PID_PID_H
#define DTRACE_RUNTIME_PROVIDER_PID_PID_H

#include <sys/types.h>

#include "runtime/provider/tgid_dispatch.h"
#include "runtime/provider/user_code/user_code.h"

/* Which probe of a function. */
enum pid_spot {
	PID_ENTRY,
	PID_RETURN,
	PID_OFFSET, /* the offset is added to it */
};

/* A probe as generated code knows it; the index of this entry is its tag. */
struct pid_tag {
	uint32_t object_idx;
	uint32_t func_idx;
	uint32_t spot;
	uint32_t told; /* the last matching that reported it */
};

/* One address that is probed for one tag. */
struct pid_site {
	uint32_t tag;
	uint32_t func_idx; /* several functions may have one name */
	uint32_t set_idx; /* the clauses to run; 0: none yet */
	uint64_t fileoff;
	bool is_inside; /* a return that is probed at its instructions */
	uint32_t event_idx; /* without uprobe_multi: its perf event */
	uint32_t row; /* as in struct tgid_dispatch_site */
};

/* A function that a description names, of which only the return is left out. */
struct pid_gap {
	uint32_t object_idx, func_idx;
	enum code_refusal refusal;
};

/* A jump back to the entry of a probed function. */
struct pid_mark {
	uint32_t file_idx;
	pid_t pid; /* 0: many processes share its link (tgid_dispatch.h) */
	uint64_t fileoff, func_vaddr;
	uint32_t taken; /* under which condition: ABI_BACK_... */
};

/* A list of clauses in program order, shared by sites. */
struct pid_set {
	VEC(const struct clause *) clauses;
};

/* The sites that one program serves. */
struct pid_class {
	struct probe_abi abi;
	uint32_t set_idx;
	bool is_entry, is_return;
	bool has_return; /* entries whose returns are probed too */
	bool is_loop; /* entries that are the target of jumps */
	bool is_inside; /* returns that are probed at their instructions */
	bool is_all; /* traces all processes */
	bool has_pad; /* some of the functions begin with a landing pad */
	uint16_t machine;
	VEC(uint32_t) sites; /* indexes */
	VEC(uint64_t) page_tags; /* ABI_PAGE_TAG(); empty: tags are in cookies */
	struct tgid_dispatch shared;
	uint32_t prog_id;
};

/* A description that also covers files that appear later. */
struct pid_later {
	struct probe_spec spec;
	const struct clause *clause;
	pid_t pid; /* 0: any process */
};

struct pid_state {
	struct user_code code;
	VEC(struct pid_later) laters;
	size_t spread_cnt; /* sites [0, n): a site for each return instruction */
	size_t attached_cnt; /* sites [0, n) are attached */
	VEC(struct pid_tag) tags;
	struct map offset_tags; /* object, name_id, spot -> tag + 1 */
	VEC(struct pid_site) sites;
	struct map offset_sites; /* object, func, spot -> site + 1 */
	uint32_t match_cnt;
	VEC(struct pid_set) sets; /* [0] is empty */
	struct map next_set; /* (set, clause) -> the set with the clause added */
	VEC(struct pid_class) classes;
	VEC(struct pid_mark) marks;
	VEC(struct pid_gap) gaps; /* that are not reported yet */
	bool has_said_unopened; /* files that appear can't be opened */
	bool has_mark_prog;
	uint32_t mark_prog_id;
	int mark_prog_fd; /* borrowed, once it is attached */
};

/* The state of matching one description with the functions of a process. */
struct pid_matching {
	struct pid_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	uint32_t number;	/* of this matching; counts from 1 */
	int cnt;
	size_t object_cnt, func_cnt; /* objects and functions whose names match */
	const struct user_file
		*stripped; /* the last stripped one that matches */
	const struct user_object *object; /* the current one */
	uint32_t object_idx;
	enum code_refusal refusal; /* of the last function left out */
	const char *refused;	     /* its name */
	bool is_outside;	     /* a function ends before the offset */
	const char *why;
};

/* -------------------------------------------------------------- pid_name.c */

/* Returns the process that "pid123" names, or 0 for another provider. */
pid_t pid_of_provider(const char *provider);
/* Returns the name of @spot ("entry", "return", "1c"); may use @buf. */
const char *pid_spot_name(uint32_t spot, char buf[16]);
/* Parses a name such as "1c". Returns false if it is not a number. */
bool pid_parse_offset(const char *name, uint32_t *ret);
/* The probe of a tag, by its number. */
const struct probe *pid_tag_probe(const struct pid_state *state,
				  uint32_t tag_idx);

/* ------------------------------------------------------------- pid_match.c */

/*
 * Matches with the objects of @pid from number @first on. What it adds to the gaps
 * counts only if something matches: otherwise, pid_explain() has the reason.
 */
void pid_match_objects(struct pid_matching *matching, pid_t pid,
		       uint32_t first);

/* --------------------------------------------------------------- pid_all.c */

/* Whether the provider field is "pid*". */
bool pid_is_all(const char *provider);
/* Whether a description names neither a file nor a function. */
bool pid_is_boundless(const struct probe_spec *spec);
/* provider_ops.match() for a description of all processes. */
int pid_match_all(struct pid_matching *matching, struct prov_why *why_ret);

/* ----------------------------------------------------------- pid_explain.c */

/* Explains why nothing matches; @err is that of reading the process. */
struct prov_why pid_explain(const struct pid_matching *matching, pid_t pid,
			    int err);
/* The same for a function that can't be probed at the named place. */
struct prov_why pid_explain_place(const struct pid_matching *matching);
/* The same for a description of all processes. */
struct prov_why pid_explain_all(const struct pid_matching *matching);
/* Whether a provider name is like pid, pid0 or pid?: its number is wrong. */
void pid_explain_number(struct arena *arena, const char *provider,
			struct prov_why *ret);

/* --------------------------------------------------------- pid_back_edge.c */

/* Returns the loop of a site that is the entry of such a function, or NULL. */
const struct code_loop *pid_site_loop(const struct pid_state *state,
				      const struct pid_site *site);
/* Tells @abi how the program at a loop's entry recognises jumps back. */
void pid_back_abi(struct probe_abi *abi);
/* Finds the jumps back to the entries among the sites from @first on. */
void pid_back_find(struct pid_state *state, size_t first);
/* Generates the program at such jumps, if it may be needed; after the classes. */
int pid_back_generate(struct pid_state *state, struct gen *gen);
/*
 * Attaches that program; before the classes. If a jump can't be probed, this is
 * reported, and the entry of its function is left out (user_func.is_unmarked).
 */
int pid_back_attach(struct pid_state *state, struct kern_links *links,
		    struct strbuf *warn);

/* ---------------------------------------------------------- pid_generate.c */

int pid_generate(void *state, struct gen *gen);
/* Sorts the sites from @first on into classes; there must be none yet. */
void pid_classify(struct pid_state *state, size_t first);
void pid_drop_classes(struct pid_state *state);
/* The probe_abi of the sites that need the largest program. */
void pid_spare_abi(struct pid_state *state, struct probe_abi *ret);
const struct user_object *pid_site_object(const struct pid_state *state,
					  const struct pid_site *site);
struct user_func *pid_site_func(const struct pid_state *state,
				const struct pid_site *site);
/* Whether a class fires at its sites; most returns fire in the caller. */
bool pid_class_has_address(const struct pid_class *class);

/* ------------------------------------------------------------ pid_attach.c */

/* Reports the gaps, and forgets them. */
void pid_say_gaps(struct pid_state *state, struct strbuf *lines);
/* Links @prog_fd to the sites of a class. Returns 0, or -errno with a message. */
int pid_attach_class(struct pid_state *state, const struct pid_class *class,
		     int prog_fd, struct kern_links *links,
		     struct strbuf *warn);
int pid_attach(void *state, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn);

/* -------------------------------------------------------------- pid_late.c */

/*
 * Whether @pid may later map files that match the description, in addition to
 * the existing ones.
 */
bool pid_can_come(const struct pid_state *state, const struct probe_spec *spec,
		  pid_t pid);
/* provider_ops.enable_later */
void pid_enable_later(void *state, const struct probe_spec *spec,
		      const struct clause *clause, bool is_found);
/* Reserves what the clauses need at later files. Returns 0 or -EINVAL. */
int pid_spare(struct pid_state *state, struct gen *gen);
void pid_mapped(void *state, pid_t pid, const struct kern_mmap *mmap,
		const struct prov_late *late);

#endif
