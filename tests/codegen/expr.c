// SPDX-License-Identifier: BSD-2-Clause
/*
 * expr FILE: integer expressions and their values (tests/tools/ranks.c, mode
 * expr), evaluated by our BPF in the kernel with arguments that are known only
 * at run time, and with the same arguments as constants of the generator.
 *
 *	args -1 5 ...			arg0 to arg7 of what follows
 *	((uint8_t)arg0 + 1)|256
 *
 * Run-time arguments are words of this program's memory: 8-byte user reads, so
 * that the load path is tested too.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernel/program/load.h"
#include "tests/codegen/gen_sample.h"

enum { ARG_CNT = 8, BATCH_MAX = 40, LINE_MAX_BYTES = 8192 };

static int64_t values[ARG_CNT];

/* Expressions with the same arguments. */
struct batch {
	char *exprs[BATCH_MAX];
	int64_t wanted[BATCH_MAX];
	size_t cnt;
};

static char *program_text(const struct batch *batch)
{
	struct strbuf sb = { 0 };

	/* one clause each: an expression may need the whole stack */
	for (size_t i = 0; i < batch->cnt; i++)
		strbuf_printf(&sb, "BEGIN { @e%zu = sum((int64_t)(%s)); }\n", i,
			      batch->exprs[i]);
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

static int run_batch(const struct batch *batch, bool is_constant)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = make_abi(is_constant);
	char *text = program_text(batch);
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
	for (size_t i = 0; i < batch->cnt; i++) {
		int64_t got = (int64_t)gen_loaded_unkeyed(
			&sample, &loaded,
			sample.result->aggs.v[i].unkeyed_off / 8);

		if (got == batch->wanted[i])
			continue;
		bad++;
		printf("%s\n  gives %" PRId64 ", the model %" PRId64 "\n",
		       batch->exprs[i], got, batch->wanted[i]);
	}
	gen_loaded_deinit(&loaded);
	gen_sample_deinit(&sample);
	free(text);
	return bad;
}

static void run(struct batch *batch, int *bad)
{
	if (batch->cnt) {
		bad[0] += run_batch(batch, false);
		bad[1] += run_batch(batch, true);
	}
	for (size_t i = 0; i < batch->cnt; i++)
		free(batch->exprs[i]);
	batch->cnt = 0;
}

static void read_args(char *line)
{
	for (int i = 0; i < ARG_CNT; i++)
		values[i] = (int64_t)strtoll(line, &line, 10);
}

static void add(struct batch *batch, char *line)
{
	char *bar = strrchr(line, '|');

	if (!bar || batch->cnt == BATCH_MAX) {
		printf("not ok expr: the model's output is malformed\n");
		exit(1);
	}
	*bar = '\0';
	batch->exprs[batch->cnt] = xstrndup(line, strlen(line));
	batch->wanted[batch->cnt++] = (int64_t)strtoll(bar + 1, NULL, 10);
}

int main(int argc, char **argv)
{
	FILE *file = fopen(argc > 1 ? argv[1] : "", "r");
	char line[LINE_MAX_BYTES];
	struct batch batch = { 0 };
	int bad[2] = { 0, 0 };
	size_t cnt = 0;

	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "args ", 5) == 0) {
			run(&batch, bad);
			read_args(line + 5);
		} else {
			add(&batch, line);
			cnt++;
		}
	}
	run(&batch, bad);
	if (file)
		fclose(file);
	for (int i = 0; i < 2; i++)
		printf("%s %zu expressions, arguments %s%s\n",
		       bad[i] || !cnt ? "not ok" : "ok", cnt,
		       i ? "constant" : "read at run time",
		       bad[i] ? ": results differ" : "");
	return !cnt || bad[0] || bad[1];
}
