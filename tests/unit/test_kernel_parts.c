/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of runtime/kernel that need no root: lists of CPUs, sizes of rings,
 * the verifier's log, our BTF, and the table of the in-kernel library.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "runtime/bpf/lib.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/btf.h"
#include "runtime/kernel/program/verifier_log.h"

static void cpu_lists(void **state)
{
	static const struct {
		const char *text, *set; /* set: one character per CPU */
		uint32_t max;
	} rows[] = {
		{ "0\n", "1", 1 },
		{ "0-3\n", "1111", 4 },
		{ "0-1,4,6-7\n", "11001011", 8 },
		{ "5", "000001", 6 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool set[8] = { false };
		uint32_t max = 0;

		assert_int_equal(kern_cpus_parse(rows[i].text, set, 8, &max),
				 0);
		assert_int_equal(max, rows[i].max);
		for (uint32_t cpu = 0; cpu < max; cpu++)
			assert_int_equal(set[cpu], rows[i].set[cpu] == '1');
	}
}

static void cpu_lists_bad(void **state)
{
	static const char *const texts[] = {
		"",   "\n",   "a",   "3-1",	    "1-",     "-1",
		"0,", "0,,1", "0 1", "99999999999", "0-70000"
	};
	uint32_t max = 77;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(kern_cpus_parse(texts[i], NULL, 0, &max),
				 -EINVAL);
		assert_int_equal(max, 77);
	}
}

static void ring_sizes(void **state)
{
	(void)state;
	assert_int_equal(kern_ring_round(0), 4096);
	assert_int_equal(kern_ring_round(4096), 4096);
	assert_int_equal(kern_ring_round(65535), 32768);
	assert_int_equal(kern_ring_round(4 << 20), 4 << 20);
	assert_int_equal(kern_ring_round(UINT64_MAX), 1 << 30);
}

/* The place is the mark before the last instruction in the log. */
static void verifier_place(void **state)
{
	static const char script[] = "a\nb\nc\n";
	static const char text[] =
		"0: R1=ctx() R10=fp0\n"
		"; b @ x.d:2\n4: (bf) r0 = r7\nR7 !read_ok\n"
		"processed 1 insns (limit 1000000) max_states_per_insn 0\n";
	struct kern_log log = { 0 };
	struct code code = { .name = "probe" };
	struct src src;

	(void)state;
	src_init(&src, SRC_FILE, "x.d", script, sizeof(script) - 1);
	for (int i = 0; i < 8; i++)
		vec_add(&code.insns);
	vec_push(&code.marks, ((struct code_mark){ 0, { &src, 0, 1 }, NULL }));
	vec_push(&code.marks, ((struct code_mark){ 3, { &src, 2, 3 }, NULL }));
	vec_push(&code.marks, ((struct code_mark){ 6, { &src, 4, 5 }, NULL }));
	verifier_log_explain(text, &code, -EACCES, &log);
	assert_int_equal(log.loc.begin, 2);
	assert_string_equal(strbuf_text(&log.message),
			    "the kernel refused program probe: R7 !read_ok");
	assert_string_equal(strbuf_text(&log.detail),
			    "0: R1=ctx() R10=fp0\n; b @ x.d:2\n"
			    "4: (bf) r0 = r7\nR7 !read_ok");
	verifier_log_explain("", &code, -ENOMEM, &log);
	assert_null(log.loc.src);
	assert_non_null(strstr(strbuf_text(&log.message), "probe: Cannot"));
	verifier_log_explain("Func#1 ('f') is safe for any args\n", &code,
			     -EMFILE, &log);
	assert_string_equal(strbuf_text(&log.message),
			    "can't load program probe: Too many open files");
	kern_log_deinit(&log);
	vec_deinit(&code.insns);
	vec_deinit(&code.marks);
	src_deinit(&src);
}

/* After a jump the message is on the same line. */
static void verifier_same_line(void **state)
{
	struct kern_log log = { 0 };
	struct code code = { .name = "probe" };

	(void)state;
	verifier_log_explain("8: (07) r1 += 1\n9: (55) if r9 != 0x0 goto pc+1 "
			     "BPF program is too large. Processed 7 insn\n",
			     &code, -E2BIG, &log);
	assert_string_equal(strbuf_text(&log.message),
			    "the kernel refused program probe: "
			    "BPF program is too large. Processed 7 insn "
			    "(without -x proginsns it is split)");
	assert_non_null(strstr(strbuf_text(&log.detail), "9: (55) if r9"));
	verifier_log_explain("The total number of maps per program has reached "
			     "the limit of 64\n", &code, -E2BIG, &log);
	assert_non_null(strstr(strbuf_text(&log.message),
			       "limit of 64 (each type of keys of associative "
			       "arrays takes one)"));
	kern_log_deinit(&log);
}

