// SPDX-License-Identifier: BSD-2-Clause
/*
 * dump [-b] [-c] [-e] [-f] [-h] [-i STAGES] [-l] [-m CPUS] FILE: the BPF program of all
 * clauses of a D text, the layouts of its records and aggregations, as text. The
 * probe is a uprobe with six arguments, with -b it is BEGIN, with -e it fires for
 * each element of a list. -h: self-> variables in a hash. -c: cut at every
 * statement. -i: stages of the intermediate code, by letters. -f: for a kernel
 * that forgets bounds. -l: also loads it (root), for the verifier's opinion. -m: as
 * on a machine with so many CPUs, with 256 KB of each aggregation for each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"
#include "lang/builtin_flags.h"
#include "tests/codegen/gen_sample.h"

static bool has_large_arrays(void *arg)
{
	(void)arg;
	return true;
}

static void set_cpus(struct gen_env *env, const char *number)
{
	env->cpu_max = (uint32_t)strtoul(number, NULL, 10);
	env->aggsize_large_bytes = (uint64_t)env->cpu_max << 18;
	env->has_large_arrays = has_large_arrays;
}

static void print_fields(const struct rec_field *fields, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		printf(" %u:%s%s%u", fields[i].offset_bytes,
		       fields[i].is_signed ? "signed " : "",
		       rec_kind_name(fields[i].kind), fields[i].size_bytes);
}

static void print_layouts(const struct gen_result *result)
{
	for (size_t i = 0; i < result->layouts.cnt; i++) {
		const struct rec_layout *layout = &result->layouts.v[i];

		printf("record %u: clause %u, %u bytes%s\n", layout->id,
		       layout->clause->id, layout->data_bytes,
		       layout->is_default ? ", default" : "");
		for (size_t k = 0; k < layout->item_cnt; k++) {
			printf("  %s:", action_name(layout->items[k].action));
			print_fields(layout->items[k].fields,
				     layout->items[k].field_cnt);
			for (size_t a = 0; a < layout->items[k].agg_cnt; a++)
				printf(" @%u", layout->items[k].agg_ids[a]);
			printf("\n");
		}
	}
	for (size_t i = 0; i < result->aggs.cnt; i++) {
		const struct agg_layout *agg = &result->aggs.v[i];

		printf("agg %zu: %u words", i, agg->value_words);
		if (agg->key_cnt)
			printf(", key %u bytes, %u slots:", agg->key_bytes,
			       agg->slot_max);
		else
			printf(" at %u", agg->unkeyed_off);
		print_fields(agg->keys, agg->key_cnt);
		printf("\n");
	}
}

static void print_program(const struct gen_sample *sample)
{
	const struct code *code = &sample->result->progs.v[0].code;
	struct strbuf sb = { 0 };

	for (int i = 0; i < GEN_STAGE_CNT; i++)
		if (sample->result->stage_text[i].len)
			printf("stage %c\n%s", GEN_STAGE_LETTERS[i],
			       sample->result->stage_text[i].text);
	printf("program type %u%s, scratch %u bytes\n", code->prog_type,
	       code->is_sleepable ? " sleepable" : "",
	       sample->result->scratch_bytes);
	code_dump(code, &sb);
	fputs(strbuf_text(&sb), stdout);
	strbuf_deinit(&sb);
	print_layouts(sample->result);
}

int main(int argc, char **argv)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = gen_sample_uprobe();
	struct gen_sample sample;
	struct gen_loaded loaded;
	bool loads = false;
	char *text;
	size_t len;
	int i, err;

	for (i = 1; i < argc - 1; i++) {
		if (strcmp(argv[i], "-b") == 0)
			abi = gen_sample_test_run();
		if (strcmp(argv[i], "-e") == 0)
			abi = gen_sample_list();
		if (strcmp(argv[i], "-h") == 0)
			env.has_task_storage = false;
		if (strcmp(argv[i], "-c") == 0)
			env.prog_insns = 1;
		if (strcmp(argv[i], "-f") == 0)
			env.keeps_bounds = false;
		if (strcmp(argv[i], "-i") == 0)
			env.stages = argv[++i];
		if (strcmp(argv[i], "-m") == 0)
			set_cpus(&env, argv[++i]);
		loads |= strcmp(argv[i], "-l") == 0;
	}
	if (i >= argc || file_read(argv[i], &text, &len))
		return 2;
	if (loads)
		env.cpu_max = gen_sample_cpu_max();
	err = gen_sample_compile(
		&sample,
		strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i],
		text, &env, &abi);
	fputs(strbuf_text(&sample.messages), stdout);
	if (!err && loads) {
		gen_sample_load(&sample, &loaded);
		gen_loaded_deinit(&loaded);
	} else if (!err) {
		print_program(&sample);
	}
	gen_sample_deinit(&sample);
	free(text);
	return err ? 1 : 0;
}
