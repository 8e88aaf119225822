/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/session/unwind/unwind_processes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "sdt/process.h"

enum { RETRY_MS = 20, FORGET_CNT = 1024 };

void unwind_processes_deinit(struct unwind_processes *all)
{
	for (size_t i = 0; i < all->by_tgid.cnt; i++)
		free(all->by_tgid.entries[i].value);
	map_deinit(&all->by_tgid);
	unwind_ranges_deinit(&all->ranges);
	unwind_files_deinit(&all->files);
}

struct unwind_process *unwind_processes_find(struct unwind_processes *all,
					     uint32_t tgid)
{
	void **slot = map_find(&all->by_tgid, &tgid, sizeof(tgid));

	return slot ? *slot : NULL;
}

struct unwind_process *unwind_processes_get(struct unwind_processes *all,
					    uint32_t tgid)
{
	struct unwind_process **slot = (struct unwind_process **)map_put(
		&all->by_tgid, &tgid, sizeof(tgid));

	if (!*slot) {
		*slot = xcalloc(1, sizeof(**slot));
		(*slot)->tgid = tgid;
		all->new_cnt++;
	}
	return *slot;
}

static void drop(struct unwind_processes *all, struct unwind_process *process)
{
	if (process->known.off)
		unwtab_free_ranges(all->files.tab, &process->known);
	process->known = (struct unw_known){ 0 };
	process->retry_ns = 0;
}

static bool is_known(struct unwind_processes *all,
		     const struct unwind_process *process)
{
	struct unw_known known;

	return kern_unwind_lookup(all->kern, process->tgid, &known) != -ENOENT;
}

/* The ranges of processes that have ended. */
static void drop_ended(struct unwind_processes *all)
{
	for (size_t i = 0; i < all->by_tgid.cnt; i++) {
		struct unwind_process *process = all->by_tgid.entries[i].value;

		if (process->known.off && !is_known(all, process))
			drop(all, process);
	}
}

/*
 * Programs can ask about a process after they have forgotten it: while its other
 * threads end, or when it is put aside on its way to the end.
 */
static bool has_ended(struct unwind_processes *all,
		      const struct unwind_process *process)
{
	if (process->is_ordered)
		return false;
	if (!is_known(all, process))
		return true;
	if (!process->pid || !sdt_process_has_ended(process->pid))
		return false;
	kern_unwind_forget(all->kern, process->tgid);
	return true;
}

void unwind_processes_forget_ended(struct unwind_processes *all)
{
	struct map old = all->by_tgid;

	if (all->new_cnt < FORGET_CNT)
		return;
	all->by_tgid = (struct map){ 0 };
	for (size_t i = 0; i < old.cnt; i++) {
		struct unwind_process *process = old.entries[i].value;

		if (has_ended(all, process)) {
			drop(all, process);
			free(process);
		} else {
			*map_put(&all->by_tgid, &process->tgid,
				 sizeof(process->tgid)) = process;
		}
	}
	map_deinit(&old);
	all->new_cnt = 0;
}

/* Stores the ranges that were read. Returns 0 or -ENOSPC. */
static int put_ranges(struct unwind_processes *all, struct unw_known *ret)
{
	struct unwtab *tab = all->files.tab;
	int err = unwtab_put_ranges(tab, all->ranges.all.v, all->ranges.all.cnt,
				    ret);

	if (err == -ENOSPC) {
		drop_ended(all);
		err = unwtab_put_ranges(tab, all->ranges.all.v,
					all->ranges.all.cnt, ret);
	}
	if (err == -ENOSPC)
		__atomic_store_n(&all->files.is_full, true, __ATOMIC_SEQ_CST);
	return err;
}

static void set_asked(struct unwind_processes *all,
		      const struct unwind_process *process,
		      enum unw_question asked)
{
	struct unw_proc *proc = unwtab_proc(all->files.tab, &process->known);

	__atomic_store_n(&proc->asked, asked, __ATOMIC_SEQ_CST);
}

/* Is the stored answer, which programs see as @now, still valid? */
static bool is_same(struct unwind_processes *all,
		    const struct unwind_process *process,
		    const struct unw_known *now)
{
	const struct unw_proc *proc;

	if (!now->off || now->off != process->known.off)
		return false;
	proc = unwtab_proc(all->files.tab, &process->known);
	if (proc->generation != now->generation ||
	    proc->range_cnt != all->ranges.all.cnt)
		return false;
	/* a process without a file that has a table has no ranges */
	return !proc->range_cnt ||
		!memcmp(proc + 1, all->ranges.all.v,
			proc->range_cnt * sizeof(struct unw_range));
}

