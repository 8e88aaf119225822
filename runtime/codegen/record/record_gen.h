/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output of a clause: records, aggregations, errors, speculations.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_RECORD_RECORD_GEN_H
#define DTRACE_RUNTIME_CODEGEN_RECORD_RECORD_GEN_H

#include "runtime/codegen/gen_internal.h"

/* send.c: struct rec_header and sending to the ring */
struct send {
	struct mem record;
	uint32_t size_bytes;
	uint32_t spared_bytes; /* size saved by strings shorter than strsize */
	int attempted, dropped; /* enum rt_cpu_counter, or -1 */
	bool wakes;		/* always wakes the reader */
	bool ends;		/* ends the run */
	bool joins; /* has the time of the record before it */
	/* called with on_drop_reg if the record is dropped; or NULL */
	void (*on_drop)(struct pgen *g, uint32_t reg);
	uint32_t on_drop_reg;
};
void gen_rec_header(struct pgen *g, struct mem record, uint32_t layout_id);
void gen_send(struct pgen *g, const struct send *send);
/* Wakes the reader. */
void gen_ring_bell(struct pgen *g);
/* Generates subprogram @id of a split program, which sends records. */
int gen_send_function(struct pgen *entry, struct gen_prog *prog, uint32_t id);

/* record.c */
/* For the a, b, c of a statement: a part may end after each. */
void gen_effects(struct pgen *g, const struct node *node);
void gen_record(struct pgen *g, const struct node *first,
		const struct node *end);

/* key_cache.c: slots that a statement used recently */
struct gen_front {
	uint32_t words[GEN_FRONT_WORD_MAX]; /* offsets of the varying words */
	uint32_t word_cnt;
	uint32_t off;	/* offset of its table in the map */
	struct mem key;	/* the key tuple */
	uint32_t epoch;	/* register; the epoch in the upper half */
};
/* Creates a table for the statement that stores into @node; false: no table. */
bool gen_front_open(struct pgen *g, const struct agg_layout *agg,
		    const struct node *node, struct mem key,
		    struct gen_front *front);
/* If the key is cached, jumps to @hit with @slot set, below @slot_max. */
void gen_front_find(struct pgen *g, struct gen_front *front, uint32_t slot_max,
		    uint32_t slot, uint32_t hit);
/* Stores the slot that the hash has returned since gen_front_find(). */
void gen_front_keep(struct pgen *g, const struct gen_front *front,
		    uint32_t slot);

/* aggregation.c, key_to_slot.c */
const struct agg_layout *gen_agg_layout(struct gen *gen,
					const struct ident *ident);
void gen_agg_stmt(struct pgen *g, const struct node *stmt);
/* Returns the record with the key tuple of @node, if it has keys. */
struct mem gen_agg_key(struct pgen *g, const struct agg_layout *agg,
		       const struct node *node);
/*
 * Returns the address of the cell of @node on this CPU, given the @record of
 * its keys. Jumps to @done_label if there is no room for them.
 */
struct ir_val gen_agg_cell(struct pgen *g, const struct agg_layout *agg,
			   const struct node *node, struct mem record,
			   uint32_t done_label);
/* Generates subprogram @id of aggregation @agg. */
int gen_key_function(struct pgen *entry, struct gen_prog *prog,
		     const struct agg_layout *agg, uint32_t id);

/* error.c: the subprogram that the end of a fault path calls */
enum { GEN_ERROR_PARAM_CNT = 3 };
int gen_error_function(struct pgen *entry, struct gen_prog *prog, uint32_t id);

/* subprograms.c: those that the entry calls; to be called after the entry */
int gen_subprogs(struct pgen *g, struct gen_prog *prog);

/* actions.c: what a program without clauses does where probe_abi says so */
void gen_end_session(struct pgen *g);
/* ... and what a firing does at its end */
void gen_tell_end(struct pgen *g);

/* actions.c: an action's part of the layout and the record */
struct act_gen {
	/*
	 * Returns the first argument that is data; all later ones are too.
	 * NULL: the action records nothing, effect() does everything.
	 */
	const struct node *(*layout)(struct pgen *g, const struct node *call,
				     struct rec_item *item);
	void (*effect)(struct pgen *g, const struct node *call);
	/*
	 * a first field of plain bytes, computed from other arguments; or NULL
	 */
	uint32_t (*raw_bytes)(struct pgen *g, const struct node *call);
	void (*raw_store)(struct pgen *g, const struct node *call,
			  struct mem dst, uint32_t bytes);
	/* the type of those bytes; or NULL */
	const struct type *(*raw_type)(const struct node *call);
	/* called after the record, whose data are at @data; or NULL */
	void (*after)(struct pgen *g, const struct rec_item *item,
		      struct mem data);
	bool wakes;
};
const struct act_gen *gen_act(enum action_kind action);
/* Does the statement add data to the record? */
bool gen_is_recording(const struct node *stmt);
/* Returns the action call that the statement is, or NULL. */
const struct node *gen_action_call(const struct node *stmt);

/* tracemem.c, print.c */
extern const struct act_gen gen_act_tracemem, gen_act_print;

/* speculation.c: speculations */
extern const struct act_gen gen_act_speculate, gen_act_commit, gen_act_discard;
bool gen_is_speculate(const struct node *stmt);
/* Called at the start of a clause, before its first statement. */
void gen_spec_init(struct pgen *g);
/* gen_send() for a record whose data begins with a struct rec_spec. */
void gen_spec_send(struct pgen *g, const struct send *send);

#endif
