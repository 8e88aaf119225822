// SPDX-License-Identifier: BSD-2-Clause
/*
 * glibc describes its threads to debuggers: _thread_db_pthread_tid, a symbol of
 * libc.so.6 (of libpthread.so.0 before 2.34), is three words, the size of the
 * member in bits, the number of its elements, and its offset in what pthread_t
 * points to, which is where the thread pointer leads.
 */
#include "runtime/session/direct/self_threads.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "runtime/process/elf_symbol.h"
#include "sdt/maps.h"

#define SWEEP_NS UINT64_C(20000000)

enum {
	DESCRIPTION_MAX_BYTES = 2048, /* at least so much glibc has there */
	SWEEP_SHARE = 30, /* sweeps take a thirtieth of dtrace's time */
};

/* ------------------------------------------------------------------- offset */

/* What a thread is called in the process's own namespace is what dtrace calls it. */
static bool is_in_own_namespace(pid_t pid)
{
	_cleanup_free_ char *status = NULL;
	const char *ids;
	char path[64];
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	if (file_read(path, &status, &len))
		return false;
	ids = strstr(status, "\nNSpid:");
	if (!ids)
		return true; /* a kernel without such namespaces */
	ids += strlen("\nNSpid:");
	ids += strspn(ids, " \t");
	return ids[strspn(ids, "0123456789")] == '\n';
}

static bool is_library(const struct sdt_maps_line *line)
{
	static const char *const names[] = { "/libc.so.", "/libc-",
					     "/libpthread.so.", "/libpthread-" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (memmem(line->path, line->path_len, names[i],
			   strlen(names[i])))
			return !line->fileoff && line->ino;
	return false;
}

static uint64_t symbol_in(pid_t pid, const struct sdt_maps_line *line)
{
	char path[SDT_MAPPED_PATH_BYTES];
	_cleanup_close_ int fd = -1;
	uint64_t value;

	sdt_mapped_path(path, pid, line->start_uaddr, line->end_uaddr);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	value = elf_symbol_value_in(fd, SHT_DYNSYM, STT_OBJECT,
				    "_thread_db_pthread_tid");
	return value ? line->start_uaddr + value : 0;
}

/* The offset that the three words at @uaddr say; 0: they are something else. */
static uint32_t described_off(pid_t pid, uint64_t uaddr)
{
	uint32_t words[3] = { 0 };
	struct iovec to = { words, sizeof(words) };
	struct iovec from = { (void *)uaddr, sizeof(words) };

	if (process_vm_readv(pid, &to, 1, &from, 1, 0) != sizeof(words) ||
	    words[0] != 32 || words[1] != 1 || words[2] % 4 ||
	    words[2] > DESCRIPTION_MAX_BYTES)
		return 0;
	return words[2];
}

/* Not so of a process that ends. */
static bool has_mappings(pid_t pid)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	bool has = !sdt_maps_read(&maps, pid) &&
		sdt_maps_next(&maps, &pos, &line);

	sdt_maps_deinit(&maps);
	return has;
}

/* 0: no mapped library says it. */
static uint32_t find_off(pid_t pid)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	uint32_t off = 0;
	size_t pos = 0;

	if (!sdt_maps_read(&maps, pid))
		while (!off && sdt_maps_next(&maps, &pos, &line)) {
			uint64_t uaddr = is_library(&line) ?
				symbol_in(pid, &line) :
				0;

			if (uaddr)
				off = described_off(pid, uaddr);
		}
	sdt_maps_deinit(&maps);
	return off;
}

int self_threads_tid_off(pid_t pid, uint32_t *ret, const char **why_ret)
{
	*ret = find_off(pid);
	if (!*ret && !has_mappings(pid))
		return -ESRCH;
	if (!is_in_own_namespace(pid)) {
		*why_ret = "its clauses use self-> or tid, and the process is "
			   "in another PID namespace";
		return -ENOTSUP;
	}
	if (!*ret)
		*why_ret = "its clauses use self-> or tid, and its C library (a "
			   "static one, or another than glibc) does not say "
			   "where the id of a thread is";
	return *ret ? 0 : -ENOTSUP;
}

/* ------------------------------------------------------------------ threads */

/* Ids that the kernel gives out before it begins again; 0: not known. */
static uint64_t id_cnt(void)
{
	_cleanup_free_ char *text = NULL;
	size_t len;

	if (file_read("/proc/sys/kernel/pid_max", &text, &len))
		return 0;
	return strtoull(text, NULL, 10);
}

/* Processes and threads that the machine has begun so far; 0: not known. */
static uint64_t begun_cnt(void)
{
	_cleanup_free_ char *text = NULL;
	const char *line;
	size_t len;

	if (file_read("/proc/stat", &text, &len))
		return 0;
	line = strstr(text, "\nprocesses ");
	return line ? strtoull(line + strlen("\nprocesses "), NULL, 10) : 0;
}

/*
 * Whether an id can have come back since the last sweep. Half of the ids will
 * do, because some are skipped.
 */
static bool may_have_returned(struct self_threads *threads)
{
	uint64_t before = threads->begun_cnt;

	if (!threads->id_cnt)
		threads->id_cnt = id_cnt();
	threads->begun_cnt = begun_cnt();
	return before && threads->begun_cnt - before > threads->id_cnt / 2;
}

static bool has_ended(pid_t pid, uint32_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%u", (int)pid, tid);
	return access(path, F_OK) && errno == ENOENT;
}

static void empty(struct self_slot *slot, uint32_t bytes)
{
	slot->is_busy = 0;
	slot->groups = 0;
	memset(slot + 1, 0, bytes - sizeof(*slot));
	__atomic_store_n(&slot->tid, 0, __ATOMIC_RELEASE);
}

bool self_threads_sweep(struct self_threads *threads,
			const struct shared_memory *shared, pid_t pid,
			size_t process_cnt)
{
	struct self_table *table = shared_memory_selfs(shared);
	uint32_t stride = self_stride_bytes(shared->plan->gen->self_bytes);
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC), end_ns;
	bool is_doubtful;

	if (!table || now_ns < threads->next_ns)
		return true;
	is_doubtful = may_have_returned(threads);
	for (uint32_t i = 0; i < SELF_SLOT_CNT; i++) {
		struct self_slot *slot =
			(struct self_slot *)((uint8_t *)(table + 1) +
					     (size_t)i * stride);
		uint32_t tid = __atomic_load_n(&slot->tid, __ATOMIC_ACQUIRE);

		if (tid && has_ended(pid, tid))
			empty(slot, stride);
	}
	end_ns = clock_ns(CLOCK_MONOTONIC);
	threads->next_ns = end_ns + SWEEP_NS +
		SWEEP_SHARE * process_cnt * (end_ns - now_ns);
	return !is_doubtful;
}
