// SPDX-License-Identifier: BSD-2-Clause
/*
 * Addresses to names and back: a made /proc/kallsyms, and this process and
 * its children with the symbols that they really have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/file.h"
#include "runtime/symbol/symbol.h"

/* ---------------------------------------------------------------- kallsyms */

/* Not in order; aliases; padding; no address; a module; lines of another form. */
static const char sample[] =
	"ffffffff81000000 T _stext\n"
	"ffffffff81000000 T _text\n"
	"ffffffff81002000 t helper\n"
	"ffffffff81002ff0 t __pfx_weak_one\n"
	"ffffffff81001000 T do_work\n"
	"ffffffff81001000 t do_work_alias\n"
	"ffffffff81001000 T __do_work\n"
	"ffffffff81003000 W weak_one\n"
	"ffffffff81004000 T _etext\n"
	"ffffffff82000000 D jiffies\n"
	"0000000000001000 A cpu_var\n"
	"nonsense\n"
	"ffffffffc0000100 t nf_hook\t[nf_tables]\n"
	"ffffffffc0000200 T do_work\t[nf_tables]\n"
	"ffffffffc0000300 b table\t[nf_tables]\n"
	"ffffffffc0010000 t bpf_prog_6deef7357e7b4530_dt\t[bpf]";

static struct kallsyms *open_sample(const char *text)
{
	char path[] = "/tmp/test_symbol.XXXXXX";
	int fd = mkstemp(path);
	struct kallsyms *syms = kallsyms_create(path);
	struct kallsyms_symbol symbol;

	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(file_write_atomic(path, text, strlen(text)), 0);
	kallsyms_find(syms, 0, &symbol); /* reads it */
	unlink(path);
	return syms;
}

static void check_kernel(struct kallsyms *kallsyms, uint64_t kaddr,
			 enum sym_form form, const char *text)
{
	struct symbols syms = { .kernel = kallsyms };
	struct strbuf sb = { 0 };

	sym_kernel_text(&syms, kaddr, form, &sb);
	assert_string_equal(strbuf_text(&sb), text);
	strbuf_deinit(&sb);
}

static void kernel(void **state)
{
	struct kallsyms *syms = open_sample(sample);
	struct symbols both = { .kernel = syms };

	(void)state;
	check_kernel(syms, 0xffffffff81001000, SYM_FRAME, "vmlinux`do_work");
	check_kernel(syms, 0xffffffff8100101f, SYM_FRAME,
		     "vmlinux`do_work+0x1f");
	check_kernel(syms, 0xffffffff8100101f, SYM_FUNCTION, "vmlinux`do_work");
	check_kernel(syms, 0xffffffff8100101f, SYM_OBJECT, "vmlinux");
	check_kernel(syms, 0xffffffff81002001, SYM_FRAME, "vmlinux`helper+0x1");
	/* after a call at the end of a function */
	check_kernel(syms, 0xffffffff81002ff0, SYM_FRAME,
		     "vmlinux`helper+0xff0");
	check_kernel(syms, 0xffffffff81003fff, SYM_FRAME,
		     "vmlinux`weak_one+0xfff");
	/* after the text, before it, nowhere */
	check_kernel(syms, 0xffffffff81004000, SYM_FRAME, "0xffffffff81004000");
	check_kernel(syms, 0xffffffff82000000, SYM_FRAME, "0xffffffff82000000");
	check_kernel(syms, 0xffffffff80ffffff, SYM_FRAME, "0xffffffff80ffffff");
	check_kernel(syms, 0, SYM_OBJECT, "0x0");
	check_kernel(syms, UINT64_MAX, SYM_FUNCTION, "0xffffffffffffffff");
	check_kernel(syms, 0xffffffffc0000204, SYM_FRAME,
		     "nf_tables`do_work+0x4");
	check_kernel(syms, 0xffffffffc0000104, SYM_OBJECT, "nf_tables");
	assert_int_equal(sym_kernel_start(&both, 0xffffffff8100101f),
			 0xffffffff81001000);
	assert_int_equal(sym_kernel_start(&both, 0x1234), 0x1234);
	assert_int_equal(sym_kernel_object(&both, 0xffffffff81003123),
			 0xffffffff81000000);
	assert_int_equal(sym_kernel_object(&both, 0xffffffffc0000204),
			 0xffffffffc0000100);
	assert_int_equal(sym_kernel_object(&both, 0x1234), 0x1234);
	assert_null(kallsyms_problem(syms));
	kallsyms_destroy(syms);
}

