// SPDX-License-Identifier: BSD-2-Clause
/*
 * base/: arena, vector, strings, map, places, diagnostics, files.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/system/file.h"
#include "base/system/pass_fds.h"
#include "base/text/diag.h"
#include "base/text/nearest.h"
#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "base/vec.h"

static void arena_gives_zeroed_aligned_memory(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t size = 0; size < 100000; size += 977) {
		char *p = arena_alloc(&arena, size);

		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, size);
	}
	assert_string_equal(arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
	assert_string_equal(arena_strndup(&arena, "abcdef", 3), "abc");
	arena_deinit(&arena);
}

/* Rounds of requests of every size: what comes after a clear is zeroed too. */
static void arena_is_cleared(void **state)
{
	static const size_t sizes[] = { 1, 100, 32 * 1024, 32 * 1024 + 1, 0, 5000, 100000, 31 * 1024 };
	enum { CNT = sizeof(sizes) / sizeof(sizes[0]) };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	arena_clear(&arena);
	for (int round = 0; round < 1 << CNT; round++) {
		for (int i = 0; i < CNT; i++) {
			char *p = round & 1 << i ? arena_alloc(&arena, sizes[i]) : NULL;

			for (size_t at = 0; p && at < sizes[i]; at++)
				assert_int_equal(p[at], 0);
			if (p)
				memset(p, 0xa5, sizes[i]);
		}
		arena_clear(&arena);
	}
	arena_deinit(&arena);
}

static void vec_grows_and_zeroes(void **state)
{
	VEC(int) vec = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		vec_push(&vec, i);
	assert_int_equal(*vec_add(&vec), 0);
	assert_int_equal(vec.cnt, 1001);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(vec.v[i], i);
	vec_deinit(&vec);
	assert_null(vec.v);
}

static void strbuf_builds_text(void **state)
{
	struct strbuf sb = { 0 };
	char *text;

	(void)state;
	assert_string_equal(strbuf_text(&sb), "");
	strbuf_puts(&sb, "a");
	strbuf_pad(&sb, '.', 3);
	strbuf_printf(&sb, "%05d", 42);
	strbuf_putc(&sb, '!');
	assert_string_equal(sb.text, "a...00042!");
	for (int i = 0; i < 1000; i++)
		strbuf_puts(&sb, "0123456789");
	assert_int_equal(sb.len, 10010);
	text = strbuf_take(&sb);
	assert_int_equal(strlen(text), 10010);
	assert_string_equal(strbuf_text(&sb), "");
	free(text);
}

static void map_keeps_order_of_insertion(void **state)
{
	struct map map = { 0 };
	char key[32];

	(void)state;
	assert_null(map_find(&map, "x", 1));
	for (intptr_t i = 0; i < 5000; i++) {
		snprintf(key, sizeof(key), "key%ld", (long)i);
		*map_put_str(&map, key) = (void *)(i + 1);
	}
	*map_put_str(&map, "key7") = (void *)70;
	assert_int_equal(map.cnt, 5000);
	for (intptr_t i = 0; i < 5000; i++) {
		snprintf(key, sizeof(key), "key%ld", (long)i);
		assert_string_equal(map.entries[i].key, key);
		assert_ptr_equal(map_get_str(&map, key),
				 (void *)(i == 7 ? 70 : i + 1));
	}
	assert_null(map_get_str(&map, "key5000"));
	*map_put(&map, "a\0b", 3) = &map; /* NUL bytes count */
	assert_null(map_find(&map, "a\0c", 3));
	assert_non_null(map_find(&map, "a\0b", 3));
	map_deinit(&map);
}

static void markers_move_file_and_line(void **state)
{
	static const char text[] = "one\n# 7 \"x.h\"\nthree\nfour\n";
	struct src_pos pos;
	struct src src;
	const char *line;
	size_t len;

	(void)state;
	src_init(&src, SRC_FILE, "a.d", text, strlen(text));
	src_add_marker(&src, 14, "x.h", 7);
	pos = src_pos(&src, 2);
	assert_string_equal(pos.file, "a.d");
	assert_int_equal(pos.line, 1);
	assert_int_equal(pos.column, 3);
	pos = src_pos(&src, 20); /* 'f' of four */
	assert_string_equal(pos.file, "x.h");
	assert_int_equal(pos.line, 8);
	assert_int_equal(pos.column, 1);
	src_line(&src, 16, &line, &len);
	assert_int_equal(len, 5);
	assert_memory_equal(line, "three", 5);
	pos = src_pos(&src, (uint32_t)strlen(text) + 100); /* past the end */
	assert_int_equal(pos.line, 9);
	src_deinit(&src);
}

