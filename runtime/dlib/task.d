/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More of the current thread. Linux has no zones: all is in the global one.
 */
#pragma D depends_on module vmlinux

/*
 * What the scheduler counted of the thread's time on a CPU, and what it has
 * not yet: its clock leaves out what a hypervisor took, and goes from tick to
 * tick; from the last tick on it is ours. It began with the kernel, ours a
 * bit later: the value is off by that, which is the same for all threads.
 */
inline uint64_t vtimestamp =
	_cpu_time((uintptr_t)curthread, timestamp,
	    offsetof(struct task_struct, se) +
		offsetof(struct sched_entity, sum_exec_runtime),
	    offsetof(struct task_struct, se) +
		offsetof(struct sched_entity, exec_start),
	    offsetof(struct task_struct, se) +
		offsetof(struct sched_entity, cfs_rq),
	    offsetof(struct cfs_rq, rq), offsetof(struct rq, clock),
	    offsetof(struct rq, clock_task));

inline string threadname = stringof(curthread->comm);
inline string zonename = "global";

inline int progenyof[pid_t P] =
	_progeny((uintptr_t)curthread, P,
	    offsetof(struct task_struct, real_parent),
	    offsetof(struct task_struct, tgid));
