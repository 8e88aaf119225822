// SPDX-License-Identifier: BSD-2-Clause
/*
 * The kernel checks a program for fentry or fexit against the function for which
 * it is loaded, so only loading one shows whether the function can have it.
 *
 * The trial of the feature needs the id of a function in the kernel's BTF: one
 * pass over the raw types (names are offsets into the strings that follow) finds
 * it in about 1 ms.
 */
#include "runtime/kernel/feature/trial_fentry.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "runtime/kernel/bpf_abi.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* value = argument 0, or the result */
#define READ(...)                                                   \
	{                                                           \
		INSN_MOV_IMM(BPF_REG_0, 0),                         \
		INSN_STORE(BPF_REG_10, -8, BPF_REG_0), __VA_ARGS__, \
		INSN_MOV_IMM(BPF_REG_0, 0), INSN_EXIT(),            \
	}

static const struct bpf_insn read_arg[] = READ(
	INSN_MOV(BPF_REG_3, BPF_REG_10), INSN_ADD_IMM(BPF_REG_3, -8),
	INSN_MOV_IMM(BPF_REG_2, 0), INSN_CALL(BPF_FUNC_get_func_arg));
static const struct bpf_insn read_result[] = READ(
	INSN_MOV(BPF_REG_2, BPF_REG_10), INSN_ADD_IMM(BPF_REG_2, -8),
	INSN_CALL(BPF_FUNC_get_func_ret));

int kern_fentry_try(int btf_fd, uint32_t btf_id, bool is_return,
		    struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_TRACING,
		.attach_type = is_return ? BPF_TRACE_FEXIT : BPF_TRACE_FENTRY,
		.attach_btf_id = btf_id,
		.attach_btf_fd = (uint32_t)btf_fd,
		.insns = is_return ? read_result : read_arg,
		.insn_cnt = is_return ? CNT(read_result) : CNT(read_arg),
	};

	return trial_load(&prog, why);
}

/* -------------------------------------------------------------- the feature */

/* Bytes that follow the common part of a type of this kind. */
static size_t btf_extra_bytes(uint32_t info)
{
	uint32_t vlen = BTF_INFO_VLEN(info);

	switch (BTF_INFO_KIND(info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return vlen * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return vlen * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return vlen * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return vlen * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return vlen * sizeof(struct btf_var_secinfo);
	}
	return 0;
}

/* Returns the type id of function @name in a BTF blob, or 0. */
static uint32_t btf_func_id(const char *blob, size_t len, const char *name)
{
	const struct btf_header *header = (const void *)blob;
	const char *strings, *at, *end;
	uint32_t id = 1;

	if (len < BTF_HEADER_BYTES || header->magic != BTF_MAGIC)
		return 0;
	at = blob + header->hdr_len + header->type_off;
	end = at + header->type_len;
	strings = blob + header->hdr_len + header->str_off;
	for (; at < end; id++) {
		const struct btf_type *type = (const void *)at;

		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    !strcmp(strings + type->name_off, name))
			return id;
		at += sizeof(*type) + btf_extra_bytes(type->info);
	}
	return 0;
}

int try_fentry(struct strbuf *why)
{
	_cleanup_free_ char *blob = NULL;
	_cleanup_close_ int prog_fd = -1;
	_cleanup_close_ int link_fd = -1;
	uint32_t id;
	size_t len;
	int err = file_read("/sys/kernel/btf/vmlinux", &blob, &len);

	if (err)
		return trial_fail(why, "/sys/kernel/btf/vmlinux", err);
	id = btf_func_id(blob, len, trial_kernel_target);
	if (!id) {
		strbuf_printf(why, "no function %s in the kernel's BTF",
			      trial_kernel_target);
		return -ENOENT;
	}
	prog_fd = kern_fentry_try(0, id, false, why);
	if (prog_fd < 0)
		return prog_fd;
	link_fd = sys_raw_tracepoint_open(NULL, prog_fd, 0);
	return link_fd < 0 ? trial_fail(why, "attach", link_fd) : 0;
}
