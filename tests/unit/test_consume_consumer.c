// SPDX-License-Identifier: BSD-2-Clause
/*
 * From bytes in a ring to the text on the output file: lines, quiet mode,
 * faults, exit, the final report, drops, lost keys, a closed output.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text/strbuf.h"
#include "runtime/consume/consumer.h"
#include "tests/unit/mem_ring.h"

enum { CPU_MAX = 2, RING_BYTES = 4096, KEY_BYTES = 8, SLOT_MAX = 4 };

/* Layouts of the test, in order. */
enum {
	LAYOUT_DEFAULT,
	LAYOUT_TRACE,  /* trace(int); trace(string of 8) */
	LAYOUT_PRINTF, /* printf("n=%d s=%s\n", int, string of 8) */
	LAYOUT_EXIT,   /* exit(int) */
	LAYOUT_PRINTA, /* printa(@a) */
	LAYOUT_CNT,
};

enum { COUNTER_STRIDE = 1024 };

struct fixture {
	struct arena arena;
	struct rec_layout layouts[LAYOUT_CNT];
	struct ident idents[2];
	struct agg_layout aggs[2]; /* @a keyed by string, @ unkeyed */
	uint64_t values[SLOT_MAX][CPU_MAX];
	void *value_maps[1];
	uint64_t unkeyed[CPU_MAX];
	uint8_t counters[CPU_MAX][COUNTER_STRIDE];
	struct mem_ring rings[CPU_MAX];
	char *out_text;
	size_t out_len;
	FILE *out;
	struct strbuf messages;
	struct consumer consumer;
	int walk_cnt;
	int probe_cnt;
};

static bool lookup(void *ctx, const struct rec_header *header,
		   struct consumer_probe *ret)
{
	struct fixture *f = ctx;

	f->probe_cnt++;
	if (header->prog_id != 1)
		return false;
	*ret = (struct consumer_probe){
		.id = 100 + header->probe_tag,
		.provider = "shop7",
		.module = "shop",
		.function = header->probe_tag ? "main" : "",
		.name = header->probe_tag ? "sale" : "BEGIN",
	};
	return true;
}

static void message(void *ctx, const char *text)
{
	struct fixture *f = ctx;

	strbuf_puts(&f->messages, text);
	strbuf_putc(&f->messages, '\n');
}

static int walk(void *ctx, uint32_t keyed_idx, consumer_walk_fn *fn,
		void *arg)
{
	struct fixture *f = ctx;

	assert_int_equal(keyed_idx, 0);
	f->walk_cnt++;
	return fn(arg, "walked\0", 1, 0);
}

static const struct consumer_ops ops = {
	.probe = lookup,
	.message = message,
	.walk = walk,
};

static struct rec_field number_text[] = {
	INT_FIELD(0, 4, true),
	STRING_FIELD(8, 8),
};
static struct rec_field key_field[] = { STRING_FIELD(0, 8) };
static uint32_t first_agg[] = { 0 };

static void make_layouts(struct fixture *f)
{
	static struct rec_item trace_items[] = {
		{ .action = ACT_trace, .fields = number_text, .field_cnt = 1 },
		{ .action = ACT_trace, .fields = number_text + 1,
		  .field_cnt = 1 },
	};
	static struct rec_item exit_item = {
		.action = ACT_exit, .fields = number_text, .field_cnt = 1,
	};
	static struct rec_item printa_item = {
		.action = ACT_printa, .agg_ids = first_agg, .agg_cnt = 1,
	};
	struct rec_item *printf_item = arena_new(&f->arena, struct rec_item);

	*printf_item = (struct rec_item){
		.action = ACT_printf,
		.fmt = sample_format(&f->arena, "n=%d s=%s\n"),
		.fields = number_text,
		.field_cnt = 2,
	};
	for (uint32_t i = 0; i < LAYOUT_CNT; i++)
		f->layouts[i].id = REC_LAYOUT_FIRST + i;
	f->layouts[LAYOUT_DEFAULT].is_default = true;
	f->layouts[LAYOUT_TRACE].items = trace_items;
	f->layouts[LAYOUT_TRACE].item_cnt = 2;
	f->layouts[LAYOUT_TRACE].data_bytes = 16;
	f->layouts[LAYOUT_PRINTF].items = printf_item;
	f->layouts[LAYOUT_PRINTF].item_cnt = 1;
	f->layouts[LAYOUT_PRINTF].data_bytes = 16;
	f->layouts[LAYOUT_EXIT].items = &exit_item;
	f->layouts[LAYOUT_EXIT].item_cnt = 1;
	f->layouts[LAYOUT_EXIT].data_bytes = 4;
	f->layouts[LAYOUT_PRINTA].items = &printa_item;
	f->layouts[LAYOUT_PRINTA].item_cnt = 1;
}

