/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More about the current thread. Linux has no zones: all threads are in the
 * global one.
 */
#pragma D depends_on module vmlinux

/*
 * The thread's time on a CPU: what the scheduler has counted, and the time
 * since. The scheduler's clock excludes time that a hypervisor took, and
 * advances at each tick; after the last tick, dtrace's clock is used. The two
 * clocks did not start at exactly the same time: the value is off by the
 * difference, which is the same for all threads.
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
