// SPDX-License-Identifier: BSD-2-Clause
/*
 * expr DIR [SEED [CNT]]: random integer expressions, evaluated three times:
 * by a C function that the C compiler made, by our BPF in the kernel with
 * arguments known only at run time, and by BPF in which the same arguments
 * are constants (so that the checker folds what it can). All must agree.
 *
 * Operands are casts of arg0..arg7, whose values are 64-bit numbers of many
 * sizes, and constants. Where C leaves the result open nothing is generated:
 * divisors are never 0 or -1, shift counts are below the width; overflow
 * wraps (-fwrapv). Run-time arguments are words of this program's memory:
 * 8-byte user reads, so that the load path is tested too.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernel/load.h"
#include "tests/codegen/gen_sample.h"

enum { ARG_CNT = 8, BATCH = 40, DEPTH_MAX = 4 };

static uint64_t seed;

static uint32_t rnd(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

static int64_t values[ARG_CNT];

static void pick_values(void)
{
	static const int64_t edges[] = {
		0,	   1,	      -1,	  INT64_MIN, INT64_MAX,
		INT32_MIN, INT32_MAX, UINT32_MAX, 128,	     255,
		256,	   32768,     65535,	  65536,
	};

	for (int i = 0; i < ARG_CNT; i++) {
		if (rnd(2))
			values[i] = edges[rnd(sizeof(edges) / 8)];
		else
			values[i] = (int64_t)(((uint64_t)rnd(1u << 31) << 33 |
					       rnd(1u << 31)) >>
					      rnd(64));
		if (rnd(2))
			values[i] = -(uint64_t)values[i];
	}
}

/* -------------------------------------------------------------- expressions */

static const char *const types[] = {
	"char",		  "signed char", "unsigned char",      "short",
	"unsigned short", "int",	 "unsigned int",       "long",
	"unsigned long",  "long long",	 "unsigned long long", "int64_t",
	"uint8_t",
};

/* The same expression as C and as D: only ^^ differs. */
struct pair {
	struct strbuf c, d;
};

static void both(struct pair *pair, const char *text)
{
	strbuf_puts(&pair->c, text);
	strbuf_puts(&pair->d, text);
}

static void gen(struct pair *pair, int depth);

static void gen_leaf(struct pair *pair)
{
	static const char *const suffixes[] = { "", "", "U", "L", "UL" };
	char text[64];

	switch (rnd(4)) {
	case 0:
		snprintf(text, sizeof(text), "%u%s",
			 rnd(2) ? rnd(300) : rnd(1u << 31), suffixes[rnd(5)]);
		break;
	case 1:
		snprintf(text, sizeof(text), "arg%u", rnd(ARG_CNT));
		break;
	default:
		snprintf(text, sizeof(text), "(%s)arg%u",
			 types[rnd(sizeof(types) / sizeof(types[0]))],
			 rnd(ARG_CNT));
		break;
	}
	both(pair, text);
}

static void gen_infix(struct pair *pair, const char *op, int depth)
{
	both(pair, "(");
	gen(pair, depth - 1);
	both(pair, op);
	gen(pair, depth - 1);
	both(pair, ")");
}

static void gen_divide(struct pair *pair, int depth)
{
	both(pair, "(");
	gen(pair, depth - 1);
	both(pair, rnd(2) ? " / (((" : " % (((");
	gen(pair, depth - 1);
	both(pair, rnd(2) ? ") & 7) + 1))" : ") & 7) - 9))");
}

static void gen_shift(struct pair *pair, int depth)
{
	both(pair, "(");
	gen(pair, depth - 1);
	both(pair, rnd(2) ? " << ((" : " >> ((");
	gen(pair, depth - 1);
	both(pair, ") & 31))");
}

static void gen_xor(struct pair *pair, int depth)
{
	struct pair left = { 0 }, right = { 0 };

	gen(&left, depth - 1);
	gen(&right, depth - 1);
	strbuf_printf(&pair->c, "(!!%s != !!%s)", strbuf_text(&left.c),
		      strbuf_text(&right.c));
	strbuf_printf(&pair->d, "(%s ^^ %s)", strbuf_text(&left.d),
		      strbuf_text(&right.d));
	strbuf_deinit(&left.c);
	strbuf_deinit(&left.d);
	strbuf_deinit(&right.c);
	strbuf_deinit(&right.d);
}

static void gen_prefix(struct pair *pair, int depth)
{
	static const char *const ops[] = { "-", "~", "!", "+" };
	char text[64];

	if (rnd(2))
		snprintf(text, sizeof(text), "(%s)(",
			 types[rnd(sizeof(types) / sizeof(types[0]))]);
	else
		snprintf(text, sizeof(text), "%s(", ops[rnd(4)]);
	both(pair, text);
	gen(pair, depth - 1);
	both(pair, ")");
}

static void gen_cond(struct pair *pair, int depth)
{
	both(pair, "(");
	gen(pair, depth - 1);
	both(pair, " ? ");
	gen(pair, depth - 1);
	both(pair, " : ");
	gen(pair, depth - 1);
	both(pair, ")");
}