static void expect_pos(const struct src *src, struct src_cursor *cursor,
		       uint32_t offset)
{
	struct src_pos one = src_pos(src, offset);
	struct src_pos next = src_pos_next(cursor, src, offset);

	assert_string_equal(next.file, one.file);
	assert_int_equal(next.line, one.line);
	assert_int_equal(next.column, one.column);
}

/* From each place to each other, forwards and backwards, across a marker. */
static void a_cursor_finds_the_same_places(void **state)
{
	static const char text[] = "\none\n\n# 7 \"x.h\"\nthree\nfour\n\n";
	struct src_cursor cursor = { 0 };
	struct src src;

	(void)state;
	src_init(&src, SRC_FILE, "a.d", text, strlen(text));
	src_add_marker(&src, 16, "x.h", 7);
	assert_int_equal(src_pos(&src, 0).line, 1);
	assert_int_equal(src_pos(&src, 1).line, 2);
	assert_int_equal(src_pos(&src, 3).column, 3);
	for (uint32_t from = 0; from <= strlen(text); from++)
		for (uint32_t to = 0; to <= strlen(text); to++) {
			expect_pos(&src, &cursor, from);
			expect_pos(&src, &cursor, to);
		}
	src_deinit(&src);
}

static void diagnostics_show_the_place(void **state)
{
	static const char text[] = "probe x(int;\n\tprobe y\n";
	struct diag_list diags;
	struct strbuf sb = { 0 };
	struct arena arena;
	struct src src;

	(void)state;
	arena_init(&arena);
	diag_init(&diags, &arena);
	src_init(&src, SRC_FILE, "p.d", text, strlen(text));
	assert_int_equal(diag_error(&diags, (struct loc){ &src, 8, 11 },
				    "D_SYNTAX", "bad %s", "thing"), -EINVAL);
	diag_warning(&diags, (struct loc){ &src, 14, 15 }, NULL, "tab");
	diag_format(&diags.diags.v[0], DIAG_TAG, &sb);
	assert_string_equal(sb.text, "p.d:1:9: error: [D_SYNTAX] bad thing\n"
				     "  probe x(int;\n"
				     "          ^~~\n");
	strbuf_clear(&sb);
	diag_format(&diags.diags.v[1], 0, &sb);
	assert_string_equal(sb.text, "p.d:2:2: warning: tab\n"
				     "  \tprobe y\n"
				     "  \t^\n");
	strbuf_clear(&sb);
	diag_format(&diags.diags.v[0], DIAG_COLOR, &sb);
	assert_string_equal(sb.text,
			    "p.d:1:9: \033[1;31merror: \033[0mbad thing\n"
			    "  probe x(int;\n"
			    "          \033[1;32m^~~\033[0m\n");
	strbuf_clear(&sb);
	diag_format(&diags.diags.v[1], DIAG_COLOR, &sb);
	assert_string_equal(sb.text,
			    "p.d:2:2: \033[1;35mwarning: \033[0mtab\n"
			    "  \tprobe y\n"
			    "  \t\033[1;32m^\033[0m\n");
	for (int i = 0; i < 100; i++)
		diag_error(&diags, (struct loc){ 0 }, NULL, "again");
	assert_int_equal(diags.error_cnt, 101);
	assert_int_equal(diags.diags.cnt, DIAG_ERROR_MAX + 1);
	strbuf_deinit(&sb);
	diag_deinit(&diags);
	src_deinit(&src);
	arena_deinit(&arena);
}

