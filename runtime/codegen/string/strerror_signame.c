/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of numbers: errors as in strerror(3), signals as D's constants. They
 * are in a table in MAP_NAMES, with entries of the same size for each number
 * from 0. A number without an entry is appended to a word:
 *
 *	_strerror(2)	"No such file or directory"
 *	_strerror(600)	"Unknown error 600"
 *	_signame(9)	"SIGKILL"
 *	_signame(34)	"SIG34"
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum {
	ERROR_CNT = EHWPOISON + 1, /* the last one of Linux */
	ERROR_BYTES = 56,
	SIGNAL_CNT = SIGSYS + 1,
	SIGNAL_BYTES = 16,
	NUMBER_BYTES = 72, /* NUMBER_END of runtime/bpf */
	FRONT_BYTES = 16,
};

struct number_names {
	enum gen_number_names idx;
	uint32_t cnt, entry_bytes;
	const char *(*name)(uint32_t number); /* NULL if there is no name */
	const char *front; /* prefix for numbers without a name */
};

/* The program sets no locale, so these are in English. */
static const char *error_name(uint32_t number)
{
	return strerror((int)number);
}

static const char *signal_name(uint32_t number)
{
#define SIGNAL(name) [name] = #name
	static const char *const names[SIGNAL_CNT] = {
		SIGNAL(SIGHUP),	   SIGNAL(SIGINT),    SIGNAL(SIGQUIT),
		SIGNAL(SIGILL),	   SIGNAL(SIGTRAP),   SIGNAL(SIGABRT),
		SIGNAL(SIGBUS),	   SIGNAL(SIGFPE),    SIGNAL(SIGKILL),
		SIGNAL(SIGUSR1),   SIGNAL(SIGSEGV),   SIGNAL(SIGUSR2),
		SIGNAL(SIGPIPE),   SIGNAL(SIGALRM),   SIGNAL(SIGTERM),
		SIGNAL(SIGSTKFLT), SIGNAL(SIGCHLD),   SIGNAL(SIGCONT),
		SIGNAL(SIGSTOP),   SIGNAL(SIGTSTP),   SIGNAL(SIGTTIN),
		SIGNAL(SIGTTOU),   SIGNAL(SIGURG),    SIGNAL(SIGXCPU),
		SIGNAL(SIGXFSZ),   SIGNAL(SIGVTALRM), SIGNAL(SIGPROF),
		SIGNAL(SIGWINCH),  SIGNAL(SIGIO),     SIGNAL(SIGPWR),
		SIGNAL(SIGSYS),
	};
#undef SIGNAL

	return names[number];
}

static const struct number_names errors = { GEN_ERROR_NAMES, ERROR_CNT,
					    ERROR_BYTES, error_name,
					    "Unknown error " };
static const struct number_names signals = { GEN_SIGNAL_NAMES, SIGNAL_CNT,
					     SIGNAL_BYTES, signal_name, "SIG" };

/* Returns the table's offset in MAP_NAMES; writes it on first use. */
static uint32_t table_off(struct pgen *g, const struct number_names *names)
{
	struct gen *gen = g->gen;
	uint32_t *off = &gen->number_names_off[names->idx];
	uint32_t most = gen->env.strsize_bytes - 1;

	if (gen->has_number_names & 1u << names->idx)
		return *off;
	gen->has_number_names |= 1u << names->idx;
	*off = (uint32_t)gen->result.names.cnt;
	for (uint32_t i = 0; i < names->cnt; i++) {
		char entry[ERROR_BYTES] = "";
		const char *name = names->name(i);

		if (name && strlen(name) < names->entry_bytes)
			strcpy(entry, name);
		if (most < ERROR_BYTES) /* like all strings */
			memset(entry + most, 0, ERROR_BYTES - most);
		for (uint32_t at = 0; at < names->entry_bytes; at++)
			vec_push(&gen->result.names, entry[at]);
	}
	return *off;
}

/* Stores the prefix and the number: "SIG34". */
static void store_number(struct pgen *g, const struct number_names *names,
			 uint32_t number, struct mem dst, uint32_t bytes)
{
	struct text result = text_result(g, dst, bytes);
	struct text front = text_new(g, FRONT_BYTES);
	struct text digits = text_new(g, NUMBER_BYTES);
	uint32_t front_len = (uint32_t)strlen(names->front), from, len;
	uint64_t words[FRONT_BYTES / 8] = { 0 };

	memcpy(words, names->front, front_len);
	for (uint32_t i = 0; i < FRONT_BYTES / 8; i++)
		gen_mem_store(g, mem_at(front.mem, (int32_t)i * 8), 8,
			      val_imm((int64_t)words[i]));
	text_put(g, &result, val_imm(0), front.off,
		 text_reg(g, val_imm(front_len)));
	from = text_reg(g,
			val_reg(text_lib(g, number_str, val_reg(digits.off),
					 val_reg(number), val_imm(10))));
	len = text_reg(g, val_imm(NUMBER_BYTES));
	ir_alu(g->f, BPF_SUB, len, val_reg(from));
	ir_alu(g->f, BPF_ADD, from, val_reg(digits.off));
	text_put(g, &result, val_imm(front_len), from, len);
	text_finish(g, &result, dst);
}

static void store_name(struct pgen *g, const struct number_names *names,
		       const struct node *node, struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t none = ir_label(f), end = ir_label(f), entry, word = ir_reg(f);
	uint32_t number = text_reg(g, val_reg(gen_expr(g, node->call.args)));
	uint32_t idx = text_reg(g, val_reg(number));
	uint32_t off = table_off(g, names);
	unsigned int known;

	ir_branch(f, BPF_JGE, idx, val_imm(names->cnt), none);
	ir_alu(f, BPF_MUL, idx, val_imm(names->entry_bytes));
	entry = text_reg(g, val_map_value(MAP_NAMES, 0, off));
	ir_alu(f, BPF_ADD, entry, val_reg(idx));
	ir_load(f, word, val_reg(entry), 0, 8);
	ir_branch(f, BPF_JEQ, word, val_imm(0), none);
	known = g->firing.known;
	text_put_entry(g, entry, names->entry_bytes, dst, bytes);
	ir_jump(f, end);
	ir_bind(f, none);
	g->firing.known = known;
	store_number(g, names, number, dst, bytes);
	ir_bind(f, end);
	g->firing.known = known;
}

#define NUMBER_NAME(subr, table)                                           \
	static uint32_t bytes_##subr(const struct gen *gen,                \
				     const struct node *node)              \
	{                                                                  \
		(void)node;                                                \
		return text_room(gen, table.entry_bytes);                  \
	}                                                                  \
	static void string_##subr(struct pgen *g, const struct node *node, \
				  struct mem dst, uint32_t bytes)          \
	{                                                                  \
		store_name(g, &table, node, dst, bytes);                   \
	}                                                                  \
	const struct name_gen gen_subr_##subr = {                          \
		.string = string_##subr,                                   \
		.string_bytes = bytes_##subr,                              \
	}

NUMBER_NAME(_strerror, errors);
NUMBER_NAME(_signame, signals);
