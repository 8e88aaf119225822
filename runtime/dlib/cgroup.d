/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The name of the current process's cgroup in the cgroup2 hierarchy, as a path
 * from its root: the third field of /proc/PID/cgroup in the initial cgroup
 * namespace. The pointer to the parent has different names (parent, __parent
 * since Linux 6.15), but it is always directly before the name.
 */
#pragma D depends_on module vmlinux

inline string cgroupname =
	_cgroup((uintptr_t)curthread->cgroups->dfl_cgrp->kn,
	    (uint64_t)(offsetof(struct kernfs_node, name) - sizeof(uintptr_t)) |
	    (uint64_t)offsetof(struct kernfs_node, name) << 16);