/* Only the last lines of a long log are kept. */
static void verifier_long_log(void **state)
{
	struct kern_log log = { 0 };
	struct code code = { .name = "probe" };
	struct strbuf text = { 0 };
	size_t lines = 1;

	(void)state;
	for (int i = 0; i < 1000; i++)
		strbuf_printf(&text, "%d: (b7) r0 = 0\n", i);
	verifier_log_explain(text.text, &code, -EINVAL, &log);
	for (const char *at = log.detail.text; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, 16);
	assert_non_null(strstr(log.detail.text, "984: "));
	assert_null(strstr(log.detail.text, "983: "));
	assert_null(log.loc.src);
	kern_log_deinit(&log);
	strbuf_deinit(&text);
}

/* Names become identifiers; lines of one instruction replace each other. */
static void btf_tables(void **state)
{
	struct kern_btf btf;
	const char *strings;

	(void)state;
	kern_btf_init(&btf);
	kern_btf_add_func(&btf, KERN_BTF_MAIN, "9a-b", 1, 0);
	kern_btf_add_func(&btf, KERN_BTF_GLOBAL, "quantize", 1, 12);
	kern_btf_add_line(&btf, 0, "x.d", "first", 5, 1, 1);
	kern_btf_add_line(&btf, 0, "x.d", "second", 6, 2, 5000);
	kern_btf_add_line(&btf, 3, "x.d", "third", 5, 3, 9);
	strings = btf.strings.text;
	assert_int_equal(btf.funcs.cnt, 2);
	assert_int_equal(btf.funcs.v[1].insn_off, 12);
	assert_int_equal(btf.lines.cnt, 2);
	assert_string_equal(strings + btf.lines.v[0].line_off, "second");
	assert_int_equal(btf.lines.v[0].line_col, 2 << 10);
	assert_int_equal(btf.lines.v[1].line_col, 3 << 10 | 9);
	assert_int_equal(btf.type_cnt, 3 + 2 * 2);
	/* "9a-b" at the end of its type: name, FUNC global, prototype */
	assert_non_null(memmem(strings, btf.strings.len, "_a_b", 5));
	kern_btf_deinit(&btf);
}

static void library_table(void **state)
{
	(void)state;
	assert_string_equal(bpf_lib[LIB_quantize].name, "quantize");
	assert_string_equal(bpf_lib[LIB_fault_in].name, "fault_in");
	for (int i = 0; i < LIB_FUNC_CNT; i++) {
		uint32_t last = bpf_lib[i].insn_cnt - 1;

		uint8_t code = bpf_lib[i].insns[last].code;

		/* nothing falls through into the next function */
		assert_true(code == (BPF_JMP | BPF_EXIT) ||
			    code == (BPF_JMP | BPF_JA));
		for (uint32_t call = 0; call < bpf_lib[i].call_cnt; call++)
			assert_true(bpf_lib[i].calls[call].insn_idx < last);
	}
}

static void feature_names(void **state)
{
	(void)state;
	assert_int_equal(feature_find("uprobe_multi"), FEAT_uprobe_multi);
	assert_int_equal(feature_find("no_such_row"), FEAT_CNT);
}

static void maps_by_role(void **state)
{
	struct kern_map values = { .fd = 9 }, none = { .fd = -1 };
	struct kern_maps maps = {
		.cpu_max = 1, .keyed_cnt = 1, .values = &values, .hashes = &none
	};

	(void)state;
	for (int role = 0; role < MAP_ROLE_CNT; role++)
		maps.by_role[role] = none;
	maps.by_role[MAP_CONTROL].fd = 5;
	assert_int_equal(kern_maps_find(&maps, MAP_CONTROL, 0)->fd, 5);
	assert_int_equal(kern_maps_find(&maps, MAP_AGG_VALUES, 0)->fd, 9);
	assert_null(kern_maps_find(&maps, MAP_AGG_VALUES, 1));
	assert_null(kern_maps_find(&maps, MAP_AGG_HASH, 0));
	assert_null(kern_maps_find(&maps, MAP_SCRATCH, 0));
}

static void releases(void **state)
{
	(void)state;
	assert_true(feature_release_is("6.1.0-18-amd64", 6, 1));
	assert_true(feature_release_is("6.12.48+deb13-cloud-amd64", 6, 1));
	assert_true(feature_release_is("7.0-rc1", 6, 1));
	assert_true(feature_release_is("10.0", 6, 1));
	assert_false(feature_release_is("6.0.19", 6, 1));
	assert_false(feature_release_is("5.15.0-91-generic", 6, 1));
	assert_false(feature_release_is("unknown", 6, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_lists),
		cmocka_unit_test(cpu_lists_bad),
		cmocka_unit_test(ring_sizes),
		cmocka_unit_test(verifier_place),
		cmocka_unit_test(verifier_same_line),
		cmocka_unit_test(verifier_long_log),
		cmocka_unit_test(btf_tables),
		cmocka_unit_test(library_table),
		cmocka_unit_test(feature_names),
		cmocka_unit_test(releases),
		cmocka_unit_test(maps_by_role),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
