// SPDX-License-Identifier: BSD-2-Clause
/*
 * The mappings of processes, from /proc/PID/maps and from the kernel's notices
 * (usersym_add_mapping(), usersym_copy(), usersym_end()). Earlier mappings are
 * in usersym_past_mappings.c.
 *
 * The mappings of a process are kept after its end, since its addresses may be
 * looked up later: in stacks that are keys of aggregations, at the end of the
 * session. On a machine that starts processes all day they would fill the
 * memory, so only those of the processes that ended last are kept, with
 * ENDED_MAX mappings in all; older ones are forgotten.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "runtime/symbol/usersym_priv.h"
#include "sdt/process.h"

/* About 24 MB; 40,000 processes of a shell script's commands. */
enum { ENDED_MAX = 262144 };

/*
 * The text, stored as long as the table exists; thousands map the same files.
 */
static const char *keep_path(struct usersym *syms, const char *path, size_t len)
{
	void **slot = map_put(&syms->paths, path, len);

	if (!*slot)
		*slot = (void *)syms->paths.entries[syms->paths.cnt - 1].key;
	return *slot;
}

/* A deleted file keeps its name, without the suffix that the kernel appends. */
static void set_path(struct usersym *syms, struct mapping *mapping,
		     const char *path, size_t len)
{
	static const char deleted[] = " (deleted)";
	const size_t deleted_len = sizeof(deleted) - 1;
	const char *slash;

	if (mapping->key.ino && len > deleted_len &&
	    !memcmp(path + len - deleted_len, deleted, deleted_len))
		len -= deleted_len;
	mapping->path = keep_path(syms, path, len);
	slash = strrchr(mapping->path, '/');
	mapping->name = slash ? slash + 1 : mapping->path;
}

static void add_mapping(struct usersym *syms, struct process *process,
			const struct sdt_maps_line *line)
{
	struct mapping *mapping = vec_add(&process->mappings);

	*mapping = (struct mapping){
		.start_uaddr = line->start_uaddr,
		.end_uaddr = line->end_uaddr,
		.fileoff = line->fileoff,
		.key = { line->ino, line->dev_major, line->dev_minor },
		.is_exec = line->is_exec,
	};
	set_path(syms, mapping, line->path, line->path_len);
}

/* ---------------------------------------------------------------- processes */

void usersym_process_destroy(struct process *process)
{
	if (!process)
		return;
	vec_deinit(&process->mappings);
	vec_deinit(&process->past);
	jitmap_destroy(process->jit);
	free(process);
}

/* What takes memory; a process without mappings takes some, too. */
static size_t mapping_cnt(const struct process *process)
{
	size_t cnt = process->mappings.cnt + process->past.cnt;

	return cnt ? cnt : 1;
}

struct process *usersym_process(const struct usersym *syms, pid_t pid)
{
	void **slot = map_find(&syms->processes, &pid, sizeof(pid));

	return slot ? *slot : NULL;
}

/* Its pid belongs to a new process, or only its first thread has ended. */
static void revive(struct usersym *syms, struct process *process)
{
	if (process->end)
		syms->ended_mapping_cnt -= mapping_cnt(process);
	process->end = 0;
}

/* Forgets the process that ended first. */
static void forget_first(struct usersym *syms)
{
	pid_t pid = syms->ends.v[syms->forgotten_cnt++];
	void **slot = map_find(&syms->processes, &pid, sizeof(pid));
	struct process *process = slot ? *slot : NULL;

	if (process && process->end == syms->ends_first + syms->forgotten_cnt) {
		syms->ended_mapping_cnt -= mapping_cnt(process);
		usersym_process_destroy(process);
		*slot = NULL;
	}
	if (syms->forgotten_cnt * 2 < syms->ends.cnt)
		return;
	syms->ends.cnt -= syms->forgotten_cnt;
	memmove(syms->ends.v, syms->ends.v + syms->forgotten_cnt,
		syms->ends.cnt * sizeof(syms->ends.v[0]));
	syms->ends_first += syms->forgotten_cnt;
	syms->forgotten_cnt = 0;
}

void usersym_end(struct usersym *syms, pid_t pid)
{
	struct process *process = usersym_process(syms, pid);

	if (!process || process->end)
		return;
	vec_push(&syms->ends, pid);
	process->end = syms->ends_first + syms->ends.cnt;
	syms->ended_mapping_cnt += mapping_cnt(process);
	while (syms->ended_mapping_cnt > ENDED_MAX &&
	       syms->forgotten_cnt < syms->ends.cnt)
		forget_first(syms);
}

