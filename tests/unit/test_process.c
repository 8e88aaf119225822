// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/process: children that wait, processes that end, and the files
 * that a program will map.
 */
#include <elf.h>
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/system/file.h"
#include "base/text/words.h"
#include "runtime/process/needed_files.h"
#include "runtime/process/process.h"

static void wait_for_end(const struct process *proc)
{
	struct pollfd pfd = { .fd = proc->pidfd, .events = POLLIN };

	assert_int_equal(poll(&pfd, 1, 20000), 1);
}

static void a_child_waits_until_it_is_released(void **state)
{
	char dir[] = "/tmp/dtrace-process-XXXXXX", mark[64], command[128];
	struct strbuf notices = { 0 };
	struct process_list list;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(mark, sizeof(mark), "%s/ran", dir);
	snprintf(command, sizeof(command), "  touch   %s ", mark);
	process_list_init(&list);
	assert_int_equal(process_spawn(&list, command), 0);
	assert_int_equal(list.procs.cnt, 1);
	assert_int_equal(process_list_check(&list, PROCESS_TELL_ENDS, NULL), 1);
	assert_int_equal(access(mark, F_OK), -1);
	assert_int_equal(process_release(&list), 0);
	wait_for_end(&list.procs.v[0]);
	assert_int_equal(process_list_check(&list, PROCESS_TELL_ENDS, &notices),
			 0);
	assert_int_equal(access(mark, F_OK), 0);
	assert_non_null(strstr(notices.text, " has exited\n"));
	strbuf_deinit(&notices);
	process_list_deinit(&list);
	unlink(mark);
	rmdir(dir);
}

static void a_child_that_is_never_released_runs_nothing(void **state)
{
	struct process_list list;
	pid_t pid;

	(void)state;
	process_list_init(&list);
	assert_int_equal(process_spawn(&list, "touch /tmp/dtrace-not-run"), 0);
	pid = list.procs.v[0].pid;
	process_list_deinit(&list);
	assert_int_equal(waitpid(pid, NULL, 0), -1); /* gone and reaped */
	assert_int_equal(access("/tmp/dtrace-not-run", F_OK), -1);
}

static void ends_are_told_in_words(void **state)
{
	static const struct {
		const char *command, *words;
	} rows[] = {
		{ "true", "has exited\n" },
		{ "false", "exited with status 1\n" },
		{ "sh /dev/null", "has exited\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf notices = { 0 };
		struct process_list list;

		process_list_init(&list);
		assert_int_equal(process_spawn(&list, rows[i].command), 0);
		process_release(&list);
		wait_for_end(&list.procs.v[0]);
		process_list_check(&list, PROCESS_TELL_ENDS, &notices);
		assert_non_null(strstr(notices.text, rows[i].words));
		strbuf_deinit(&notices);
		process_list_deinit(&list);
	}
}

static void words_are_quoted_as_in_sh(void **state)
{
	static const struct {
		const char *command, *words[4];
	} rows[] = {
		{ "  a\tb\n c ", { "a", "b", "c" } },
		{ "a 'b  c' d", { "a", "b  c", "d" } },
		{ "a \"it's $x\" b", { "a", "it's $x", "b" } },
		{ "a'b'\"c\"d", { "abcd" } },
		{ "a '' \"\"", { "a", "", "" } },
		{ "a\\ b \\'c \\\\", { "a b", "'c", "\\" } },
		{ "'a\\b' \"a\\b\" \"\\\"\\$\\`\\\\\"",
		  { "a\\b", "a\\b", "\"$`\\" } },
		{ "a\\\nb \"c\\\nd\"", { "ab", "cd" } },
		{ "a; b|c end\\", { "a;", "b|c", "end\\" } },
		{ " \t", { NULL } },
	};
	static const char *const open[] = { "'a", "a \"b", "a 'b\\'c'",
					    "\"a\\\"", "'" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct words words = { 0 };
		struct arena arena = { 0 };
		size_t cnt = 0;

		assert_true(words_split(&words, &arena, rows[i].command));
		for (; cnt < words.v.cnt; cnt++) {
			assert_non_null(rows[i].words[cnt]);
			assert_string_equal(words.v.v[cnt], rows[i].words[cnt]);
		}
		assert_null(rows[i].words[cnt]);
		words_deinit(&words);
		arena_deinit(&arena);
	}
	for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
		struct words words = { 0 };
		struct arena arena = { 0 };

		assert_false(words_split(&words, &arena, open[i]));
		words_deinit(&words);
		arena_deinit(&arena);
	}
}