static void gen(struct pair *pair, int depth)
{
	static const char *const infix[] = {
		" + ", " - ",  " * ",  " & ",  " | ",  " ^ ",  " < ", " <= ",
		" > ", " >= ", " == ", " != ", " && ", " || ", " + ", " * ",
	};

	if (depth == 0) {
		gen_leaf(pair);
		return;
	}
	switch (rnd(10)) {
	case 0:
		gen_leaf(pair);
		break;
	case 1:
		gen_divide(pair, depth);
		break;
	case 2:
		gen_shift(pair, depth);
		break;
	case 3:
		gen_xor(pair, depth);
		break;
	case 4:
		gen_cond(pair, depth);
		break;
	case 5:
	case 6:
		gen_prefix(pair, depth);
		break;
	default:
		gen_infix(pair, infix[rnd(16)], depth);
		break;
	}
}

/* ------------------------------------------------------------------- answers */

static void write_c(const char *dir, const struct pair *pairs, size_t cnt)
{
	char *path = xasprintf("%s/expr-c.c", dir);
	FILE *file = fopen(path, "w");

	fprintf(file, "#include <stdint.h>\n#define ARGS");
	for (int i = 0; i < ARG_CNT; i++)
		fprintf(file, " int64_t arg%d = a[%d]; (void)arg%d;", i, i, i);
	fprintf(file, "\n");
	for (size_t i = 0; i < cnt; i++)
		fprintf(file,
			"int64_t e%zu(const int64_t *a) { ARGS return "
			"%s; }\n",
			i, strbuf_text(&pairs[i].c));
	fclose(file);
	free(path);
}

static void *compile_c(const char *dir)
{
	const char *cc = getenv("CC");
	char *command = xasprintf("%s -std=gnu11 -O1 -w -fwrapv -fPIC -shared "
				  "-o %s/expr-c.so %s/expr-c.c",
				  cc ? cc : "gcc", dir, dir);
	char *path = xasprintf("%s/expr-c.so", dir);
	void *so = system(command) ? NULL : dlopen(path, RTLD_NOW);

	free(command);
	free(path);
	if (!so) {
		printf("not ok expr: the C compiler failed\n");
		exit(1);
	}
	return so;
}

static char *program_text(const struct pair *pairs, size_t cnt)
{
	struct strbuf sb = { 0 };

	/* one clause each: an expression may need the whole stack */
	for (size_t i = 0; i < cnt; i++)
		strbuf_printf(&sb, "BEGIN { @e%zu = sum((int64_t)(%s)); }\n", i,
			      strbuf_text(&pairs[i].d));
	return strbuf_take(&sb);
}

static struct probe_abi make_abi(bool is_constant)
{
	struct probe_abi abi = gen_sample_test_run();

	for (int i = 0; i < ARG_CNT; i++)
		abi.args[i] = (struct abi_arg){
			.kind = is_constant ? ABI_ARG_CONST : ABI_ARG_MEM,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = -1,
			.index_off = -1,
			.value = is_constant ? values[i] :
					       (int64_t)(uintptr_t)&values[i],
		};
	return abi;
}

static int run_batch(const struct pair *pairs, size_t first, size_t cnt,
		     bool is_constant, void *so)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = make_abi(is_constant);
	char *text = program_text(pairs + first, cnt);
	struct gen_sample sample;
	struct gen_loaded loaded;
	int bad = 0;

	env.cpu_max = gen_sample_cpu_max();
	if (gen_sample_compile(&sample, "expr.d", text, &env, &abi)) {
		printf("not ok expr: %s\n%s", strbuf_text(&sample.messages),
		       text);
		exit(1);
	}
	gen_sample_load(&sample, &loaded);
	if (kern_test_run(loaded.prog_fd))
		bad++;
	for (size_t i = 0; i < cnt; i++) {
		char *name = xasprintf("e%zu", first + i);
		int64_t (*fn)(const int64_t *) = dlsym(so, name);
		int64_t got = (int64_t)gen_loaded_unkeyed(
			&sample, &loaded,
			sample.result->aggs.v[i].unkeyed_off / 8);

		free(name);
		if (got == fn(values))
			continue;
		bad++;
		printf("D %s\n  gives %" PRId64 ", C %" PRId64 "\n",
		       strbuf_text(&pairs[first + i].d), got, fn(values));
	}
	gen_loaded_deinit(&loaded);
	gen_sample_deinit(&sample);
	free(text);
	return bad;
}

int main(int argc, char **argv)
{
	const char *dir = argc > 1 ? argv[1] : ".";
	size_t cnt = argc > 3 ? strtoul(argv[3], NULL, 0) : 1200;
	struct pair *pairs = xcalloc(cnt, sizeof(*pairs));
	int bad[2] = { 0, 0 };
	void *so;

	seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	for (size_t i = 0; i < cnt; i++)
		gen(&pairs[i], 1 + (int)rnd(DEPTH_MAX));
	write_c(dir, pairs, cnt);
	so = compile_c(dir);
	for (size_t i = 0; i < cnt; i += BATCH) {
		size_t n = cnt - i < BATCH ? cnt - i : BATCH;

		pick_values();
		bad[0] += run_batch(pairs, i, n, false, so);
		bad[1] += run_batch(pairs, i, n, true, so);
	}
	for (int i = 0; i < 2; i++)
		printf("%s %zu expressions, arguments %s%s\n",
		       bad[i] ? "not ok" : "ok", cnt,
		       i ? "constant" : "read at run time",
		       bad[i] ? ": results differ" : "");
	for (size_t i = 0; i < cnt; i++) {
		strbuf_deinit(&pairs[i].c);
		strbuf_deinit(&pairs[i].d);
	}
	free(pairs);
	dlclose(so);
	return bad[0] || bad[1];
}