static void the_nearest_name_is_found(void **state)
{
	static const char *const names[] = { "entry", "return", "pid",
					     "timestamp", "vtimestamp", "id" };
	static const struct {
		const char *written, *nearest;
	} rows[] = {
		{ "entyr", "entry" }, { "entr", "entry" },
		{ "entrry", "entry" }, { "etnyr", NULL },
		{ "pod", "pid" }, { "pidd", "pid" }, { "xd", NULL },
		{ "entry", NULL }, { "timestmap", "timestamp" },
		{ "timsetmap", "timestamp" }, { "timesta", "timestamp" },
		{ "timest", NULL }, { "reutrn", "return" }, { "", NULL },
		{ "vtimestammp", "vtimestamp" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct nearest nearest;

		nearest_init(&nearest, rows[i].written);
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++)
			nearest_offer(&nearest, names[j]);
		if (rows[i].nearest)
			assert_string_equal(nearest.best, rows[i].nearest);
		else
			assert_null(nearest.best);
	}
}

static void files_are_replaced_whole(void **state)
{
	char dir[] = "/tmp/dtrace-base-XXXXXX", path[64], *text;
	struct stat st;
	size_t len;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/out", dir);
	assert_int_equal(file_read(path, &text, &len), -ENOENT);
	assert_int_equal(file_write_atomic(path, "a\0b", 3), 0);
	assert_int_equal(file_read(path, &text, &len), 0);
	assert_int_equal(len, 3);
	assert_memory_equal(text, "a\0b", 4);
	free(text);
	assert_int_equal(file_write_atomic(path, "", 0), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 0);
	assert_int_equal(st.st_mode & 0600, 0600);
	assert_int_equal(file_write_atomic(dir, "x", 1), -EISDIR);
	assert_int_equal(file_write_atomic("/nonexistent/x", "x", 1),
			 -ENOENT);
	assert_int_equal(file_write_atomic("/dev/null", "x", 1), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0); /* no temporary file was left */
}

/* Only the expected message is taken, and no other descriptor stays open. */
static void descriptors_pass_whole(void **state)
{
	int ends[2], came[2], sent[2] = { STDIN_FILENO, STDERR_FILENO }, next;
	uint32_t word = 7, got = 0;
	struct stat a, b;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	assert_int_equal(fds_send(ends[0], &word, sizeof(word), sent, 2), 0);
	assert_int_equal(fds_receive(ends[1], &got, sizeof(got), came, 2), 0);
	assert_int_equal(got, 7);
	assert_int_equal(fstat(STDERR_FILENO, &a) | fstat(came[1], &b), 0);
	assert_true(a.st_dev == b.st_dev && a.st_ino == b.st_ino);
	close(came[0]);
	close(came[1]);

	next = dup(STDIN_FILENO);
	close(next);
	assert_int_equal(fds_send(ends[0], &word, sizeof(word), sent, 2), 0);
	assert_int_equal(fds_receive(ends[1], &got, sizeof(got), came, 1),
			 -EBADMSG);
	assert_int_equal(fds_send(ends[0], &word, 1, sent, 1), 0);
	assert_int_equal(fds_receive(ends[1], &got, sizeof(got), came, 1),
			 -EPIPE);
	assert_int_equal(write(ends[0], &word, sizeof(word)), sizeof(word));
	assert_int_equal(fds_receive(ends[1], &got, sizeof(got), came, 1),
			 -EBADMSG);
	close(ends[0]);
	assert_int_equal(fds_receive(ends[1], &got, sizeof(got), came, 1),
			 -EPIPE);
	came[0] = dup(STDIN_FILENO);
	assert_true(came[0] <= next);
	close(came[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_gives_zeroed_aligned_memory),
		cmocka_unit_test(arena_is_cleared),
		cmocka_unit_test(vec_grows_and_zeroes),
		cmocka_unit_test(strbuf_builds_text),
		cmocka_unit_test(map_keeps_order_of_insertion),
		cmocka_unit_test(markers_move_file_and_line),
		cmocka_unit_test(a_cursor_finds_the_same_places),
		cmocka_unit_test(diagnostics_show_the_place),
		cmocka_unit_test(the_nearest_name_is_found),
		cmocka_unit_test(files_are_replaced_whole),
		cmocka_unit_test(descriptors_pass_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
