// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sites of processes. The process is mostly this one: it has a probe of its own
 * with a semaphore, and maps files made at run time, which have no name any
 * more (memfd).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sdt/process.h"
#include "tests/unit/sdt_sample.h"

extern unsigned short selftest_fire_semaphore;
unsigned short selftest_fire_semaphore __attribute__((section(".probes")));

void fire(int number);

/* A site by hand: selftest:fire with a semaphore and one argument. */
#if __has_attribute(noclone)
__attribute__((noclone))
#endif
__attribute__((noinline)) void fire(int number)
{
	__asm__ volatile("990:	nop\n"
			 "	.pushsection .note.stapsdt,\"\",\"note\"\n"
			 "	.balign 4\n"
			 "	.4byte 8, 992f-991f, 3\n"
			 "	.asciz \"stapsdt\"\n"
			 "991:	.8byte 990b, 0, selftest_fire_semaphore\n"
			 "	.asciz \"selftest\"\n"
			 "	.asciz \"fire\"\n"
			 "	.asciz \"-4@%0\"\n"
			 "992:	.balign 4\n"
			 "	.popsection\n"
			 :
			 : "r"(number));
}

enum { MAP_BYTES = 4096 };

/* A file in memory with a sample in it, @pad bytes longer. */
static int make_memfd(const struct sdt_sample *sample, size_t pad)
{
	int fd = memfd_create("sdt", MFD_CLOEXEC);
	struct strbuf sb = { 0 };

	assert_true(fd >= 0);
	sdt_sample_linked(sample, &sb, NULL);
	strbuf_pad(&sb, '\0', pad);
	assert_int_equal(pwrite(fd, sb.text, sb.len, 0), sb.len);
	strbuf_deinit(&sb);
	return fd;
}

static void *map_exec(int fd)
{
	void *p = mmap(NULL, MAP_BYTES, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
		       0);

	assert_true(p != MAP_FAILED);
	return p;
}

/* The mapping of the file of @fd, or NULL. */
static const struct sdt_mapping *mapping_of(const struct sdt_process *process,
					    int fd)
{
	struct stat st;

	assert_int_equal(fstat(fd, &st), 0);
	for (size_t i = 0; i < process->mapping_cnt; i++)
		if (process->mappings[i].ino == st.st_ino &&
		    process->mappings[i].dev_minor == minor(st.st_dev))
			return &process->mappings[i];
	return NULL;
}

static const struct sdt_mapping *exe_of(const struct sdt_process *process)
{
	for (size_t i = 0; i < process->mapping_cnt; i++)
		if (process->mappings[i].is_exe)
			return &process->mappings[i];
	return NULL;
}

static const struct sdt_site *site_named(const struct sdt_mapping *mapping,
					 const char *name)
{
	for (size_t i = 0; i < mapping->file->site_cnt; i++)
		if (!strcmp(mapping->file->sites[i].name, name))
			return &mapping->file->sites[i];
	return NULL;
}

#if defined(__aarch64__)
static const unsigned char nop[] = { 0x1f, 0x20, 0x03, 0xd5 };
#else
static const unsigned char nop[] = { 0x90 };
#endif

/* Link-time addresses + load bias are where this program really is. */
static void own_probe(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_ALL);
	struct sdt_process *process;
	const struct sdt_mapping *exe;
	const struct sdt_site *site;
	enum sdt_sema_state sema;

	(void)state;
	fire(1);
	assert_int_equal(sdt_scan_process(scanner, getpid(), &process), 0);
	exe = exe_of(process);
	assert_non_null(exe);
	assert_false(exe->is_repeated);
	site = site_named(exe, "fire");
	assert_non_null(site);
	assert_string_equal(site->function, "fire");
	assert_int_equal(exe->load_bias + site->pc_vaddr - site->function_off,
			 (uintptr_t)fire);
	assert_memory_equal((void *)(uintptr_t)(exe->load_bias + site->pc_vaddr),
			    nop, sizeof(nop));
	assert_int_equal(exe->load_bias + site->sema_vaddr,
			 (uintptr_t)&selftest_fire_semaphore);
	assert_int_equal(
		sdt_sema_state(getpid(), exe, site->sema_fileoff, &sema), 0);
	assert_int_equal(sema, SDT_SEMA_OK);
	sdt_process_destroy(process);
	sdt_scanner_destroy(scanner);
}

