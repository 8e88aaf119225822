/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Subroutines for the D library that the in-kernel library implements: it
 * follows kernel structures. The arguments are passed as words in scratch
 * memory, where it also stores the address that it could not read.
 *
 *	_path(struct path, fs, is_mount, offsets ...)
 *	_cgroup(kernfs_node, offsets)
 *	_file(task, fd, offsets)
 *	_bio_dentry(bio, offsets ...)
 *	_cpu_time(task, time, offsets ...)
 *	_process_time(threads, offsets ..., time of ended threads)
 *	_progeny(task, pid, offsets ...)
 *	_ns_number(number, pid, offsets)
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum {
	/*
	 * the struct of runtime/bpf: path_walk, cgroup_walk, open_file,
	 * bio_file, progeny_walk, ns_number, cpu_time,
	 * process_time
	 */
	PATH_WALK_BYTES = 144,
	PATH_AT = 64,
	PATH_FAULT = 72,
	CGROUP_BYTES = 48,
	CGROUP_AT = 16,
	CGROUP_FAULT = 24,
	FILE_BYTES = 48,
	FILE_RESULT = 24,
	FILE_FAULT = 32,
	BIO_FILE_BYTES = 64,
	BIO_FILE_RESULT = 32,
	PROGENY_BYTES = 104,
	PROGENY_FAULT = 40,
	PROGENY_NUMBER = 56,
	NS_NUMBER_BYTES = 48,
	NS_NUMBER_OFFS = 8,
	NS_NUMBER_INODE = 16,
	NS_NUMBER_RESULT = 24,
	NS_NUMBER_FAULT = 32,
	CPU_TIME_BYTES = 128,
	CPU_TIME_FAULT = 64,
	CPU_TIME_RESULT = 72,
	PROCESS_TIME_BYTES = 56,
	PROCESS_TIME_RESULT = 24,
	PROCESS_TIME_FAULT = 32,
	PATH_TEXT_BYTES = 4096,
};

static void store_word(struct pgen *g, const struct text *words, int32_t at,
		       uint32_t reg)
{
	gen_mem_store(g, mem_at(words->mem, at), 8, val_reg(reg));
}

/* Stores @arg and what follows it as words. */
static struct text words_from(struct pgen *g, const struct node *arg,
			      uint32_t bytes)
{
	struct text words = text_new(g, bytes);

	for (int32_t at = 0; arg; arg = arg->next, at += 8)
		store_word(g, &words, at, gen_expr(g, arg));
	return words;
}

static struct text arg_words(struct pgen *g, const struct node *node,
			     uint32_t bytes)
{
	return words_from(g, node->call.args, bytes);
}

static uint32_t load_word(struct pgen *g, const struct text *words, int32_t at)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, words->mem.base, words->mem.off + at, 8);
	return reg;
}

/* Faults with the stored address if @result is negative. */
static void check_walk(struct pgen *g, uint32_t result,
		       const struct text *words, int32_t fault_at)
{
	uint32_t good = ir_label(g->f);

	ir_branch(g->f, BPF_JSGE, result, val_imm(0), good);
	gen_fault(g, FAULT_BADADDR, val_reg(load_word(g, words, fault_at)));
	ir_bind(g->f, good);
}

/* Returns the end of @text, from the position in the word at @at_off. */
static void return_end(struct pgen *g, const struct text *words, int32_t at_off,
		       const struct text *text, struct mem dst, uint32_t bytes)
{
	uint32_t at = load_word(g, words, at_off), len;

	len = text_reg(g, val_imm(PATH_TEXT_BYTES));
	ir_alu(g->f, BPF_SUB, len, val_reg(at));
	ir_alu(g->f, BPF_ADD, at, val_reg(text->off));
	text_return(g, dst, bytes, at, len);
}

/* The word at @result_at that the library function has left. */
static uint32_t walked_word(struct pgen *g, uint32_t result,
			    const struct text *words, int32_t fault_at,
			    int32_t result_at)
{
	check_walk(g, result, words, fault_at);
	return load_word(g, words, result_at);
}

static void string_path(struct pgen *g, const struct node *node,
			struct mem dst, uint32_t bytes)
{
	struct text words = arg_words(g, node, PATH_WALK_BYTES);
	struct text text = text_new(g, PATH_TEXT_BYTES);

	check_walk(g, text_lib(g, path_text, val_reg(words.off),
			       val_reg(text.off)), &words, PATH_FAULT);
	return_end(g, &words, PATH_AT, &text, dst, bytes);
}

