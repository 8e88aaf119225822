/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A part of lib.bpf.c: ids, ancestors and times of processes, by kernel
 * pointers, as in lib_path.bpf.h.
 */

#ifndef DTRACE_RUNTIME_BPF_LIB_PROCESS_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_PROCESS_BPF_H

#include "runtime/bpf/lib_path.bpf.h"

/* Calls @step until it does not return 2, @cnt times at most: then 0. */
static inline __attribute__((always_inline)) long
all_steps(word state, long (*step)(word state), int cnt)
{
	for (int i = 0; i < cnt; i++) {
		long result = step(state);

		if (result != 2)
			return result;
	}
	return 0;
}

/* The arguments and the result of ns_number(). */
struct ns_number {
	word pid;  /* struct pid * */
	word offs; /* of level and numbers in it, of the inode in a namespace */
	word inode;
	word number; /* in the PID namespace with that inode; 0: none */
	word fault, read;
};

static inline __attribute__((always_inline)) long
find_number(struct ns_number *w)
{
	word upid;
	int level;

	w->number = 0;
	if (!w->pid)
		return 0;
	if (read_word(&w->read, w->pid + off_of(w->offs, 0), &w->fault))
		return -1;
	level = (int)w->read;
	for (int i = 0; i <= PID_NS_LEVEL_MAX && level >= 0; i++, level--) {
		upid = w->pid + off_of(w->offs, 1) + (word)level * UPID_BYTES;
		if (read_word(&w->read, upid + UPID_NS, &w->fault) ||
		    read_word(&w->read, w->read + off_of(w->offs, 2), &w->fault))
			return -1;
		if ((unsigned int)w->read != (unsigned int)w->inode)
			continue;
		if (read_word(&w->read, upid, &w->fault))
			return -1;
		w->number = (unsigned int)w->read;
		return 0;
	}
	return 0;
}

/* The number of a struct pid in w->number; 0, or -1: see w->fault. */
LIB(ns_number) long ns_number(word state)
{
	struct ns_number *w = (struct ns_number *)AT(state, -1);

	return find_number(w);
}

/* The same for programs that have no scratch memory; 0 also on failure. */
LIB(ns_id) long ns_id(word pid, word offs, word inode)
{
	struct ns_number w = { .pid = pid, .offs = offs, .inode = inode };

	find_number(&w);
	return (long)w.number;
}

/*
 * The arguments of progeny() and ns_progeny(). The latter looks for a number in
 * the PID namespace in `number`, which has no pid yet.
 */
struct progeny_walk {
	word task, pid, parent_off, tgid_off;
	word pids_offs; /* of signal, and of the process's struct pid in that */
	word fault, read;
	struct ns_number number;
};

/* Checks the next PROGENY_STEP ancestors; returns 2 if it is none of them. */
LIB(progeny_step) long progeny_step(word state)
{
	struct progeny_walk *w = (struct progeny_walk *)AT(state, -1);

	for (int i = 0; i < PROGENY_STEP; i++) {
		word task = w->task;

		if (read_word(&w->read, task + w->tgid_off, &w->fault))
			return -1;
		if ((unsigned int)w->read == (unsigned int)w->pid)
			return 1;
		if (read_word(&w->task, task + w->parent_off, &w->fault))
			return -1;
		if (w->task == task)
			return 0;
	}
	return 2;
}

/* Is w->pid the number of a process or of one of its ancestors? */
LIB(progeny) long progeny(word state)
{
	return all_steps(state, progeny_step, PROGENY_MAX / PROGENY_STEP);
}