/* The process, which is added if it is not known. */
static struct process *make_process(struct usersym *syms, pid_t pid)
{
	void **slot = map_put(&syms->processes, &pid, sizeof(pid));

	if (!*slot)
		*slot = xcalloc(1, sizeof(struct process));
	return *slot;
}

static struct mapping *mapping_at(struct process *process, uint64_t uaddr)
{
	size_t low = 0, high = process ? process->mappings.cnt : 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (process->mappings.v[mid].end_uaddr <= uaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return process && low < process->mappings.cnt &&
			process->mappings.v[low].start_uaddr <= uaddr ?
		&process->mappings.v[low] :
		NULL;
}

static int compare_mappings(const void *a_, const void *b_)
{
	const struct mapping *a = a_, *b = b_;

	return a->start_uaddr < b->start_uaddr ? -1 :
						 a->start_uaddr > b->start_uaddr;
}

/*
 * Where both are, they map the same. The kernel reports the first mapping of a
 * program as long as all of them; if it is code, that is what is known of it
 * until /proc/PID/maps is read.
 */
static bool begin_alike(const struct mapping *a, const struct mapping *b)
{
	return a->start_uaddr == b->start_uaddr && a->fileoff == b->fileoff &&
	       !memcmp(&a->key, &b->key, sizeof(a->key)) && a->path == b->path;
}

/*
 * Keeps the old mappings that no new one covers. The others were there at the
 * last time for which the mappings are certain.
 */
static void keep_old(struct usersym *syms, struct process *process,
		     struct process *fresh)
{
	size_t fresh_cnt = fresh->mappings.cnt;
	uint64_t until_ns = process->seen_ns;

