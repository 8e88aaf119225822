/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More about the current thread. Linux has no zones: all threads are in the
 * global one.
 */
#pragma D depends_on module vmlinux

/*
 * The thread's time on a CPU: what the scheduler has counted, and the time
 * since. The scheduler's clock excludes time that a hypervisor took, and
 * advances at each tick; after the last tick, dtrace's clock is used, less what
 * it was ahead of the scheduler's clock when tracing began.
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

/*
 * Ids are those of dtrace's PID namespace, like pid and tid; what is not in it
 * has the id 0. The kernel's enum pid_type: 1 is the process.
 */
inline uint64_t _pid_offsets =
	(uint64_t)offsetof(struct pid, level) |
	(uint64_t)offsetof(struct pid, numbers) << 16 |
	(uint64_t)(offsetof(struct pid_namespace, ns) +
	    offsetof(struct ns_common, inum)) << 32;
inline pid_t _pid_of[struct task_struct *T] =
	_ns_number(T->tgid, (uintptr_t)T->signal->pids[1], _pid_offsets);
inline id_t _tid_of[struct task_struct *T] =
	_ns_number(T->pid, (uintptr_t)T->thread_pid, _pid_offsets);
inline pid_t _id_of[struct pid *P] =
	_ns_number(P->numbers[0].nr, (uintptr_t)P, _pid_offsets);

/* Is a thread of the process P or of one that descends from it? */
inline int _descends[struct task_struct *T, pid_t P] =
	_progeny((uintptr_t)T, P,
	    offsetof(struct task_struct, real_parent),
	    offsetof(struct task_struct, tgid),
	    (uint64_t)offsetof(struct task_struct, signal) |
	    (uint64_t)(offsetof(struct signal_struct, pids) + 8) << 16,
	    _pid_offsets);
inline int progenyof[pid_t P] = _descends[curthread, P];