/* The same as progeny_step(), with numbers in a PID namespace. */
LIB(ns_progeny_step) long ns_progeny_step(word state)
{
	struct progeny_walk *w = (struct progeny_walk *)AT(state, -1);
	struct ns_number *number = &w->number;

	for (int i = 0; i < PROGENY_STEP; i++) {
		word task = w->task;

		if (read_word(&w->read, task + off_of(w->pids_offs, 0),
			      &w->fault) ||
		    read_word(&number->pid, w->read + off_of(w->pids_offs, 1),
			      &w->fault))
			return -1;
		if (ns_number(state + __builtin_offsetof(struct progeny_walk,
							 number))) {
			w->fault = number->fault;
			return -1;
		}
		if (number->number && number->number == (unsigned int)w->pid)
			return 1;
		if (read_word(&w->task, task + w->parent_off, &w->fault))
			return -1;
		if (w->task == task)
			return 0;
	}
	return 2;
}

LIB(ns_progeny) long ns_progeny(word state)
{
	return all_steps(state, ns_progeny_step, PROGENY_MAX / PROGENY_STEP);
}

/*
 * The arguments of cpu_time(): times and offsets of members; the result in ns.
 */
struct cpu_time {
	word task, now;
	word sum_off, start_off; /* offsets in the task */
	word cfs_off, rq_off;	 /* task -> cfs_rq -> rq */
	word clock_off, task_clock_off; /* offsets in the rq */
	word fault, result;
	word start, rq, clock, task_clock, sum, read;
};

LIB(cpu_time_once) long cpu_time_once(word state)
{
	struct cpu_time *w = (struct cpu_time *)AT(state, -1);

	if (read_word(&w->start, w->task + w->start_off, &w->fault) ||
	    read_word(&w->rq, w->task + w->cfs_off, &w->fault) ||
	    read_word(&w->rq, w->rq + w->rq_off, &w->fault) ||
	    read_word(&w->clock, w->rq + w->clock_off, &w->fault) ||
	    read_word(&w->task_clock, w->rq + w->task_clock_off, &w->fault) ||
	    read_word(&w->sum, w->task + w->sum_off, &w->fault) ||
	    read_word(&w->read, w->rq + w->clock_off, &w->fault))
		return -1;
	w->result = w->sum - w->start + w->task_clock + w->now - w->clock;
	if (w->read != w->clock)
		return 0;
	if (read_word(&w->read, w->task + w->start_off, &w->fault))
		return -1;
	return w->read == w->start;
}

/*
 * How long the task has run on a CPU up to the time `now`: the time that the
 * scheduler had counted when it last updated its clock, and the time since,
 * which is negative if a tick after `now` has updated it. `now` is of a clock
 * that is ahead of the scheduler's, or behind, and so is the result. If a tick
 * between the reads changes them, all are read again.
 */
LIB(cpu_time) long cpu_time(word state)
{
	for (int i = 0; i < CPU_TIME_TRIES; i++) {
		long is_whole = cpu_time_once(state);

		if (is_whole)
			return is_whole;
	}
	return 0;
}

/*
 * The arguments of process_time(): the head of the list of threads, offsets in
 * a task, and the time of threads that have ended, to which it adds; in ns.
 */
struct process_time {
	word head;
	word node_off, sum_off;
	word result;
	word fault, at, read;
};

/* Adds the times of the next THREAD_STEP threads; returns 2 if there are more. */
LIB(process_time_some) long process_time_some(word state)
{
	struct process_time *w = (struct process_time *)AT(state, -1);

	for (int i = 0; i < THREAD_STEP; i++) {
		word at = w->at;

		if (at == w->head)
			return 0;
		if (read_word(&w->read, at - w->node_off + w->sum_off,
			      &w->fault) ||
		    read_word(&w->at, at, &w->fault))
			return -1;
		w->result += w->read;
	}
	return 2;
}

/*
 * How long all threads of a process have run. The list can change meanwhile; a
 * thread that leaves it still points to the next one.
 */
LIB(process_time) long process_time(word state)
{
	struct process_time *w = (struct process_time *)AT(state, -1);

	if (read_word(&w->at, w->head, &w->fault))
		return -1;
	return all_steps(state, process_time_some, THREAD_MAX / THREAD_STEP);
}

#endif