	if ((process->is_told || syms->all_told) && syms->told_ns > until_ns)
		until_ns = syms->told_ns;
	for (size_t i = 0; i < process->mappings.cnt; i++) {
		struct mapping *mapping = &process->mappings.v[i];
		struct process now = { .mappings = fresh->mappings };
		const struct mapping *there;

		now.mappings.cnt = fresh_cnt;
		there = mapping_at(&now, mapping->start_uaddr);
		if (!there)
			there = mapping_at(&now, mapping->end_uaddr - 1);
		if (!there)
			*vec_add(&fresh->mappings) = *mapping;
		else if (!begin_alike(there, mapping))
			usersym_retire(process, mapping, until_ns, true);
	}
	qsort(fresh->mappings.v, fresh->mappings.cnt,
	      sizeof(fresh->mappings.v[0]), compare_mappings);
}

/* Executable memory of no file: the program's own map of it is kept open. */
static void see_compiled(struct process *process, pid_t pid)
{
	if (!process->jit)
		process->jit = jitmap_create(pid);
	jitmap_see(process->jit);
}

bool usersym_is_compiled(const struct mapping *mapping)
{
	return mapping->is_exec && !mapping->key.ino && mapping->path[0] != '[';
}

/* What may be gone later is opened now. @task is a living thread of @pid. */
static void hold_mapping(struct usersym *syms, pid_t pid, pid_t task,
			 struct process *process, struct mapping *mapping)
{
	usersym_hold_file(syms, task, mapping);
	if (usersym_is_compiled(mapping))
		see_compiled(process, pid);
}

int usersym_load(struct usersym *syms, pid_t pid)
{
	struct process *process, fresh = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
	pid_t task; /* the process itself, unless its first thread has ended */
	int err = sdt_process_read_maps(&syms->maps, pid, &task);

	if (err)
		return err;
	while (sdt_maps_next(&syms->maps, &pos, &line))
		add_mapping(syms, &fresh, &line);
	if (!fresh.mappings.cnt) /* the process is about to end */
		return -ESRCH;
	process = make_process(syms, pid);
	revive(syms, process);
	keep_old(syms, process, &fresh);
	vec_deinit(&process->mappings);
	process->mappings.v = fresh.mappings.v;
	process->mappings.cnt = fresh.mappings.cnt;
	process->mappings.cap = fresh.mappings.cap;
	process->missed_uaddr = 0;
	process->generation = ++syms->generation;
	process->seen_ns = now_ns;
	process->is_partial = false;
	for (size_t i = 0; i < process->mappings.cnt; i++)
		hold_mapping(syms, pid, task, process, &process->mappings.v[i]);
	return 0;
}

/* Removes the mappings that @new covers; returns the place for it. */
static size_t clear_range(struct process *process, const struct mapping *new,
			  uint64_t time_ns)
{
	size_t kept = 0, at = 0;

	for (size_t i = 0; i < process->mappings.cnt; i++) {
		struct mapping *mapping = &process->mappings.v[i];

		if (mapping->start_uaddr < new->end_uaddr &&
		    mapping->end_uaddr > new->start_uaddr) {
			if (!begin_alike(mapping, new))
				usersym_retire(process, mapping, time_ns,
					       false);
			continue;
		}
		process->mappings.v[kept++] = *mapping;
		if (mapping->end_uaddr <= new->start_uaddr)
			at = kept;
	}
	process->mappings.cnt = kept;
	return at;
}

void usersym_add_mapping(struct usersym *syms, pid_t pid,
			 const struct usersym_mapping *mapping)
{
	bool is_new = !usersym_process(syms, pid);
	struct process *process = make_process(syms, pid);
	struct mapping *place, new = {
		.start_uaddr = mapping->start_uaddr,
		.end_uaddr = mapping->end_uaddr,
		.fileoff = mapping->fileoff,
		.key = { mapping->ino, mapping->dev_major,
			 mapping->dev_minor },
		.is_exec = true,
	};
	size_t at;

	set_path(syms, &new, mapping->path, strlen(mapping->path));
	revive(syms, process);
	usersym_settle(process, new.start_uaddr, new.end_uaddr,
		       mapping->time_ns);
	at = clear_range(process, &new, mapping->time_ns);
	process->generation = ++syms->generation;
	process->is_told = true;
	process->is_partial |= is_new;
	vec_add(&process->mappings);
	place = &process->mappings.v[at];
	memmove(place + 1, place,
		(process->mappings.cnt - 1 - at) * sizeof(*place));
	*place = new;
	hold_mapping(syms, pid, pid, process, place);
}

void usersym_watch(struct usersym *syms, pid_t pid)
{
	struct process *process = usersym_process(syms, pid);

	if (process)
		process->is_told = true;
}

void usersym_watch_all(struct usersym *syms)
{
	syms->all_told = true;
}

void usersym_told(struct usersym *syms, uint64_t time_ns)
{
	syms->told_ns = time_ns;
}

void usersym_copy(struct usersym *syms, pid_t parent, pid_t child,
		  uint64_t time_ns)
{
	const struct process *from = usersym_process(syms, parent);
	struct process *to;

	/* a server, for example, whose children end before theirs are read */
	if ((!from || from->is_partial) && !usersym_load(syms, parent))
		from = usersym_process(syms, parent);
	if (!from && !usersym_process(syms, child))
		return;
	to = make_process(syms, child);
	revive(syms, to);
	/* mappings of the process that had the pid before */
	for (size_t i = 0; i < to->mappings.cnt; i++)
		usersym_retire(to, &to->mappings.v[i], time_ns, false);
	to->mappings.cnt = 0;
	jitmap_destroy(to->jit);
	to->jit = NULL;
	to->missed_uaddr = 0;
	to->generation = ++syms->generation;
	to->is_told = true;
	to->is_partial = from && from->is_partial;
	for (size_t i = 0; from && i < from->mappings.cnt; i++)
		vec_push(&to->mappings, from->mappings.v[i]);
}

int usersym_see(struct usersym *syms, pid_t pid)
{
	const struct process *process = usersym_process(syms, pid);

	/* of one that was never read, perhaps only the last mapping is known */
	return process && process->seen_ns ? 0 : usersym_load(syms, pid);
}

struct mapping *usersym_mapping(struct usersym *syms, pid_t pid, uint64_t uaddr)
{
	struct process *process = usersym_process(syms, pid);
	struct mapping *mapping = usersym_past(process, uaddr, syms->time_ns);
	bool is_forgotten;

	if (!mapping)
		mapping = mapping_at(process, uaddr);
	if (mapping)
		return mapping;
	/* a return address is looked up with the byte before it */
	if (process && process->missed_uaddr - uaddr <= 1)
		return usersym_last(process, uaddr);
	is_forgotten = !process && map_find(&syms->processes, &pid, sizeof(pid));
	usersym_load(syms, pid);
	process = usersym_process(syms, pid);
	mapping = mapping_at(process, uaddr);
	syms->has_missed_forgotten |= is_forgotten && !process;
	if (process && !mapping) {
		process->missed_uaddr = uaddr;
		mapping = usersym_last(process, uaddr);
	}
	return mapping;
}

bool usersym_has_missed_forgotten(const struct usersym *syms)
{
	return syms && syms->has_missed_forgotten;
}

uint32_t usersym_replaced_cnt(const struct usersym *syms, pid_t pid,
			      uint64_t uaddr)
{
	const struct process *process = syms ? usersym_process(syms, pid) : NULL;

	return process ? usersym_past_cnt(process, uaddr, syms->time_ns) : 0;
}
