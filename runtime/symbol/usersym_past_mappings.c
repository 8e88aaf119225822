// SPDX-License-Identifier: BSD-2-Clause
/*
 * Past mappings of a process, at addresses where something else is now.
 * Programs that are linked for a fixed address and exec one another have
 * different files at the same addresses, and addresses are looked up some time
 * after they were recorded.
 *
 *	400000-401000  first	until 17.2 s	past
 *	400000-401000  second			usersym_process.mappings
 *
 * An address of 17.1 s is in "first". Of several mappings that were there one
 * after another, the right one is the first that was replaced later than that.
 *
 * If the kernel reports a mapping (usersym_add_mapping()), the time is exact.
 * If /proc/PID/maps shows that another mapping took its place, this happened
 * between two times; the earlier one is used, until the kernel reports more.
 */
#include <string.h>

#include "runtime/symbol/usersym_priv.h"

/* For one process; programs that load and unload code have many. */
enum { PAST_MAX = 256 };

static bool has_object(const struct mapping *mapping)
{
	return mapping->key.ino || !strcmp(mapping->path, "[vdso]");
}

void usersym_retire(struct process *process, const struct mapping *mapping,
		    uint64_t until_ns, bool is_guess)
{
	struct past past = {
		.mapping = *mapping,
		.until_ns = until_ns,
		.generation = process->generation,
		.is_guess = is_guess,
	};

	/* memory of no object has no name, in the past as now */
	if (!until_ns || !has_object(mapping))
		return;
	if (process->past.cnt == PAST_MAX) {
		process->past.cnt--;
		memmove(process->past.v, process->past.v + 1,
			process->past.cnt * sizeof(past));
	}
	vec_push(&process->past, past);
}

static bool overlap(const struct mapping *a, uint64_t start_uaddr,
		    uint64_t end_uaddr)
{
	return a->start_uaddr < end_uaddr && start_uaddr < a->end_uaddr;
}

void usersym_settle(struct process *process, uint64_t start_uaddr,
		    uint64_t end_uaddr, uint64_t time_ns)
{
	for (size_t i = 0; i < process->past.cnt; i++) {
		struct past *past = &process->past.v[i];

		if (!past->is_guess || past->until_ns > time_ns ||
		    !overlap(&past->mapping, start_uaddr, end_uaddr))
			continue;
		past->until_ns = time_ns;
		past->is_guess = false;
	}
}

/* The mapping in start..end that was replaced first, but after @time_ns. */
static struct past *replaced_after(struct process *process,
				   uint64_t start_uaddr, uint64_t end_uaddr,
				   uint64_t time_ns)
{
	struct past *first = NULL;

	for (size_t i = 0; i < process->past.cnt; i++) {
		struct past *past = &process->past.v[i];

		if (past->until_ns > time_ns &&
		    overlap(&past->mapping, start_uaddr, end_uaddr) &&
		    (!first || past->until_ns < first->until_ns))
			first = past;
	}
	return first;
}

struct mapping *usersym_past(struct process *process, uint64_t uaddr,
			     uint64_t time_ns)
{
	struct past *past = NULL;

	if (process && time_ns)
		past = replaced_after(process, uaddr, uaddr + 1, time_ns);
	return past ? &past->mapping : NULL;
}

struct mapping *usersym_last(struct process *process, uint64_t uaddr)
{
	for (size_t i = process ? process->past.cnt : 0; i-- > 0;)
		if (overlap(&process->past.v[i].mapping, uaddr, uaddr + 1))
			return &process->past.v[i].mapping;
	return NULL;
}

/*
 * Whether it was there at that time, and no mapping that was replaced earlier.
 */
static bool was_there(struct process *process, struct past *past,
		      uint64_t time_ns)
{
	return past->until_ns > time_ns &&
	       replaced_after(process, past->mapping.start_uaddr,
			      past->mapping.end_uaddr, time_ns) == past;
}

void usersym_each_mapping(struct process *process, uint64_t time_ns,
			  void (*fn)(void *ctx, struct mapping *mapping),
			  void *ctx)
{
	for (size_t i = 0; time_ns && i < process->past.cnt; i++)
		if (was_there(process, &process->past.v[i], time_ns))
			fn(ctx, &process->past.v[i].mapping);
	for (size_t i = 0; i < process->mappings.cnt; i++) {
		struct mapping *mapping = &process->mappings.v[i];

		if (!time_ns || !replaced_after(process, mapping->start_uaddr,
						mapping->end_uaddr, time_ns))
			fn(ctx, mapping);
	}
}

unsigned usersym_generation_at(const struct process *process, uint64_t time_ns)
{
	unsigned generation = process->generation;

	for (size_t i = 0; time_ns && i < process->past.cnt; i++)
		if (process->past.v[i].until_ns > time_ns &&
		    process->past.v[i].generation < generation)
			generation = process->past.v[i].generation;
	return generation;
}

uint32_t usersym_past_cnt(const struct process *process, uint64_t uaddr,
			  uint64_t time_ns)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < process->past.cnt; i++) {
		const struct past *past = &process->past.v[i];

		cnt += (!time_ns || past->until_ns <= time_ns) &&
		       overlap(&past->mapping, uaddr, uaddr + 1);
	}
	return cnt;
}