/*
 * There is nothing new. Only a request, which came before the mappings were
 * read, is answered by that: a walk that finds something missing after this was
 * caused by a notice may have to wait for the next notice.
 */
static void set_complete(struct unwind_processes *all,
			 struct unwind_process *process)
{
	set_asked(all, process, UNW_IS_ALL);
	process->retry_ns =
		clock_ns(CLOCK_MONOTONIC) + RETRY_MS * UINT64_C(1000000);
	all->has_retries = true;
}

/* A question about data that are no longer current; it may be asked again. */
static void forget_question(struct unwind_processes *all,
			    const struct unwind_process *process,
			    const struct unw_known *now)
{
	if (now->off && now->off == process->known.off)
		set_asked(all, process, UNW_NOT_ASKED);
}

/*
 * What programs have of the process, zeros if nothing. A process that @is_new
 * gets an entry, so that an exec is marked while its mappings are read. Returns
 * whether there is one.
 */
static bool find_entry(struct unwind_processes *all,
		       const struct unwind_process *process, bool is_new,
		       struct unw_known *ret)
{
	const struct unw_known pending = {
		.generation = 1,
		.wait_max = process->is_ordered ? UNW_ORDERED_WAITS : 0,
	};

	if (!kern_unwind_lookup(all->kern, process->tgid, ret))
		return true;
	*ret = is_new ? pending : (struct unw_known){ 0 };
	return is_new &&
		!kern_unwind_tell(all->kern, process->tgid, &pending, false);
}

static bool is_current(struct unwind_processes *all,
		       const struct unwind_process *process,
		       const struct unw_known *before)
{
	struct unw_known now;

	return !kern_unwind_lookup(all->kern, process->tgid, &now) &&
		now.off == before->off && now.generation == before->generation;
}

/* It has ended, but was asked about on its way to the end. */
static void forget_process(struct unwind_processes *all,
			   struct unwind_process *process)
{
	kern_unwind_forget(all->kern, process->tgid);
	drop(all, process);
}

/* What was read is new. */
static void publish(struct unwind_processes *all,
		    struct unwind_process *process, const struct unw_known *now,
		    uint32_t generation)
{
	struct unw_known known;

	if (put_ranges(all, &known)) {
		/* no room: as if there were nothing new */
		if (generation && now->off && now->off == process->known.off)
			set_complete(all, process);
		return;
	}
	known.wait_max = process->is_ordered ? UNW_ORDERED_WAITS : 0;
	/* not again, if the process has ended meanwhile */
	if (kern_unwind_tell(all->kern, process->tgid, &known, true)) {
		unwtab_free_ranges(all->files.tab, &known);
		return;
	}
	drop(all, process);
	process->known = known;
}

void unwind_processes_learn(struct unwind_processes *all, pid_t pid,
			    uint32_t tgid, uint32_t generation, bool is_new)
{
	struct unwind_process *process = unwind_processes_get(all, tgid);
	struct unw_known now;
	bool has_entry = find_entry(all, process, is_new, &now);
	int err;

	if (generation && now.generation != generation) {
		forget_question(all, process, &now);
		return;
	}
	if (!has_entry)
		return;
	process->pid = pid; /* for the mark of an exec from now on */
	err = unwind_ranges_read(&all->ranges, &all->files, pid);
	if (!is_current(all, process, &now))
		return;
	if (err == -ESRCH || (!err && !all->ranges.all.cnt)) {
		forget_process(all, process);
	} else if (!err && is_same(all, process, &now)) {
		if (generation)
			set_complete(all, process);
	} else if (!err) {
		publish(all, process, &now, generation);
	} else if (generation && now.off && now.off == process->known.off) {
		set_complete(all, process); /* as if there were nothing new */
	}
}

int unwind_processes_allow_questions(struct unwind_processes *all)
{
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
	bool has_more = false;

	if (!all->has_retries)
		return -1;
	for (size_t i = 0; i < all->by_tgid.cnt; i++) {
		struct unwind_process *process = all->by_tgid.entries[i].value;

		if (!process->retry_ns)
			continue;
		if (process->retry_ns > now_ns) {
			has_more = true;
			continue;
		}
		process->retry_ns = 0;
		if (process->known.off)
			set_asked(all, process, UNW_NOT_ASKED);
	}
	all->has_retries = has_more;
	return has_more ? RETRY_MS : -1;
}