static void make_aggs(struct fixture *f)
{
	f->idents[0].agg_func = f->idents[1].agg_func = AGG_count;
	f->aggs[0] = (struct agg_layout){
		.ident = &f->idents[0],
		.keys = key_field,
		.key_cnt = 1,
		.key_bytes = KEY_BYTES,
		.value_words = 1,
		.slot_max = SLOT_MAX,
	};
	f->aggs[1] = (struct agg_layout){
		.ident = &f->idents[1],
		.id = 1,
		.value_words = 1,
	};
	f->value_maps[0] = f->values;
}

static struct fixture *fixture_create(struct consumer_options options)
{
	struct fixture *f = calloc(1, sizeof(*f));
	struct consumer_config config = {
		.options = options,
		.layouts = f->layouts,
		.layout_cnt = LAYOUT_CNT,
		.aggs = f->aggs,
		.agg_cnt = 2,
		.agg_memory = { .unkeyed = f->unkeyed,
				.unkeyed_stride = sizeof(f->unkeyed[0]),
				.values = f->value_maps,
				.cpu_max = CPU_MAX },
		.counters = { .mem = f->counters,
			      .stride_bytes = COUNTER_STRIDE,
			      .cpu_max = CPU_MAX,
			      .row_cnt = 1 },
		.ops = &ops,
		.ctx = f,
	};

	arena_init(&f->arena);
	make_layouts(f);
	make_aggs(f);
	config.out = f->out = open_memstream(&f->out_text, &f->out_len);
	consumer_init(&f->consumer, &config);
	for (uint32_t cpu = 0; cpu < CPU_MAX; cpu++) {
		mem_ring_init(&f->rings[cpu], RING_BYTES);
		mem_ring_join(&f->rings[cpu], &f->consumer.rings, cpu);
	}
	return f;
}

static void fixture_destroy(struct fixture *f)
{
	consumer_deinit(&f->consumer);
	for (uint32_t cpu = 0; cpu < CPU_MAX; cpu++)
		mem_ring_deinit(&f->rings[cpu]);
	fclose(f->out);
	free(f->out_text);
	strbuf_deinit(&f->messages);
	arena_deinit(&f->arena);
	free(f);
}

/* A record of layout @idx by probe @tag, its number and text. */
static void put(struct fixture *f, uint32_t cpu, uint64_t time_ns,
		uint32_t idx, uint32_t tag, int32_t number, const char *text)
{
	struct {
		struct rec_header header;
		int32_t number;
		char text[8] __attribute__((aligned(8)));
	} rec = {
		.header = { .layout_id = REC_LAYOUT_FIRST + idx,
			    .probe_tag = tag,
			    .tgid = 7,
			    .prog_id = 1,
			    .time_ns = time_ns },
		.number = number,
	};

	memcpy(rec.text, text, strlen(text));
	mem_ring_put(&f->rings[cpu], &rec,
		     sizeof(rec.header) + f->layouts[idx].data_bytes);
}

static void put_key(struct fixture *f, uint32_t slot, const char *text)
{
	struct {
		struct rec_key key;
		char text[KEY_BYTES];
	} rec = {
		.key = { .header = { .layout_id = REC_LAYOUT_KEY },
			 .slot = slot },
	};

	memcpy(rec.text, text, strlen(text));
	mem_ring_put(&f->rings[0], &rec, sizeof(rec));
}

