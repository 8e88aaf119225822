// SPDX-License-Identifier: BSD-2-Clause
/*
 * What is held for speculations: given out once and in order, only of the
 * generation that is committed; ids come back to the free list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/consume/speculate.h"

enum { SPEC_CNT = 3 };

struct fixture {
	uint64_t memory[64];
	struct spec_set set;
	struct strbuf got;
};

static void set_up(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	assert_true(sizeof(f->memory) >= rt_spec_off(SPEC_CNT + 1));
	spec_set_init(&f->set, f->memory, SPEC_CNT);
	spec_set_start(&f->set);
}

static void tear_down(struct fixture *f)
{
	spec_set_deinit(&f->set);
	strbuf_deinit(&f->got);
}

static void hold(struct fixture *f, uint32_t id, uint32_t generation,
		 const char *text)
{
	struct rec_spec spec = { id, generation };
	struct ring_rec rec = {
		.cpu = id,
		.data = (const uint8_t *)text,
		.len_bytes = (uint32_t)strlen(text),
	};

	spec_set_hold(&f->set, &spec, &rec);
}

static void gather(void *ctx, const struct ring_rec *rec)
{
	struct fixture *f = ctx;

	assert_int_equal((uintptr_t)rec->data % 8, 0);
	strbuf_printf(&f->got, "%u:%.*s ", rec->cpu, (int)rec->len_bytes,
		      (const char *)rec->data);
}

/* The records that the commit of that use delivers. */
static const char *commit(struct fixture *f, uint32_t id, uint32_t generation)
{
	struct rec_spec spec = { id, generation };

	strbuf_clear(&f->got);
	f->set.head->busy_cnt++;
	spec_set_commit(&f->set, &spec, gather, f);
	return strbuf_text(&f->got);
}

/* The ids of the free list, in its order. */
static const char *free_ids(struct fixture *f)
{
	uint32_t id = (uint32_t)f->set.head->free;

	strbuf_clear(&f->got);
	for (; id; id = (uint32_t)f->set.specs[id].next)
		strbuf_printf(&f->got, "%u ", id);
	return strbuf_text(&f->got);
}

/* As a program does. */
static void take(struct fixture *f, uint32_t id)
{
	assert_int_equal((uint32_t)f->set.head->free, id);
	f->set.head->free = f->set.specs[id].next;
}

static void ids_begin_in_order(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_string_equal(free_ids(&f), "1 2 3 ");
	tear_down(&f);
}

static void a_commit_gives_its_records(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	take(&f, 1);
	take(&f, 2);
	hold(&f, 1, 1, "a");
	hold(&f, 2, 1, "other");
	hold(&f, 1, 1, "longer than one word");
	hold(&f, 1, 1, "");
	assert_string_equal(commit(&f, 1, 1), "1:a 1:longer than one word 1: ");
	assert_int_equal(f.set.head->busy_cnt, 0);
	assert_string_equal(free_ids(&f), "1 3 ");
	assert_int_equal(f.set.head->free >> 32, 1); /* it changed once */
	assert_string_equal(commit(&f, 2, 1), "2:other ");
	tear_down(&f);
}

static void late_records_are_lost(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	hold(&f, 1, 1, "in time");
	assert_string_equal(commit(&f, 1, 1), "1:in time ");
	hold(&f, 1, 1, "late");
	hold(&f, 1, 2, "next use");
	hold(&f, 1, 1, "later");
	assert_string_equal(commit(&f, 1, 2), "1:next use ");
	tear_down(&f);
}

static void discarded_records_go_with_the_next_use(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	hold(&f, 1, 1, "discarded");
	hold(&f, 1, 2, "kept");
	assert_string_equal(commit(&f, 1, 2), "1:kept ");
	/* generations wrap around */
	hold(&f, 2, UINT32_MAX, "discarded");
	hold(&f, 2, 0, "not yet");
	hold(&f, 2, 1, "kept");
	assert_string_equal(commit(&f, 2, 1), "2:kept ");
	tear_down(&f);
}

static void cleaning_frees_what_was_left(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	take(&f, 1);
	take(&f, 2);
	hold(&f, 1, 1, "still active");
	hold(&f, 2, 1, "discarded");
	f.set.specs[1].word = UINT64_C(1) << 32 | RT_SPEC_ACTIVE | 30;
	f.set.specs[2].word = UINT64_C(2) << 32 | RT_SPEC_LEFT;
	spec_set_clean(&f.set);
	assert_int_equal(f.set.holds[2].bytes.cap, 0);
	assert_string_equal(free_ids(&f), "2 3 ");
	spec_set_clean(&f.set);
	assert_string_equal(free_ids(&f), "2 3 ");
	assert_string_equal(commit(&f, 1, 1), "1:still active ");
	tear_down(&f);
}

static void ids_out_of_range_are_ignored(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	hold(&f, 0, 1, "none");
	hold(&f, SPEC_CNT + 1, 1, "beyond");
	assert_string_equal(commit(&f, SPEC_CNT + 1, 1), "");
	assert_string_equal(free_ids(&f), "1 2 3 ");
	tear_down(&f);
	spec_set_init(&f.set, NULL, SPEC_CNT);
	hold(&f, 1, 1, "no speculations at all");
	spec_set_clean(&f.set);
	spec_set_deinit(&f.set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_begin_in_order),
		cmocka_unit_test(a_commit_gives_its_records),
		cmocka_unit_test(late_records_are_lost),
		cmocka_unit_test(discarded_records_go_with_the_next_use),
		cmocka_unit_test(cleaning_frees_what_was_left),
		cmocka_unit_test(ids_out_of_range_are_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
