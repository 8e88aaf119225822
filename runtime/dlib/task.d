/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More of the current thread. Linux has no zones: all is in the global one.
 */
#pragma D depends_on module vmlinux

inline string threadname = stringof(curthread->comm);
inline string zonename = "global";

inline int progenyof[pid_t P] =
	_progeny((uintptr_t)curthread, P,
	    offsetof(struct task_struct, real_parent),
	    offsetof(struct task_struct, tgid));