static void count(struct fixture *f, uint32_t cpu,
		  enum rt_cpu_counter counter, uint64_t cnt)
{
	((uint64_t *)f->counters[cpu])[counter] += cnt;
}

static void check_out(struct fixture *f, const char *expected)
{
	assert_int_equal(fflush(f->out), 0);
	assert_string_equal(f->out_text, expected);
}

#define COLUMNS "CPU     ID                    FUNCTION:NAME\n"

static void firings_are_lines(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	put(f, 0, 10, LAYOUT_DEFAULT, 0, 0, "");
	put(f, 1, 20, LAYOUT_TRACE, 1, 42, "hello");
	put(f, 0, 30, LAYOUT_PRINTF, 1, 5, "abc");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	check_out(f, COLUMNS
		  "  0    100                           :BEGIN \n"
		  "  1    101                        main:sale "
		  "         42  hello                            \n"
		  "  0    101                        main:sale n=5 s=abc\n\n");
	assert_int_equal(f->consumer.record_cnt, 3);
	/* the header comes once; the probe's text is kept */
	put(f, 0, 40, LAYOUT_DEFAULT, 0, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	assert_non_null(strstr(f->out_text, "\n\n  0    100"));
	assert_int_equal(f->probe_cnt, 2);
	fixture_destroy(f);
}

static void quiet_shows_only_data(void **state)
{
	struct fixture *f =
		fixture_create((struct consumer_options){ .quiet = true });

	(void)state;
	put(f, 0, 10, LAYOUT_DEFAULT, 0, 0, "");
	put(f, 1, 20, LAYOUT_TRACE, 1, 42, "hello");
	put(f, 0, 30, LAYOUT_PRINTF, 1, 5, "abc");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	check_out(f, "42hellon=5 s=abc\n");
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "42hellon=5 s=abc\n\n");
	fixture_destroy(f);
}

static void rawbytes_dumps_traces(void **state)
{
	struct fixture *f = fixture_create(
		(struct consumer_options){ .quiet = true, .rawbytes = true });

	(void)state;
	put(f, 1, 20, LAYOUT_TRACE, 1, 42, "hello");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	check_out(f,
		  "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e"
		  "  f  0123456789abcdef\n"
		  "         0: 2a 00 00 00                                    "
		  "  *...\n"
		  "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e"
		  "  f  0123456789abcdef\n"
		  "         0: 68 65 6c 6c 6f 00 00 00                        "
		  "  hello...\n");
	fixture_destroy(f);
}

static void unknown_probe_has_an_empty_name(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	struct rec_header header = { .layout_id = REC_LAYOUT_FIRST };

	(void)state;
	mem_ring_put(&f->rings[0], &header, sizeof(header));
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	check_out(f, COLUMNS
		  "  0      0                                : \n");
	fixture_destroy(f);
}

static void exit_gives_its_status(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	assert_false(f->consumer.has_exited);
	put(f, 0, 10, LAYOUT_EXIT, 0, 3, "");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	assert_true(f->consumer.has_exited);
	assert_int_equal(f->consumer.exit_status, 3);
	check_out(f, COLUMNS
		  "  0    100                           :BEGIN \n");
	fixture_destroy(f);
}

static void put_error(struct fixture *f, uint32_t clause_id, uint32_t action,
		      uint32_t fault, uint64_t value)
{
	const struct rec_error error = {
		.header = { .layout_id = REC_LAYOUT_ERROR, .prog_id = 1,
			    .probe_tag = 1, .tgid = 7 },
		.clause_id = clause_id,
		.action = action,
		.fault = fault,
		.offset = -1,
		.value = value,
	};

	mem_ring_put(&f->rings[0], &error, sizeof(error));
}