static void wrong_commands_and_pids_are_refused(void **state)
{
	struct process_list list;

	(void)state;
	process_list_init(&list);
	assert_int_equal(process_spawn(&list, "no-such-program-here"), -ENOENT);
	assert_int_equal(process_spawn(&list, "/etc/passwd"), -EACCES);
	assert_int_equal(process_spawn(&list, "/tmp"), -EACCES);
	assert_int_equal(process_spawn(&list, "  "), -EINVAL);
	assert_int_equal(process_grab(&list, 0), -ESRCH);
	assert_int_equal(process_grab(&list, -5), -ESRCH);
	assert_int_equal(process_grab(&list, 0x7ffffff0), -ESRCH);
	assert_int_equal(process_grab(&list, getpid()), 0);
	assert_int_equal(process_list_check(&list, PROCESS_TELL_ENDS, NULL), 1);
	process_list_deinit(&list);
}

static bool has_name(const struct closure *closure, const char *name)
{
	for (size_t i = 0; i < closure->paths.cnt; i++) {
		const char *slash = strrchr(closure->paths.v[i], '/');

		if (!strcmp(slash + 1, name))
			return true;
	}
	return false;
}

static void a_program_maps_what_it_needs(void **state)
{
	struct closure closure = { 0 };

	(void)state;
	assert_int_equal(closure_add(&closure, "/proc/self/exe"), 0);
	assert_true(closure.paths.cnt >= 3);
	assert_true(has_name(&closure, "libc.so.6"));
	closure_deinit(&closure);
	assert_int_equal(closure_add(&closure, "/nonexistent"), -ENOENT);
	assert_int_equal(closure_add(&closure, "/etc/passwd"), -ENOEXEC);
	closure_deinit(&closure);
}

/* One with the same machine, but of another class: x32 on x86-64. */
static void libraries_of_another_kind_are_passed_over(void **state)
{
	char dir[] = "/tmp/dtrace-closure-XXXXXX", path[64];
	struct closure closure = { 0 };
	Elf32_Ehdr head = {
		.e_type = ET_DYN,
		.e_version = EV_CURRENT,
		.e_ehsize = sizeof(head),
	};
	Elf64_Ehdr own;
	size_t len;
	char *text;
	FILE *out;

	(void)state;
	assert_int_equal(file_read("/proc/self/exe", &text, &len), 0);
	memcpy(&own, text, sizeof(own));
	free(text);
	memcpy(head.e_ident, own.e_ident, sizeof(head.e_ident));
	head.e_ident[EI_CLASS] = ELFCLASS32;
	head.e_machine = own.e_machine;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/libc.so.6", dir);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(&head, sizeof(head), 1, out), 1);
	fclose(out);
	assert_int_equal(closure_add(&closure, path), 0);
	closure_deinit(&closure);
	closure = (struct closure){ 0 };
	setenv("LD_LIBRARY_PATH", dir, 1);
	assert_int_equal(closure_add(&closure, "/proc/self/exe"), 0);
	unsetenv("LD_LIBRARY_PATH");
	assert_true(has_name(&closure, "libc.so.6"));
	for (size_t i = 0; i < closure.paths.cnt; i++)
		assert_string_not_equal(closure.paths.v[i], path);
	closure_deinit(&closure);
	unlink(path);
	rmdir(dir);
}

static void a_script_maps_its_interpreter(void **state)
{
	char path[] = "/tmp/dtrace-script-XXXXXX", real[4096];
	struct closure closure = { 0 };
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	dprintf(fd, "#!/usr/bin/env -S sh -e\n");
	close(fd);
	assert_non_null(realpath("/bin/sh", real));
	assert_int_equal(closure_add(&closure, path), 0);
	assert_true(has_name(&closure, strrchr(real, '/') + 1));
	assert_true(has_name(&closure, "env"));
	closure_deinit(&closure);
	assert_int_equal(truncate(path, 2), 0); /* "#!" */
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(closure_add(&closure, path), -ENOEXEC);
	closure_deinit(&closure);
	assert_int_equal(truncate(path, 1), 0); /* "#" */
	assert_int_equal(closure_add(&closure, path), 0);
	assert_true(has_name(&closure, strrchr(real, '/') + 1));
	closure_deinit(&closure);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_waits_until_it_is_released),
		cmocka_unit_test(a_child_that_is_never_released_runs_nothing),
		cmocka_unit_test(ends_are_told_in_words),
		cmocka_unit_test(words_are_quoted_as_in_sh),
		cmocka_unit_test(wrong_commands_and_pids_are_refused),
		cmocka_unit_test(a_program_maps_what_it_needs),
		cmocka_unit_test(libraries_of_another_kind_are_passed_over),
		cmocka_unit_test(a_script_maps_its_interpreter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