static void check_name(struct kallsyms *syms, const char *module,
		       const char *name, uint64_t kaddr)
{
	struct kallsyms_symbol symbol;

	assert_int_equal(kallsyms_find_name(syms, module, name, &symbol), 0);
	assert_int_equal(symbol.start_kaddr, kaddr);
	assert_string_equal(symbol.name, name);
	if (module)
		assert_string_equal(symbol.module, module);
}

static void kernel_names(void **state)
{
	char path[] = "/tmp/test_symbol.XXXXXX";
	struct kallsyms *syms = NULL;
	struct kallsyms_symbol symbol;
	int fd = mkstemp(path);

	(void)state;
	close(fd);
	assert_int_equal(file_write_atomic(path, sample, strlen(sample)), 0);
	syms = kallsyms_create(path);
	check_name(syms, NULL, "do_work", 0xffffffff81001000);
	check_name(syms, "nf_tables", "do_work", 0xffffffffc0000200);
	check_name(syms, "vmlinux", "jiffies", 0xffffffff82000000);
	/* the third lookup has made a table of all names */
	unlink(path);
	check_name(syms, NULL, "do_work", 0xffffffff81001000);
	check_name(syms, "vmlinux", "do_work", 0xffffffff81001000);
	check_name(syms, "nf_tables", "do_work", 0xffffffffc0000200);
	check_name(syms, NULL, "table", 0xffffffffc0000300);
	check_name(syms, NULL, "cpu_var", 0x1000);
	assert_int_equal(kallsyms_find_name(syms, "vmlinux", "table", &symbol),
			 -ENOENT);
	assert_int_equal(kallsyms_find_name(syms, NULL, "nosuch", &symbol),
			 -ENOENT);
	kallsyms_destroy(syms);
}

/* Names of functions that were lent out stay where they are. */
static void kernel_names_and_functions(void **state)
{
	struct kallsyms *syms = kallsyms_create(NULL);
	struct kallsyms_symbol before, after;

	(void)state;
	if (kallsyms_find_name(syms, NULL, "_stext", &before) ||
	    kallsyms_find(syms, before.start_kaddr, &before)) {
		kallsyms_destroy(syms);
		skip(); /* not root */
	}
	for (int i = 0; i < 4; i++)
		assert_int_equal(kallsyms_find_name(syms, before.module,
						    before.name, &after), 0);
	assert_int_equal(after.start_kaddr, before.start_kaddr);
	assert_int_equal(kallsyms_find(syms, before.start_kaddr, &after), 0);
	assert_ptr_equal(after.name, before.name);
	kallsyms_destroy(syms);
}