static void faults_are_messages(void **state)
{
	static const struct {
		uint32_t fault;
		uint64_t value;
		const char *text;
	} cases[] = {
		{ FAULT_UNKNOWN, 0, "unknown fault" },
		{ FAULT_BADADDR, 0x123, "invalid address (0x123)" },
		{ FAULT_BADALIGN, 1, "invalid alignment (0x1)" },
		{ FAULT_ILLOP, 1, "illegal operation" },
		{ FAULT_DIVZERO, 0, "divide-by-zero" },
		{ FAULT_NOSCRATCH, 0, "out of scratch space" },
		{ FAULT_KPRIV, 1, "invalid kernel access" },
		{ FAULT_UPRIV, 1, "invalid user access" },
		{ FAULT_TUPOFLOW, 0, "tuple stack overflow" },
		{ FAULT_BADSTACK, 0x10, "bad stack (0x10)" },
		{ FAULT_BADSIZE, 0x20, "invalid size (0x20)" },
		{ FAULT_BADINDEX, 12, "index out of bounds (12)" },
		{ 99, 0, "unknown fault" },
	};
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	struct strbuf expected = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		put_error(f, 4, 2, cases[i].fault, cases[i].value);
		strbuf_printf(&expected,
			      "error on enabled probe ID 1 (ID 101: "
			      "shop7:shop:main:sale): %s in action #2\n",
			      cases[i].text);
	}
	put_error(f, 5, 0, FAULT_DIVZERO, 0);
	strbuf_puts(&expected,
		    "error on enabled probe ID 2 (ID 101: "
		    "shop7:shop:main:sale): divide-by-zero in predicate\n");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	assert_string_equal(strbuf_text(&f->messages),
			    strbuf_text(&expected));
	assert_int_equal(f->consumer.error_cnt,
			 sizeof(cases) / sizeof(cases[0]) + 1);
	check_out(f, "");
	strbuf_deinit(&expected);
	fixture_destroy(f);
}

static uint32_t clause_as_enabling(void *ctx, const struct rec_header *header,
				   uint32_t clause_id)
{
	(void)ctx;
	(void)header;
	return 1000 + clause_id;
}

static void session_may_number_enablings(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	struct consumer_ops with_numbers = ops;

	(void)state;
	with_numbers.enabling = clause_as_enabling;
	f->consumer.ops = &with_numbers;
	put_error(f, 5, 1, FAULT_DIVZERO, 0);
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	assert_string_equal(strbuf_text(&f->messages),
			    "error on enabled probe ID 1005 (ID 101: "
			    "shop7:shop:main:sale): divide-by-zero in action "
			    "#1\n");
	fixture_destroy(f);
}

#define ROW_A "  apple                                             "

static void aggregations_come_last(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	put_key(f, 0, "apple");
	f->values[0][0] = 1;
	f->values[0][1] = 2;
	f->unkeyed[1] = 9;
	put(f, 0, 10, LAYOUT_DEFAULT, 1, 0, "");
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, COLUMNS
		  "  0    101                        main:sale \n"
		  "\n" ROW_A "                3\n"
		  "                9\n");
	assert_int_equal(f->walk_cnt, 0);
	fixture_destroy(f);
}

static void printa_prints_now_and_only_once(void **state)
{
	struct fixture *f =
		fixture_create((struct consumer_options){ .quiet = true });

	(void)state;
	put_key(f, 0, "apple");
	f->values[0][0] = 1;
	put(f, 0, 10, LAYOUT_PRINTA, 1, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX), 0);
	check_out(f, "\n" ROW_A "                1\n");
	f->values[0][0] = 2;
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "\n" ROW_A "                1\n\n");
	fixture_destroy(f);
}

/* Of a process whose mappings are known up to the pass's start. */
static void user_keys_wait_for_names(void **state)
{
	static struct rec_field function = { .kind = REC_UADDR,
					     .size_bytes = 16 };
	struct fixture *f =
		fixture_create((struct consumer_options){ .quiet = true });
	struct {
		struct rec_key key;
		uint64_t pid, uaddr;
	} rec = {
		.key = { .header = { .layout_id = REC_LAYOUT_KEY,
				     .time_ns = 20 } },
		.pid = 1 << 30,
		.uaddr = 0x1234,
	};

	(void)state;
	f->aggs[0].keys = &function;
	f->aggs[0].key_bytes = 16;
	f->values[0][0] = 1;
	mem_ring_put(&f->rings[0], &rec, sizeof(rec));
	put(f, 0, 5, LAYOUT_PRINTA, 1, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, 20), 0);
	check_out(f, "\n");
	put(f, 0, 25, LAYOUT_PRINTA, 1, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, 30), 0);
	check_out(f,
		  "\n\n  0x1234                                            "
		  "                1\n");
	fixture_destroy(f);
}