static void semaphore_not_writable(void **state)
{
	uintptr_t page = (uintptr_t)&selftest_fire_semaphore & ~(uintptr_t)4095;
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	struct sdt_process *process;
	const struct sdt_mapping *exe;
	uint64_t sema_fileoff;
	enum sdt_sema_state sema;
	int err;

	(void)state;
	assert_int_equal(sdt_scan_process(scanner, getpid(), &process), 0);
	exe = exe_of(process);
	sema_fileoff = site_named(exe, "fire")->sema_fileoff;
	assert_int_equal(mprotect((void *)page, 4096, PROT_READ), 0);
	err = sdt_sema_state(getpid(), exe, sema_fileoff, &sema);
	assert_int_equal(mprotect((void *)page, 4096, PROT_READ | PROT_WRITE),
			 0);
	assert_int_equal(err, 0);
	assert_int_equal(sema, SDT_SEMA_READONLY);
	assert_int_equal(sdt_sema_state(getpid(), exe, 1ull << 40, &sema), 0);
	assert_int_equal(sema, SDT_SEMA_UNMAPPED);
	sdt_process_destroy(process);
	sdt_scanner_destroy(scanner);
}

static void semaphore_shared(void **state)
{
	int fd = make_memfd(&sdt_sample_x86, 0);
	struct sdt_mapping mapping = { 0 };
	enum sdt_sema_state sema;
	struct stat st;
	void *p;

	(void)state;
	p = mmap(NULL, MAP_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	assert_true(p != MAP_FAILED);
	assert_int_equal(fstat(fd, &st), 0);
	mapping.ino = st.st_ino;
	mapping.dev_major = major(st.st_dev);
	mapping.dev_minor = minor(st.st_dev);
	assert_int_equal(sdt_sema_state(getpid(), &mapping, 8, &sema), 0);
	assert_int_equal(sema, SDT_SEMA_SHARED);
	munmap(p, MAP_BYTES);
	close(fd);
}

static void file_without_a_name(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	int fd = make_memfd(&sdt_sample_x86, 0);
	void *p = map_exec(fd);
	const struct sdt_mapping *mapping;
	struct sdt_process *process;

	(void)state;
	assert_int_equal(sdt_scan_process(scanner, getpid(), &process), 0);
	mapping = mapping_of(process, fd);
	assert_non_null(mapping);
	assert_string_equal(mapping->path, "/memfd:sdt (deleted)");
	assert_int_equal(mapping->start_uaddr, (uintptr_t)p);
	assert_int_equal(mapping->end_uaddr, (uintptr_t)p + MAP_BYTES);
	assert_int_equal(mapping->map_fileoff, 0);
	assert_false(mapping->is_exe);
	assert_false(mapping->is_repeated);
	assert_non_null(mapping->file);
	assert_int_equal(mapping->file->site_cnt, 3);
	assert_int_equal(mapping->load_bias + mapping->file->sites[0].pc_vaddr,
			 (uintptr_t)p + mapping->file->sites[0].pc_fileoff);
	sdt_process_destroy(process);
	sdt_scanner_destroy(scanner);
	munmap(p, MAP_BYTES);
	close(fd);
}

static void mapped_twice(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	int fd = make_memfd(&sdt_sample_x86, 0);
	void *first = map_exec(fd), *second = map_exec(fd);
	struct sdt_process *process;

	(void)state;
	assert_int_equal(sdt_scan_process(scanner, getpid(), &process), 0);
	assert_true(mapping_of(process, fd)->is_repeated);
	sdt_process_destroy(process);
	sdt_scanner_destroy(scanner);
	munmap(first, MAP_BYTES);
	munmap(second, MAP_BYTES);
	close(fd);
}

static size_t sites_of(struct sdt_scanner *scanner, int fd)
{
	const struct sdt_mapping *mapping;
	struct sdt_process *process;
	size_t cnt;

	assert_int_equal(sdt_scan_process(scanner, getpid(), &process), 0);
	mapping = mapping_of(process, fd);
	cnt = mapping->file ? mapping->file->site_cnt : 0;
	sdt_process_destroy(process);
	return cnt;
}

/* A file is read once. */
static void each_file_once(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	int fd = make_memfd(&sdt_sample_x86, 0);
	void *p = map_exec(fd);

	(void)state;
	assert_int_equal(sites_of(scanner, fd), 3);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(sites_of(scanner, fd), 3); /* not read again */
	sdt_scanner_destroy(scanner);
	munmap(p, MAP_BYTES);
	close(fd);
}

static void process_that_ended(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	struct sdt_mapping mapping = { 0 };
	struct sdt_process *process = NULL;
	enum sdt_sema_state sema;
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(sdt_scan_process(scanner, pid, &process), -ESRCH);
	assert_null(process);
	assert_int_equal(sdt_sema_state(pid, &mapping, 0, &sema), -ESRCH);
	sdt_scanner_destroy(scanner);
}

/* A zombie is still there, but has no memory. */
static void zombie(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	struct sdt_process *process;
	siginfo_t info;
	pid_t pid = fork();
	int err;

	(void)state;
	if (!pid)
		_exit(0);
	assert_int_equal(waitid(P_PID, pid, &info, WEXITED | WNOWAIT), 0);
	err = sdt_scan_process(scanner, pid, &process);
	if (!err) {
		assert_int_equal(process->mapping_cnt, 0);
		sdt_process_destroy(process);
	}
	assert_true(err == 0 || err == -ESRCH || err == -EACCES);
	waitpid(pid, NULL, 0);
	sdt_scanner_destroy(scanner);
}

static int find_self(const struct sdt_process *process, void *ctx)
{
	int *seen = ctx;

	assert_true(process->site_cnt > 0);
	if (process->pid != getpid())
		return 0;
	++*seen;
	return 0;
}

static int stop_at_once(const struct sdt_process *process, void *ctx)
{
	(void)process;
	++*(int *)ctx;
	return 7;
}

static void all_processes(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	int seen = 0;

	(void)state;
	assert_int_equal(sdt_scan_all(scanner, find_self, &seen), 0);
	assert_int_equal(seen, 1);
	seen = 0;
	assert_int_equal(sdt_scan_all(scanner, stop_at_once, &seen), 7);
	assert_int_equal(seen, 1);
	sdt_scanner_destroy(scanner);
}

/* A process that begins while the others are looked at; its pid is *@ctx. */
static int start_one(const struct sdt_process *process, void *ctx)
{
	static int seen;
	pid_t *child = ctx;

	if (process->pid == getpid() && !*child) {
		*child = fork();
		if (!*child) {
			pause();
			_exit(0);
		}
	} else if (process->pid == *child) {
		seen++;
	}
	return seen;
}

static void started_meanwhile(void **state)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);
	pid_t child = 0;

	(void)state;
	assert_int_equal(sdt_scan_all(scanner, start_one, &child), 1);
	assert_true(child > 0);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	sdt_scanner_destroy(scanner);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_probe),
		cmocka_unit_test(semaphore_not_writable),
		cmocka_unit_test(semaphore_shared),
		cmocka_unit_test(file_without_a_name),
		cmocka_unit_test(mapped_twice),
		cmocka_unit_test(each_file_once),
		cmocka_unit_test(process_that_ended),
		cmocka_unit_test(zombie),
		cmocka_unit_test(all_processes),
		cmocka_unit_test(started_meanwhile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
