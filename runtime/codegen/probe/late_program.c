/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that are generated while the session runs. Maps cannot grow then, so
 * the needs of such programs are laid out before, by generating a program for
 * that purpose and discarding it:
 *
 *	gen_spare(A B)			rows of counters, layouts of records,
 *	...				variables, aggregations
 *	gen_finish()			the sizes are final
 *	...
 *	gen_late(A B)			counts in those rows, uses those layouts
 *
 * Layouts belong to clauses and not to programs, so the late program finds
 * them. What several clauses need in one program (a slot for all this->
 * variables, or for the parts of a split program) is determined by one program
 * with all of them. The exception is names of probes, because the processes to
 * trace are not known before: a late program has a MAP_NAMES of its own.
 */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/codegen/gen_internal.h"

static int spare_one(struct gen *gen, const char *class_name,
		     const struct probe_abi *abi, const struct clause *clause)
{
	struct gen_mark mark = gen_mark(gen);
	struct gen_prog *prog;
	uint32_t prog_id;
	int err;

	if (gen_spare_id(&gen->result, class_name, clause) >= 0)
		return 0;
	err = gen_program(gen, class_name, abi, &clause, 1, &prog_id);
	if (err)
		return err;
	prog = &gen->result.progs.v[prog_id];
	prog->is_spare = true;
	code_deinit(&prog->code);
	prog->code = (struct code){ .name = prog->class_name };
	gen_rollback_code(gen, &mark);
	return 0;
}

/* A program that is generated again, or after the layout. */
struct late {
	const char *class_name;
	const struct probe_abi *abi;
	const struct clause *const *clauses;
	size_t clause_cnt;
	uint32_t prog_id; /* whose number and rows the program uses */
	/* each clause uses the rows of its own spare program */
	bool has_spares;
};

/* Generates the program; its patches are at the end of the list. */
static int gen_one(struct gen *gen, const struct late *late,
		   struct gen_prog *prog)
{
	struct pgen g = { .gen = gen,
			  .abi = late->abi,
			  .mode.is_late = late->has_spares,
			  .prog_id = late->prog_id };

	*prog = (struct gen_prog){
		.class_name = late->class_name,
		.code = { .name = late->class_name },
		.prog_id = late->prog_id,
		.row_first = gen->result.progs.v[late->prog_id].row_first,
	};
	gen_set_type(&g, &prog->code, late->clauses, late->clause_cnt);
	return gen_entry(&g, prog, late->clauses, late->clause_cnt);
}

/* Determines what clauses already seen by spare_one() need in one program. */
static int spare_together(struct gen *gen, const char *class_name,
			  const struct probe_abi *abi,
			  const struct clause *const *clauses,
			  size_t clause_cnt)
{
	struct gen_mark mark = gen_mark(gen);
	struct late late = { class_name, abi, clauses, clause_cnt, 0, true };
	struct gen_prog prog;
	int err;

	if (clause_cnt < 2)
		return 0;
	late.prog_id = (uint32_t)gen_spare_id(&gen->result, class_name,
					      clauses[0]);
	err = gen_one(gen, &late, &prog);
	code_deinit(&prog.code);
	gen_rollback_code(gen, &mark);
	return err;
}

int gen_spare(struct gen *gen, const char *class_name,
	      const struct probe_abi *abi, const struct clause *const *clauses,
	      size_t clause_cnt)
{
	_cleanup_free_ const struct clause **once =
		xcalloc(clause_cnt + 1, sizeof(*once));
	size_t cnt = 0;

	for (size_t i = 0; i < clause_cnt; i++) {
		int err = spare_one(gen, class_name, abi, clauses[i]);

		if (err)
			return err;
		if (!cnt || once[cnt - 1] != clauses[i])
			once[cnt++] = clauses[i];
	}
	return spare_together(gen, class_name, abi, once, cnt);
}

/* Everything whose size is final after gen_finish(). */
struct sizes {
	size_t layouts, keyed, dyns;
	uint32_t rows, unkeyed, slot, globals, selfs, record_max;
	bool has_scratch_offs;
};