static void final_newline_even_with_nothing(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	assert_int_equal(consumer_newline(&f->consumer), 0);
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "\n\n");
	assert_int_equal(f->messages.len, 0);
	fixture_destroy(f);
}

static void lost_keys_are_walked_for_once(void **state)
{
	struct fixture *f =
		fixture_create((struct consumer_options){ .quiet = true });

	(void)state;
	f->values[1][0] = 4;
	count(f, 1, CNT_KEY_REC_DROPPED, 1);
	put(f, 0, 10, LAYOUT_PRINTA, 1, 0, "");
	put(f, 0, 20, LAYOUT_PRINTA, 1, 0, "");
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "\n  walked                                            "
		     "                4\n"
		     "\n  walked                                            "
		     "                4\n\n");
	assert_int_equal(f->walk_cnt, 1);
	fixture_destroy(f);
}

static void drops_are_told_when_they_grow(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages), "");
	count(f, 0, CNT_REC_DROPPED, 1);
	count(f, 1, CNT_REC_DROPPED, 5);
	count(f, 1, CNT_ERR_DROPPED, 2);
	count(f, 1, CNT_AGG_DROPPED, 3);
	count(f, 1, CNT_KEY_REC_DROPPED, 3);
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "1 drop on CPU 0\n"
			    "7 drops on CPU 1\n"
			    "3 aggregation drops on CPU 1\n");
	strbuf_clear(&f->messages);
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages), "");
	count(f, 1, CNT_AGG_DROPPED, 1);
	/* the record of a clause that found no scratch slot is also lost */
	((uint64_t *)f->counters[0])[rt_counter_off(0, CNT_NO_SCRATCH) / 8] = 1;
	count(f, 0, CNT_REC_DROPPED, 1);
	f->consumer.options.droptags = true;
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "[DTRACEDROP_PRINCIPAL] 2 drops on CPU 0\n"
			    "[DTRACEDROP_AGGREGATION] 1 aggregation drop on "
			    "CPU 1\n");
	fixture_destroy(f);
}

static void faults_of_error_clauses_are_told_together(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });

	(void)state;
	count(f, 1, CNT_ERR_IN_ERROR, 1);
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "1 error in ERROR probe enabling\n");
	strbuf_clear(&f->messages);
	count(f, 0, CNT_ERR_IN_ERROR, 1);
	count(f, 1, CNT_ERR_IN_ERROR, 1);
	f->consumer.options.droptags = true;
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "[DTRACEDROP_DBLERROR] 2 errors in ERROR probe "
			    "enabling\n");
	fixture_destroy(f);
}

static void missed_firings_are_of_all_cpus(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	uint64_t missed_cnt = 1;

	(void)state;
	f->consumer.drops.counters.missed = &missed_cnt;
	consumer_report_drops(&f->consumer);
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "1 missed firing (the kernel was in another probe "
			    "on that CPU)\n");
	strbuf_clear(&f->messages);
	missed_cnt = 43;
	f->consumer.options.droptags = true;
	consumer_report_drops(&f->consumer);
	assert_string_equal(strbuf_text(&f->messages),
			    "[DTRACEDROP_MISSED] 42 missed firings (the kernel "
			    "was in other probes on that CPU)\n");
	fixture_destroy(f);
}

static void totals_come_out_even(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	const struct counters *counters = &f->consumer.drops.counters;
	uint64_t row[CNT_CLAUSE_CNT];

	(void)state;
	count(f, 0, CNT_REC_ATTEMPTED, 4);
	count(f, 1, CNT_REC_ATTEMPTED, 6);
	assert_int_equal(counters_total(counters, CNT_REC_ATTEMPTED), 10);
	for (uint32_t cpu = 0; cpu < CPU_MAX; cpu++) {
		uint64_t *words = (uint64_t *)f->counters[cpu];

		words[rt_counter_off(0, CNT_ENTERED) / 8] = 10;
		words[rt_counter_off(0, CNT_PRED_FALSE) / 8] = 3;
		words[rt_counter_off(0, CNT_FAULTED) / 8] = 1;
	}
	counters_row(counters, 0, row);
	assert_int_equal(row[CNT_ENTERED], 20);
	assert_int_equal(row[CNT_PRED_FALSE], 6);
	assert_int_equal(row[CNT_FAULTED], 2);
	assert_int_equal(row[CNT_COMPLETED], 12);
	fixture_destroy(f);
}

