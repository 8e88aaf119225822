/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf(2) and perf_event_open(2) with plain arguments. They return a file
 * descriptor, 0 or -errno, so that no caller reads errno. bpf(2) always makes
 * descriptors close-on-exec; perf_event_open is given the flag.
 *
 * attr structs start zeroed: the kernel refuses unknown fields only if they are
 * not 0. Layouts newer than linux/bpf.h come from bpf_abi.h.
 */
#include "runtime/kernel/sys.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int sys_bpf(int cmd, void *attr, size_t size)
{
	int tries = 0;
	long result;

	/* restarts a verifier run that a signal interrupted */
	do
		result = syscall(SYS_bpf, cmd, attr, size);
	while (result < 0 && errno == EAGAIN && cmd == BPF_PROG_LOAD &&
	       ++tries < 10);
	return result < 0 ? -errno : (int)result;
}

int sys_perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu)
{
	long result = syscall(SYS_perf_event_open, attr, pid, cpu, -1,
			      PERF_FLAG_FD_CLOEXEC);

	return result < 0 ? -errno : (int)result;
}

int sys_perf_event_open_any(struct perf_event_attr *attr)
{
	int fd, cpu = 0;

	do
		fd = sys_perf_event_open(attr, -1, cpu);
	while (fd == -ENODEV && ++cpu < sysconf(_SC_NPROCESSORS_CONF));
	return fd;
}

static uint64_t from_ptr(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

int sys_map_create(const struct sys_map_spec *spec)
{
	union bpf_attr attr = { 0 };

	attr.map_type = spec->type;
	attr.key_size = spec->key_bytes;
	attr.value_size = spec->value_bytes;
	attr.max_entries = spec->max_entries;
	attr.map_flags = spec->flags;
	attr.inner_map_fd = (uint32_t)spec->inner_fd;
	attr.btf_fd = (uint32_t)spec->btf_fd;
	attr.btf_key_type_id = spec->btf_key_type;
	attr.btf_value_type_id = spec->btf_value_type;
	snprintf(attr.map_name, sizeof(attr.map_name), "%s", spec->name);
	return sys_bpf(BPF_MAP_CREATE, &attr, sizeof(attr));
}

int sys_value_map_create(const char *name, uint32_t value_bytes, uint32_t flags)
{
	const struct sys_map_spec spec = {
		.name = name,
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = value_bytes,
		.max_entries = 1,
		.flags = flags,
	};

	return sys_map_create(&spec);
}

/* Lookup, update and delete of one element. */
static int map_element(int cmd, int fd, const void *key, const void *value,
		       uint64_t flags)
{
	union bpf_attr attr = { 0 };

	attr.map_fd = (uint32_t)fd;
	attr.key = from_ptr(key);
	attr.value = from_ptr(value);
	attr.flags = flags;
	return sys_bpf(cmd, &attr, sizeof(attr));
}

int sys_map_lookup(int fd, const void *key, void *value_ret)
{
	return map_element(BPF_MAP_LOOKUP_ELEM, fd, key, value_ret, 0);
}

int sys_map_update(int fd, const void *key, const void *value, uint64_t flags)
{
	return map_element(BPF_MAP_UPDATE_ELEM, fd, key, value, flags);
}

int sys_map_delete(int fd, const void *key)
{
	return map_element(BPF_MAP_DELETE_ELEM, fd, key, NULL, 0);
}

int sys_map_freeze(int fd)
{
	union bpf_attr attr = { .map_fd = (uint32_t)fd };

	return sys_bpf(BPF_MAP_FREEZE, &attr, sizeof(attr));
}

int sys_map_lookup_batch(int fd, const void *in, void *out, void *keys,
			 void *values, uint32_t *cnt)
{
	union bpf_attr attr = { 0 };
	int err;

	attr.batch.map_fd = (uint32_t)fd;
	attr.batch.in_batch = from_ptr(in);
	attr.batch.out_batch = from_ptr(out);
	attr.batch.keys = from_ptr(keys);
	attr.batch.values = from_ptr(values);
	attr.batch.count = *cnt;
	err = sys_bpf(BPF_MAP_LOOKUP_BATCH, &attr, sizeof(attr));
	*cnt = attr.batch.count;
	return err;
}

int sys_btf_load(const void *data, uint32_t len_bytes, char *log,
		 uint32_t log_bytes)
{
	union bpf_attr attr = { 0 };

	attr.btf = from_ptr(data);
	attr.btf_size = len_bytes;
	if (log_bytes) {
		attr.btf_log_buf = from_ptr(log);
		attr.btf_log_size = log_bytes;
		attr.btf_log_level = 1;
	}
	return sys_bpf(BPF_BTF_LOAD, &attr, sizeof(attr));
}

int sys_prog_load(struct bpf_load_attr *attr)
{
	return sys_bpf(BPF_PROG_LOAD, attr, sizeof(*attr));
}

int sys_prog_test_run(int prog_fd, void *ctx, uint32_t ctx_bytes,
		      uint32_t *retval_ret)
{
	union bpf_attr attr = { 0 };
	int err;

	attr.test.prog_fd = (uint32_t)prog_fd;
	attr.test.ctx_in = from_ptr(ctx);
	attr.test.ctx_size_in = ctx_bytes;
	err = sys_bpf(BPF_PROG_TEST_RUN, &attr, sizeof(attr));
	if (!err && retval_ret)
		*retval_ret = attr.test.retval;
	return err;
}

int sys_prog_test_run_on(int prog_fd, void *ctx, uint32_t ctx_bytes,
			 uint32_t cpu)
{
	union bpf_attr attr = { 0 };

	attr.test.prog_fd = (uint32_t)prog_fd;
	attr.test.ctx_in = from_ptr(ctx);
	attr.test.ctx_size_in = ctx_bytes;
	attr.test.flags = BPF_F_TEST_RUN_ON_CPU;
	attr.test.cpu = cpu;
	return sys_bpf(BPF_PROG_TEST_RUN, &attr, sizeof(attr));
}

int sys_raw_tracepoint_open(const char *name, int prog_fd, uint64_t cookie)
{
	struct bpf_raw_tracepoint_attr attr = {
		.name = from_ptr(name),
		.prog_fd = (uint32_t)prog_fd,
		.cookie = cookie,
	};

	return sys_bpf(BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof(attr));
}

int sys_link_create(struct bpf_link_attr *attr)
{
	return sys_bpf(BPF_LINK_CREATE, attr, sizeof(*attr));
}

int sys_iter_create(int link_fd)
{
	union bpf_attr attr = { 0 };

	attr.iter_create.link_fd = (uint32_t)link_fd;
	return sys_bpf(BPF_ITER_CREATE, &attr, sizeof(attr));
}

int sys_obj_info(int fd, void *info, uint32_t info_bytes)
{
	union bpf_attr attr = { 0 };

	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = info_bytes;
	attr.info.info = from_ptr(info);
	return sys_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
}