static void string_cgroup(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	struct text words = arg_words(g, node, CGROUP_BYTES);
	struct text text = text_new(g, PATH_TEXT_BYTES);

	check_walk(g, text_lib(g, cgroup_text, val_reg(words.off),
			       val_reg(text.off)), &words, CGROUP_FAULT);
	return_end(g, &words, CGROUP_AT, &text, dst, bytes);
}

static uint32_t bytes_path(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, PATH_TEXT_BYTES);
}
const struct name_gen gen_subr__path = {
	.string = string_path,
	.string_bytes = bytes_path,
};

const struct name_gen gen_subr__cgroup = {
	.string = string_cgroup,
	.string_bytes = bytes_path,
};

static uint32_t value_file(struct pgen *g, const struct node *node)
{
	struct text words = arg_words(g, node, FILE_BYTES);

	return walked_word(g, text_lib(g, open_file, val_reg(words.off)), &words,
			   FILE_FAULT, FILE_RESULT);
}
const struct name_gen gen_subr__file = { .value = value_file };

static uint32_t value_bio_dentry(struct pgen *g, const struct node *node)
{
	struct text words = arg_words(g, node, BIO_FILE_BYTES);

	text_lib(g, bio_dentry, val_reg(words.off));
	return load_word(g, &words, BIO_FILE_RESULT);
}
const struct name_gen gen_subr__bio_dentry = { .value = value_bio_dentry };

static uint32_t value_cpu_time(struct pgen *g, const struct node *node)
{
	const struct gen_env *env = &g->gen->env;
	struct text words = arg_words(g, node, CPU_TIME_BYTES);
	uint32_t time = walked_word(g, text_lib(g, cpu_time, val_reg(words.off)),
				    &words, CPU_TIME_FAULT, CPU_TIME_RESULT);
	uint32_t lead;

	if (!env->clock_lead_ns)
		return time;
	lead = ir_copy(g->f, val_imm(env->clock_lead_ns(env->host_arg)));
	ir_alu(g->f, BPF_SUB, time, val_reg(lead));
	return time;
}
const struct name_gen gen_subr__cpu_time = { .value = value_cpu_time };

static uint32_t value_process_time(struct pgen *g, const struct node *node)
{
	struct text words = arg_words(g, node, PROCESS_TIME_BYTES);

	return walked_word(g, text_lib(g, process_time, val_reg(words.off)), &words,
			   PROCESS_TIME_FAULT, PROCESS_TIME_RESULT);
}
const struct name_gen gen_subr__process_time = { .value = value_process_time };

/* dtrace's PID namespace, in the struct ns_number at @at. */
static void store_namespace(struct pgen *g, const struct text *words,
			    int32_t at)
{
	int64_t inode = (int64_t)g->gen->env.pidns_ino;

	store_word(g, words, at + NS_NUMBER_INODE,
		   ir_copy(g->f, val_imm(inode)));
}

static uint32_t value_progeny(struct pgen *g, const struct node *node)
{
	struct text words = arg_words(g, node, PROGENY_BYTES);
	uint32_t result;

	if (g->gen->env.pidns_ino) {
		/* the last argument follows the words of all namespaces */
		store_word(g, &words, PROGENY_NUMBER + NS_NUMBER_OFFS,
			   load_word(g, &words, PROGENY_FAULT));
		store_namespace(g, &words, PROGENY_NUMBER);
		result = text_lib(g, ns_progeny, val_reg(words.off));
	} else {
		result = text_lib(g, progeny, val_reg(words.off));
	}
	check_walk(g, result, &words, PROGENY_FAULT);
	return result;
}
const struct name_gen gen_subr__progeny = { .value = value_progeny };

/*
 * An id as dtrace's PID namespace has it, like pid and tid. That of the first
 * one, which is there for less, is the first argument.
 */
static uint32_t value_ns_number(struct pgen *g, const struct node *node)
{
	const struct node *first = node->call.args;
	struct text words;

	if (!g->gen->env.pidns_ino)
		return gen_expr(g, first);
	words = words_from(g, first->next, NS_NUMBER_BYTES);
	store_namespace(g, &words, 0);
	return walked_word(g, text_lib(g, ns_number, val_reg(words.off)), &words,
			   NS_NUMBER_FAULT, NS_NUMBER_RESULT);
}
const struct name_gen gen_subr__ns_number = { .value = value_ns_number };
