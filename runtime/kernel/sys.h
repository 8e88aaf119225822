/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The system calls of runtime/kernel, one thin function each. Those that create
 * an object return a file descriptor (close-on-exec) or -errno; the others 0 or
 * -errno. Nothing else in the project calls bpf(2) or perf_event_open(2).
 */
#ifndef DTRACE_RUNTIME_KERNEL_SYS_H
#define DTRACE_RUNTIME_KERNEL_SYS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/bpf_abi.h"

struct perf_event_attr;

/* Calls bpf(@cmd, @attr, @size). Returns its result or -errno. */
int sys_bpf(int cmd, void *attr, size_t size);
int sys_perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu);
/* For all processes, on the first online CPU. */
int sys_perf_event_open_any(struct perf_event_attr *attr);

struct sys_map_spec {
	const char *name; /* up to 15 characters */
	uint32_t type;
	uint32_t key_bytes, value_bytes, max_entries;
	uint32_t flags;
	int inner_fd; /* template of a map of maps, else 0 */
	int btf_fd;   /* BTF with the types of key and value; 0: none */
	uint32_t btf_key_type, btf_value_type;
};

int sys_map_create(const struct sys_map_spec *spec);
/* An array with one value, under key 0. */
int sys_value_map_create(const char *name, uint32_t value_bytes,
			 uint32_t flags);
int sys_map_lookup(int fd, const void *key, void *value_ret);
int sys_map_update(int fd, const void *key, const void *value, uint64_t flags);
int sys_map_delete(int fd, const void *key);
/* From then on user space cannot change the map. */
int sys_map_freeze(int fd);
/*
 * BPF_MAP_LOOKUP_BATCH: reads up to *@cnt elements from position @in (NULL: the
 * start). @out receives the next position (hash maps: 4 bytes). -ENOENT with
 * *@cnt elements filled means that the end was reached.
 */
int sys_map_lookup_batch(int fd, const void *in, void *out, void *keys,
			 void *values, uint32_t *cnt);

int sys_btf_load(const void *data, uint32_t len_bytes, char *log,
		 uint32_t log_bytes);
int sys_prog_load(struct bpf_load_attr *attr);
/* Runs a raw_tp or SYSCALL program once; the latter writes @ctx back. */
int sys_prog_test_run(int prog_fd, void *ctx, uint32_t ctx_bytes,
		      uint32_t *retval_ret);
/* Runs a raw_tp program once on @cpu. */
int sys_prog_test_run_on(int prog_fd, void *ctx, uint32_t ctx_bytes,
			 uint32_t cpu);
int sys_raw_tracepoint_open(const char *name, int prog_fd, uint64_t cookie);
int sys_link_create(struct bpf_link_attr *attr);
/* BPF_ITER_CREATE: reading the descriptor runs the program. */
int sys_iter_create(int link_fd);
/* BPF_OBJ_GET_INFO_BY_FD: fills the part of @info that the kernel knows. */
int sys_obj_info(int fd, void *info, uint32_t info_bytes);

#endif
