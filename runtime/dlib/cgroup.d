/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The name of the current process's cgroup in the hierarchy of cgroup2, from
 * the root of that hierarchy on, as the third field of /proc/PID/cgroup has it
 * in the initial cgroup namespace. The pointer to the parent has two names
 * (parent, __parent since Linux 6.15) and one place: in front of the name.
 */
#pragma D depends_on module vmlinux

inline string cgroupname =
	_cgroup((uintptr_t)curthread->cgroups->dfl_cgrp->kn,
	    (uint64_t)(offsetof(struct kernfs_node, name) - sizeof(uintptr_t)) |
	    (uint64_t)offsetof(struct kernfs_node, name) << 16);
