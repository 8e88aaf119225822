// SPDX-License-Identifier: BSD-2-Clause
/*
 * Lines of -F: kinds by name, indents, several clauses of one firing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/consume/flowindent.h"

static void kinds_by_name(void **state)
{
	(void)state;
	assert_int_equal(flow_kind("entry"), FLOW_ENTRY);
	assert_int_equal(flow_kind("query-entry"), FLOW_ENTRY);
	assert_int_equal(flow_kind("return"), FLOW_RETURN);
	assert_int_equal(flow_kind("x-return"), FLOW_RETURN);
	assert_int_equal(flow_kind("reentry"), FLOW_NONE);
	assert_int_equal(flow_kind("entry-x"), FLOW_NONE);
	assert_int_equal(flow_kind(""), FLOW_NONE);
}

/* One line of probe @name by clause @clause on CPU @cpu. */
static void print(struct flow *flow, const char *provider, const char *name,
		  uint32_t clause, unsigned int cpu, bool has_more,
		  const char *wanted)
{
	struct flow_line line = {
		.provider = provider,
		.function = "f",
		.name = name,
		.kind = flow_kind(name),
		.mark = {
			.cpu = cpu,
			.probe_tag = (uint32_t)name[0],
			.clause_id = clause,
			.layout_id = clause + 10,
		},
		.has_more = has_more,
	};
	struct strbuf text = { 0 };

	flow_print(flow, &line, &text);
	assert_string_equal(strbuf_text(&text), wanted);
	strbuf_deinit(&text);
}

static void indents(void **state)
{
	struct flow flow = { 0 };

	(void)state;
	print(&flow, "fbt", "return", 0, 0, false, " <- f");
	print(&flow, "fbt", "entry", 0, 0, false, " -> f");
	print(&flow, "syscall", "entry", 0, 0, false, "   => f");
	print(&flow, "fbt", "other", 0, 0, false, "    | f:other");
	print(&flow, "syscall", "return", 0, 0, false, "   <= f");
	print(&flow, "fbt", "return", 0, 0, false, " <- f");
	print(&flow, "fbt", "return", 0, 0, false, " <- f");
	flow_deinit(&flow);
}

static void clauses_of_a_firing(void **state)
{
	struct flow flow = { 0 };

	(void)state;
	print(&flow, "fbt", "entry", 1, 0, false, " -> f");
	print(&flow, "fbt", "entry", 2, 0, false, "  | f:entry");
	print(&flow, "fbt", "entry", 4, 0, false, "  | f:entry");
	/* an earlier clause or another CPU: another firing */
	print(&flow, "fbt", "entry", 1, 0, false, "   -> f");
	print(&flow, "fbt", "entry", 2, 1, false, "     -> f");
	print(&flow, "fbt", "return", 1, 1, true, "      | f:return");
	print(&flow, "fbt", "return", 2, 1, false, "     <- f");
	flow_deinit(&flow);
}

static void held_records(void **state)
{
	struct flow flow = { 0 };
	struct ring_rec rec = { .cpu = 5, .data = (const uint8_t *)"bytes",
				.len_bytes = 5 };

	(void)state;
	flow_hold(&flow, &rec, 77);
	assert_true(flow.has_held);
	assert_int_equal(flow.held_ns, 77);
	rec = flow_held(&flow);
	assert_int_equal(rec.cpu, 5);
	assert_int_equal(rec.len_bytes, 5);
	assert_memory_equal(rec.data, "bytes", 5);
	flow_deinit(&flow);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_by_name),
		cmocka_unit_test(indents),
		cmocka_unit_test(clauses_of_a_firing),
		cmocka_unit_test(held_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