static void senseless_records_are_told_at_the_end(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	struct rec_header header = {
		.layout_id = REC_LAYOUT_FIRST + LAYOUT_CNT,
	};

	(void)state;
	mem_ring_put(&f->rings[0], &header, sizeof(header));
	header.layout_id = REC_LAYOUT_FIRST + LAYOUT_TRACE; /* no data */
	mem_ring_put(&f->rings[0], &header, sizeof(header));
	header.layout_id = REC_LAYOUT_ERROR;
	mem_ring_put(&f->rings[0], &header, sizeof(header));
	header.layout_id = REC_LAYOUT_KEY;
	mem_ring_put(&f->rings[0], &header, sizeof(header));
	put_key(f, SLOT_MAX, "apple");
	mem_ring_put(&f->rings[0], "short", 5);
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "\n");
	assert_string_equal(strbuf_text(&f->messages),
			    "5 records and 5 bytes of the ring buffers were invalid; please report it"
			    "\n");
	fixture_destroy(f);
}

static ssize_t refuse(void *cookie, const char *text, size_t len)
{
	(void)cookie;
	(void)text;
	(void)len;
	errno = EPIPE;
	return -1;
}

static void closed_output_ends_the_run(void **state)
{
	struct fixture *f = fixture_create((struct consumer_options){ 0 });
	FILE *closed = fopencookie(
		NULL, "w", (cookie_io_functions_t){ .write = refuse });

	(void)state;
	f->consumer.out = closed;
	put(f, 0, 10, LAYOUT_DEFAULT, 0, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX),
			 -EPIPE);
	put(f, 0, 20, LAYOUT_DEFAULT, 0, 0, "");
	assert_int_equal(consumer_pass_until(&f->consumer, UINT64_MAX),
			 -EPIPE);
	assert_int_equal(consumer_final(&f->consumer), -EPIPE);
	fclose(closed);
	fixture_destroy(f);
}

static void young_records_wait_for_the_next_pass(void **state)
{
	struct fixture *f =
		fixture_create((struct consumer_options){ .quiet = true });

	(void)state;
	put(f, 0, UINT64_MAX - 1, LAYOUT_PRINTF, 1, 2, "late");
	put(f, 1, 1, LAYOUT_PRINTF, 1, 1, "early");
	assert_int_equal(consumer_pass(&f->consumer), 0);
	check_out(f, "n=1 s=early\n");
	assert_int_equal(consumer_final(&f->consumer), 0);
	check_out(f, "n=1 s=early\nn=2 s=late\n\n");
	fixture_destroy(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(firings_are_lines),
		cmocka_unit_test(quiet_shows_only_data),
		cmocka_unit_test(rawbytes_dumps_traces),
		cmocka_unit_test(unknown_probe_has_an_empty_name),
		cmocka_unit_test(exit_gives_its_status),
		cmocka_unit_test(faults_are_messages),
		cmocka_unit_test(session_may_number_enablings),
		cmocka_unit_test(aggregations_come_last),
		cmocka_unit_test(printa_prints_now_and_only_once),
		cmocka_unit_test(user_keys_wait_for_names),
		cmocka_unit_test(final_newline_even_with_nothing),
		cmocka_unit_test(lost_keys_are_walked_for_once),
		cmocka_unit_test(drops_are_told_when_they_grow),
		cmocka_unit_test(faults_of_error_clauses_are_told_together),
		cmocka_unit_test(missed_firings_are_of_all_cpus),
		cmocka_unit_test(totals_come_out_even),
		cmocka_unit_test(senseless_records_are_told_at_the_end),
		cmocka_unit_test(closed_output_ends_the_run),
		cmocka_unit_test(young_records_wait_for_the_next_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