static struct sizes sizes_now(const struct gen *gen)
{
	return (struct sizes){
		.layouts = gen->result.layouts.cnt,
		.keyed = gen->keyed.cnt,
		.dyns = gen->result.dyns.cnt,
		.rows = gen->row_cnt,
		.unkeyed = gen->unkeyed_bytes,
		.slot = gen->slot_bytes,
		.globals = gen->result.global_bytes,
		.selfs = gen->result.self_bytes,
		.record_max = gen->result.record_max_bytes,
		.has_scratch_offs = gen->has_scratch_offs,
	};
}

static bool has_grown(const struct gen *gen, const struct sizes *was)
{
	struct sizes now = sizes_now(gen);

	return now.layouts != was->layouts ||
	       now.keyed != was->keyed || now.dyns != was->dyns || now.rows != was->rows ||
	       now.unkeyed != was->unkeyed || now.slot != was->slot ||
	       now.globals != was->globals || now.selfs != was->selfs ||
	       now.record_max != was->record_max ||
	       now.has_scratch_offs != was->has_scratch_offs;
}

/* Restores the only sizes that can grow if each clause had a spare program. */
static void go_back(struct gen *gen, const struct sizes *was)
{
	gen->slot_bytes = was->slot;
	gen->has_scratch_offs = was->has_scratch_offs;
	gen->result.layouts.cnt = was->layouts;
	gen->result.record_max_bytes = was->record_max;
}

/* gen_one() with empty tables of names, which become part of the code. */
static int gen_with_names(struct gen *gen, const struct late *late,
			  struct gen_prog *prog)
{
	__typeof__(gen->result.names) bytes = gen->result.names;
	__typeof__(gen->names) names = gen->names;
	__typeof__(gen->ids) ids = gen->ids;
	int err;

	memset(&gen->result.names, 0, sizeof(gen->result.names));
	memset(&gen->names, 0, sizeof(gen->names));
	memset(&gen->ids, 0, sizeof(gen->ids));
	err = gen_one(gen, late, prog);
	memcpy(&prog->code.names, &gen->result.names, sizeof(prog->code.names));
	vec_deinit(&gen->names);
	vec_deinit(&gen->ids);
	gen->result.names = bytes;
	gen->names = names;
	gen->ids = ids;
	return err;
}

static int gen_fitting(struct gen *gen, const struct late *late,
		       struct code *code_ret)
{
	struct sizes was = sizes_now(gen);
	struct gen_mark mark = gen_mark(gen);
	struct gen_prog prog;
	int err;

	err = gen_with_names(gen, late, &prog);
	if (!err && has_grown(gen, &was))
		err = -ENOSPC;
	if (!err)
		gen_patch_sizes(gen, gen->patches.v + mark.patch_cnt,
				gen->patches.cnt - mark.patch_cnt, &prog.code);
	go_back(gen, &was);
	gen_rollback_code(gen, &mark);
	if (err)
		code_deinit(&prog.code);
	else
		*code_ret = prog.code;
	return err;
}

int gen_late(struct gen *gen, const char *class_name,
	     const struct probe_abi *abi, const struct clause *const *clauses,
	     size_t clause_cnt, struct code *code_ret)
{
	struct late late = { class_name, abi, clauses, clause_cnt, 0, true };

	for (size_t i = 0; i < clause_cnt; i++)
		if (gen_spare_id(&gen->result, class_name, clauses[i]) < 0)
			return -ENOSPC;
	late.prog_id = (uint32_t)gen_spare_id(&gen->result, class_name,
					      clauses[0]);
	return gen_fitting(gen, &late, code_ret);
}

int gen_again(struct gen *gen, uint32_t prog_id, const struct probe_abi *abi,
	      struct code *code_ret)
{
	const struct gen_prog *prog = &gen->result.progs.v[prog_id];
	const struct late late = {
		prog->class_name, abi,
		(const struct clause *const *)prog->clauses, prog->clause_cnt,
		prog_id, false };

	return gen_fitting(gen, &late, code_ret);
}