/* Without addresses a table of names says so as a search does. */
static void kernel_names_hidden(void **state)
{
	char path[] = "/tmp/test_symbol.XXXXXX";
	static const char hidden[] = "0000000000000000 T _stext\n"
				     "0000000000000000 D jiffies\n";
	int fd = mkstemp(path);
	struct kallsyms *syms = kallsyms_create(path);
	struct kallsyms_symbol symbol;

	(void)state;
	close(fd);
	assert_int_equal(file_write_atomic(path, hidden, strlen(hidden)), 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(kallsyms_find_name(syms, NULL, "jiffies",
						    &symbol), -EPERM);
	assert_non_null(strstr(kallsyms_problem(syms), "CAP_SYSLOG"));
	kallsyms_destroy(syms);
	unlink(path);
}

static void kernel_hidden(void **state)
{
	struct kallsyms *syms = open_sample("0000000000000000 T _stext\n"
					    "0000000000000000 T do_work\n");
	struct kallsyms_symbol symbol;

	(void)state;
	assert_int_equal(kallsyms_find(syms, 0xffffffff81001000, &symbol),
			 -EPERM);
	assert_non_null(strstr(kallsyms_problem(syms), "CAP_SYSLOG"));
	check_kernel(syms, 0xffffffff81001000, SYM_FRAME, "0xffffffff81001000");
	kallsyms_destroy(syms);

	syms = kallsyms_create("/nonexistent");
	assert_int_equal(kallsyms_find(syms, 1, &symbol), -ENOENT);
	assert_non_null(kallsyms_problem(syms));
	kallsyms_destroy(syms);
}

/* The real file, as a user without CAP_SYSLOG sees it. */
static void kernel_unprivileged(void **state)
{
	struct kallsyms_symbol symbol;
	int status;
	pid_t pid;

	(void)state;
	if (geteuid())
		skip();
	pid = fork();
	if (!pid) {
		struct kallsyms *syms = kallsyms_create(NULL);

		_exit(setuid(65534) ||
		      kallsyms_find(syms, UINT64_MAX, &symbol) != -EPERM ||
		      kallsyms_find_name(syms, NULL, "_stext", &symbol) !=
			      -EPERM ||
		      !kallsyms_problem(syms));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* ----------------------------------------------------------------- process */

struct user {
	struct usersym *syms;
	struct symbols both;
};

static void user_init(struct user *u)
{
	u->syms = usersym_create();
	u->both = (struct symbols){ .user = u->syms };
}

static void check_user(struct user *u, pid_t pid, uint64_t uaddr,
		       enum sym_form form, const char *text)
{
	struct strbuf sb = { 0 };

	sym_user_text(&u->both, pid, uaddr, form, &sb);
	assert_string_equal(strbuf_text(&sb), text);
	strbuf_deinit(&sb);
}

/* Called by nobody: names to look for. */
int test_symbol_global(int x);
__attribute__((noinline)) int test_symbol_global(int x)
{
	return x * 3 + 1;
}

static __attribute__((noinline, used)) int test_symbol_static(int x)
{
	return x * 5 + 2;
}

enum { ENDED_CNT = 270000, FIRST_PID = 1 << 23 };

/*
 * Of processes that have ended, only the last ones are known; a lookup in
 * others is noticed.
 */
static void forgotten(void **state)
{
	struct usersym_mapping mapping = {
		.start_uaddr = 0x1000,
		.end_uaddr = 0x2000,
		.ino = 1,
		.path = "/nowhere/prog",
		.time_ns = 1,
	};
	struct user u;

	(void)state;
	user_init(&u);
	for (pid_t i = 0; i < ENDED_CNT; i++) {
		usersym_add_mapping(u.syms, FIRST_PID + i, &mapping);
		usersym_end(u.syms, FIRST_PID + i);
	}
	check_user(&u, FIRST_PID + ENDED_CNT - 1, 0x1010, SYM_OBJECT, "prog");
	check_user(&u, FIRST_PID + ENDED_CNT - 262144, 0x1010, SYM_OBJECT,
		   "prog");
	/* one that never was is not missed */
	check_user(&u, FIRST_PID - 1, 0x1010, SYM_OBJECT, "0x1010");
	assert_false(usersym_has_missed_forgotten(u.syms));
	check_user(&u, FIRST_PID + ENDED_CNT - 262145, 0x1010, SYM_OBJECT,
		   "0x1010");
	assert_true(usersym_has_missed_forgotten(u.syms));
	usersym_destroy(u.syms);
}

static void self(void **state)
{
	uint64_t global = (uintptr_t)test_symbol_global;
	uint64_t hidden = (uintptr_t)test_symbol_static;
	struct user u;

	(void)state;
	user_init(&u);
	check_user(&u, getpid(), global, SYM_FRAME,
		   "test_symbol`test_symbol_global");
	check_user(&u, getpid(), global + 1, SYM_FRAME,
		   "test_symbol`test_symbol_global+0x1");
	check_user(&u, getpid(), hidden + 2, SYM_FRAME,
		   "test_symbol`test_symbol_static+0x2");
	check_user(&u, getpid(), hidden + 2, SYM_FUNCTION,
		   "test_symbol`test_symbol_static");
	check_user(&u, getpid(), hidden + 2, SYM_OBJECT, "test_symbol");
	assert_int_equal(sym_user_start(&u.both, getpid(), hidden + 2), hidden);
	usersym_destroy(u.syms);
}

/* The name that the dynamic linker has for an address of a library. */
static void library(void **state)
{
	uint64_t uaddr = (uintptr_t)dlsym(RTLD_DEFAULT, "getenv");
	const char *object;
	char text[256];
	Dl_info info;
	struct user u;

	(void)state;
	assert_int_not_equal(dladdr((void *)uaddr, &info), 0);
	object = strrchr(info.dli_fname, '/') + 1;
	user_init(&u);
	snprintf(text, sizeof(text), "%s`getenv+0x4", object);
	check_user(&u, getpid(), uaddr + 4, SYM_FRAME, text);
	snprintf(text, sizeof(text), "%s:0x%" PRIx64, object,
		 uaddr + 4 - (uintptr_t)info.dli_fbase);
	check_user(&u, getpid(), uaddr + 4, SYM_OFFSET, text);
	usersym_destroy(u.syms);
}

#if defined(__aarch64__)
static const char vdso_name[] = "__kernel_clock_gettime";
static const char vdso_shown[] = "[vdso]`__kernel_clock_gettime";
#else
static const char vdso_name[] = "__vdso_clock_gettime";
static const char vdso_shown[] = "[vdso]`clock_gettime";
#endif

static void vdso(void **state)
{
	void *vdso_lib = dlopen("linux-vdso.so.1", RTLD_LAZY | RTLD_NOLOAD);
	uint64_t uaddr, start = getauxval(AT_SYSINFO_EHDR);
	char text[64];
	struct user u;

	(void)state;
	if (!start || !vdso_lib)
		skip();
	uaddr = (uintptr_t)dlsym(vdso_lib, vdso_name);
	assert_true(uaddr > start && uaddr <= start + 0x10000);
	user_init(&u);
	check_user(&u, getpid(), uaddr, SYM_FRAME,
		   vdso_shown);
	check_user(&u, getpid(), uaddr + 1, SYM_OBJECT, "[vdso]");
	/* its header is no function */
	snprintf(text, sizeof(text), "[vdso]`0x%" PRIx64, start);
	check_user(&u, getpid(), start, SYM_FRAME, text);
	usersym_destroy(u.syms);
	dlclose(vdso_lib);
}

const char test_symbol_constant[] = "data of the program itself";
long test_symbol_zeros[600];

/* Constants, and zeros of which most are in no page of the file. */
static void variable(void **state)
{
	struct user u;

	(void)state;
	user_init(&u);
	check_user(&u, getpid(), (uintptr_t)test_symbol_constant, SYM_FRAME,
		   "test_symbol`test_symbol_constant");
	check_user(&u, getpid(), (uintptr_t)test_symbol_constant + 5, SYM_FRAME,
		   "test_symbol`test_symbol_constant+0x5");
	check_user(&u, getpid(), (uintptr_t)(test_symbol_zeros + 599),
		   SYM_FRAME, "test_symbol`test_symbol_zeros+0x12b8");
	check_user(&u, getpid(), (uintptr_t)(test_symbol_zeros + 1), SYM_OBJECT,
		   "test_symbol");
	assert_int_equal(sym_user_start(&u.both, getpid(),
					(uintptr_t)(test_symbol_zeros + 1)),
			 (uintptr_t)test_symbol_zeros);
	usersym_destroy(u.syms);
}

/* Memory without a file, addresses where nothing is. */
static void no_function(void **state)
{
	uint64_t heap = (uintptr_t)malloc(16);
	char text[64];
	struct user u;

	(void)state;
	user_init(&u);
	snprintf(text, sizeof(text), "0x%" PRIx64, heap);
	check_user(&u, getpid(), heap, SYM_FRAME, text);
	check_user(&u, getpid(), heap, SYM_OFFSET, text);
	check_user(&u, getpid(), 0, SYM_FRAME, "0x0");
	check_user(&u, getpid(), 0x10, SYM_OBJECT, "0x10");
	check_user(&u, getpid(), UINT64_MAX, SYM_FRAME, "0xffffffffffffffff");
	assert_int_equal(sym_user_start(&u.both, getpid(), heap), heap);
	free((void *)(uintptr_t)heap);
	usersym_destroy(u.syms);
}

/* A mapping that was made after the maps were read. */
static void mapped_later(void **state)
{
	char text[64];
	FILE *file;
	void *map;
	struct user u;

	(void)state;
	user_init(&u);
	assert_int_equal(usersym_load(u.syms, getpid()), 0);
	file = fopen("/proc/self/exe", "r");
	assert_non_null(file);
	map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fileno(file), 0);
	assert_ptr_not_equal(map, MAP_FAILED);
	snprintf(text, sizeof(text), "test_symbol`0x%" PRIxPTR,
		 (uintptr_t)map + 8);
	check_user(&u, getpid(), (uintptr_t)map + 8, SYM_FRAME, text);
	munmap(map, 4096);
	fclose(file);
	usersym_destroy(u.syms);
}

/* A child that waits until the pipe is closed. */
static pid_t start_child(int *release_fd)
{
	int fds[2];
	pid_t pid;
	char byte;

	assert_int_equal(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		close(fds[1]);
		_exit(read(fds[0], &byte, 1) != 0);
	}
	close(fds[0]);
	*release_fd = fds[1];
	return pid;
}

static void ended(void **state)
{
	uint64_t uaddr = (uintptr_t)test_symbol_global + 1;
	struct user known, unknown;
	char text[64];
	int fd, status;
	pid_t pid;

	(void)state;
	user_init(&known);
	user_init(&unknown);
	pid = start_child(&fd);
	assert_int_equal(usersym_load(known.syms, pid), 0);
	check_user(&known, pid, uaddr, SYM_FRAME,
		   "test_symbol`test_symbol_global+0x1");
	close(fd);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	check_user(&known, pid, uaddr, SYM_FRAME,
		   "test_symbol`test_symbol_global+0x1");
	check_user(&known, pid, 0x10, SYM_FRAME, "0x10");
	check_user(&known, pid, uaddr, SYM_OBJECT, "test_symbol");
	/* nobody looked while it lived */
	snprintf(text, sizeof(text), "0x%" PRIx64, uaddr);
	check_user(&unknown, pid, uaddr, SYM_FRAME, text);
	assert_int_equal(usersym_load(unknown.syms, pid), -ESRCH);
	usersym_destroy(known.syms);
	usersym_destroy(unknown.syms);
}

/* What the kernel reports about a process that can no longer be inspected. */
static void told(void **state)
{
	uint64_t here = (uint64_t)(uintptr_t)&test_symbol_global;
	struct usersym_mapping mapping = {
		.start_uaddr = 0x10000,
		.end_uaddr = 0x20000,
		.path = "/lib/one.so",
		.ino = 1,
	};
	struct user user;
	const pid_t gone = 0x7ffffff0, child = 0x7ffffff1;

	(void)state;
	user_init(&user);
	usersym_add_mapping(user.syms, gone, &mapping);
	mapping.start_uaddr = 0x40000;
	mapping.end_uaddr = 0x50000;
	mapping.path = "/lib/three.so";
	mapping.ino = 3;
	usersym_add_mapping(user.syms, gone, &mapping);
	usersym_copy(user.syms, gone, child, 0);
	check_user(&user, gone, 0x10008, SYM_FRAME, "one.so`0x10008");
	check_user(&user, gone, 0x1ffff, SYM_OFFSET, "one.so:0xffff");
	check_user(&user, gone, 0x30000, SYM_FRAME, "0x30000");
	check_user(&user, gone, 0x40000, SYM_OBJECT, "three.so");
	/* a new mapping takes the place of those that it covers */
	mapping.start_uaddr = 0x18000;
	mapping.end_uaddr = 0x30000;
	mapping.path = "/lib/two.so";
	mapping.ino = 2;
	usersym_add_mapping(user.syms, gone, &mapping);
	check_user(&user, gone, 0x18000, SYM_OBJECT, "two.so");
	check_user(&user, gone, 0x10008, SYM_FRAME, "0x10008");
	check_user(&user, gone, 0x4ffff, SYM_OBJECT, "three.so");
	check_user(&user, child, 0x10008, SYM_OBJECT, "one.so");
	assert_int_equal(sym_user_object(&user.both, gone, 0x2ffff),
			 0x18000);
	/* what is read of a living process leaves what lies elsewhere */
	mapping.start_uaddr = 0x1000;
	mapping.end_uaddr = 0x2000;
	usersym_add_mapping(user.syms, getpid(), &mapping);
	assert_int_equal(usersym_see(user.syms, getpid()), 0);
	check_user(&user, getpid(), here, SYM_FRAME,
		   "test_symbol`test_symbol_global");
	check_user(&user, getpid(), 0x1800, SYM_OBJECT, "two.so");
	usersym_destroy(user.syms);
}

static void map_at(struct usersym *syms, pid_t pid, uint64_t start_uaddr,
		   const char *path, uint64_t time_ns)
{
	struct usersym_mapping mapping = {
		.start_uaddr = start_uaddr,
		.end_uaddr = start_uaddr + 0x10000,
		.path = path,
		.ino = (uint64_t)path[5], /* of "/lib/X" */
		.time_ns = time_ns,
	};

	usersym_add_mapping(syms, pid, &mapping);
}

static void add_name(void *ctx, const struct usersym_module *module)
{
	strbuf_puts(ctx, module->name);
}

/* An address belongs to the file that was mapped when it was recorded. */
static void of_its_time(void **state)
{
	const pid_t gone = 0x7ffffff0, child = 0x7ffffff1;
	struct strbuf names = { 0 };
	struct user user;
	unsigned first, second;

	(void)state;
	user_init(&user);
	map_at(user.syms, gone, 0x10000, "/lib/a", 100);
	map_at(user.syms, gone, 0x10000, "/lib/a", 150); /* nothing new */
	map_at(user.syms, gone, 0x10000, "/lib/b", 200);
	map_at(user.syms, gone, 0x18000, "/lib/c", 300);
	check_user(&user, gone, 0x10008, SYM_OBJECT, "b"); /* the last one */
	check_user(&user, gone, 0x18008, SYM_OBJECT, "c");
	assert_int_equal(usersym_replaced_cnt(user.syms, gone, 0x18008), 2);
	assert_int_equal(usersym_at(user.syms, 199), 0);
	first = usersym_generation(user.syms, gone);
	check_user(&user, gone, 0x18008, SYM_OBJECT, "a");
	assert_int_equal(usersym_replaced_cnt(user.syms, gone, 0x18008), 0);
	assert_int_equal(usersym_at(user.syms, 200), 199);
	second = usersym_generation(user.syms, gone);
	assert_int_not_equal(first, second);
	check_user(&user, gone, 0x18008, SYM_OBJECT, "b");
	assert_int_equal(usersym_replaced_cnt(user.syms, gone, 0x18008), 1);
	usersym_at(user.syms, 300);
	assert_int_not_equal(second, usersym_generation(user.syms, gone));
	check_user(&user, gone, 0x18008, SYM_OBJECT, "c");
	/* its number is a new process', without what the old one had */
	usersym_copy(user.syms, child, gone, 400);
	usersym_at(user.syms, 350);
	check_user(&user, gone, 0x18008, SYM_OBJECT, "c");
	usersym_keep_files(user.syms); /* they can't be read, so none is told */
	usersym_each_module(user.syms, gone, add_name, &names);
	assert_string_equal(strbuf_text(&names), "");
	strbuf_deinit(&names);
	assert_int_equal(usersym_at(NULL, 5), 0);
	usersym_destroy(user.syms);
}

/*
 * What is read of a process that changed since it was told of: what was there
 * before was so until the kernel says more.
 */
static void read_too_early(void **state)
{
	const pid_t pid = getpid();
	uint64_t here = (uint64_t)(uintptr_t)&test_symbol_global;
	struct user user;

	(void)state;
	user_init(&user);
	map_at(user.syms, pid, here & ~UINT64_C(0xfff), "/lib/a", 100);
	usersym_told(user.syms, 500);
	assert_int_equal(usersym_load(user.syms, pid), 0);
	usersym_at(user.syms, 499);
	check_user(&user, pid, here, SYM_OBJECT, "a");
	usersym_at(user.syms, 500);
	check_user(&user, pid, here, SYM_OBJECT, "test_symbol");
	map_at(user.syms, pid, here & ~UINT64_C(0xfff), "/lib/b", 600);
	check_user(&user, pid, here, SYM_OBJECT, "a");
	usersym_at(user.syms, 600);
	check_user(&user, pid, here, SYM_OBJECT, "b");
	usersym_destroy(user.syms);
}

/* Of processes that have ended the last ones stay known, not all. */
static void ended_many(void **state)
{
	enum { FIRST = 0x70000000, CNT = 270000 };
	struct usersym_mapping mapping = {
		.start_uaddr = 0x10000,
		.end_uaddr = 0x20000,
		.path = "[made]",
	};
	struct usersym *syms = usersym_create();
	size_t known_cnt = 0;

	(void)state;
	usersym_add_mapping(syms, FIRST - 1, &mapping); /* runs on */
	for (pid_t pid = FIRST; pid < FIRST + CNT; pid++) {
		usersym_add_mapping(syms, pid, &mapping);
		usersym_end(syms, pid);
		usersym_end(syms, pid);
		if (pid % 2)
			usersym_end(syms, pid + CNT); /* never seen */
	}
	/* a number that is used again is of a new process */
	usersym_add_mapping(syms, FIRST + CNT - 1, &mapping);
	for (pid_t pid = FIRST; pid < FIRST + CNT; pid++)
		known_cnt += usersym_generation(syms, pid) != 0;
	assert_int_equal(known_cnt, 262144);
	assert_int_equal(usersym_generation(syms, FIRST + CNT - 262144 - 1), 0);
	assert_int_not_equal(usersym_generation(syms, FIRST + CNT - 262144), 0);
	assert_int_not_equal(usersym_generation(syms, FIRST - 1), 0);
	usersym_destroy(syms);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel),
		cmocka_unit_test(kernel_names),
		cmocka_unit_test(kernel_names_and_functions),
		cmocka_unit_test(kernel_names_hidden),
		cmocka_unit_test(kernel_hidden),
		cmocka_unit_test(kernel_unprivileged),
		cmocka_unit_test(self),
		cmocka_unit_test(forgotten),
		cmocka_unit_test(library),
		cmocka_unit_test(vdso),
		cmocka_unit_test(variable),
		cmocka_unit_test(no_function),
		cmocka_unit_test(mapped_later),
		cmocka_unit_test(ended),
		cmocka_unit_test(told),
		cmocka_unit_test(of_its_time),
		cmocka_unit_test(read_too_early),
		cmocka_unit_test(ended_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
