// SPDX-License-Identifier: BSD-2-Clause
/* The names that dumps of the intermediate code and of BPF share. */
#include "runtime/codegen/ir/names.h"

#include <string.h>

static const char *const map_names[MAP_ROLE_CNT] = {
	[MAP_CONTROL] = "control",
	[MAP_COUNTERS] = "counters",
	[MAP_RING_HEADS] = "ring_heads",
	[MAP_RINGS] = "rings",
	[MAP_BELL] = "bell",
	[MAP_SCRATCH] = "scratch",
	[MAP_AGG_UNKEYED] = "agg_unkeyed",
	[MAP_AGG_SLOTS] = "agg_slots",
	[MAP_SPEC] = "spec",
	[MAP_AGG_HASH] = "agg_hash",
	[MAP_AGG_VALUES] = "agg_values",
	[MAP_AGG_FREE] = "agg_free",
	[MAP_AGG_FRONT] = "agg_front",
	[MAP_WATCHES] = "watches",
	[MAP_GLOBALS] = "globals",
	[MAP_NAMES] = "names",
	[MAP_SELF] = "self",
	[MAP_SELF_NEW] = "self_new",
	[MAP_DYN] = "dyn",
	[MAP_UNWIND_SPACE] = "unwind_space",
	[MAP_UNWIND_KNOWN] = "unwind_known",
	[MAP_UNWIND_ASKED] = "unwind_asked",
};

static const char *const lib_names[LIB_FUNC_CNT] = {
#define LIB_FUNC(name, arg_cnt) [LIB_##name] = "lib_" #name,
#include "runtime/bpf/lib.def"
#undef LIB_FUNC
};

/* The helpers that the generator calls. */
static const struct {
	int id;
	const char *name;
} helpers[] = {
	{ BPF_FUNC_map_lookup_elem, "map_lookup_elem" },
	{ BPF_FUNC_map_update_elem, "map_update_elem" },
	{ BPF_FUNC_map_delete_elem, "map_delete_elem" },
	{ BPF_FUNC_tail_call, "tail_call" },
	{ BPF_FUNC_task_storage_get, "task_storage_get" },
	{ BPF_FUNC_get_current_task, "get_current_task" },
	{ BPF_FUNC_get_current_task_btf, "get_current_task_btf" },
	{ BPF_FUNC_ktime_get_ns, "ktime_get_ns" },
	{ BPF_FUNC_get_smp_processor_id, "get_smp_processor_id" },
	{ BPF_FUNC_get_current_pid_tgid, "get_current_pid_tgid" },
	{ BPF_FUNC_get_current_comm, "get_current_comm" },
	{ BPF_FUNC_probe_read_user, "probe_read_user" },
	{ BPF_FUNC_probe_read_user_str, "probe_read_user_str" },
	{ BPF_FUNC_probe_write_user, "probe_write_user" },
	{ BPF_FUNC_send_signal, "send_signal" },
	{ BPF_FUNC_get_ns_current_pid_tgid, "get_ns_current_pid_tgid" },
	{ BPF_FUNC_ringbuf_output, "ringbuf_output" },
	{ BPF_FUNC_get_attach_cookie, "get_attach_cookie" },
	{ BPF_FUNC_get_func_ip, "get_func_ip" },
	{ BPF_FUNC_get_func_arg, "get_func_arg" },
	{ BPF_FUNC_get_func_ret, "get_func_ret" },
	{ BPF_FUNC_copy_from_user, "copy_from_user" },
	{ CODE_DIRECT_SEND, "direct_send" },
	{ CODE_DIRECT_STRING, "direct_string" },
	{ CODE_DIRECT_STRING_LENGTH, "direct_string_length" },
	{ CODE_DIRECT_LENGTH, "direct_length" },
	{ CODE_DIRECT_EXIT, "direct_exit" },
	{ CODE_DIRECT_TID, "direct_tid" },
	{ CODE_DIRECT_SELF, "direct_self" },
	{ CODE_DIRECT_SELF_SET, "direct_self_set" },
};

const char *code_map_name(enum map_role role)
{
	return map_names[role];
}

const char *code_lib_name(enum lib_func func)
{
	return lib_names[func];
}

void code_put_helper(int id, struct strbuf *sb)
{
	for (size_t i = 0; i < sizeof(helpers) / sizeof(helpers[0]); i++) {
		if (helpers[i].id == id) {
			strbuf_puts(sb, helpers[i].name);
			return;
		}
	}
	strbuf_printf(sb, "helper_%d", id);
}

const char *code_alu_name(uint8_t op)
{
	switch (op) {
	case BPF_ADD:
		return "+=";
	case BPF_SUB:
		return "-=";
	case BPF_MUL:
		return "*=";
	case BPF_DIV:
		return "/=";
	case BPF_MOD:
		return "%=";
	case BPF_OR:
		return "|=";
	case BPF_AND:
		return "&=";
	case BPF_XOR:
		return "^=";
	case BPF_LSH:
		return "<<=";
	case BPF_RSH:
		return ">>=";
	case BPF_ARSH:
		return "s>>=";
	case BPF_MOV:
		return "=";
	default:
		return "?=";
	}
}

const char *code_cond_name(uint8_t op)
{
	switch (op) {
	case BPF_JEQ:
		return "==";
	case BPF_JNE:
		return "!=";
	case BPF_JSET:
		return "&";
	case BPF_JGT:
		return ">";
	case BPF_JGE:
		return ">=";
	case BPF_JLT:
		return "<";
	case BPF_JLE:
		return "<=";
	case BPF_JSGT:
		return "s>";
	case BPF_JSGE:
		return "s>=";
	case BPF_JSLT:
		return "s<";
	case BPF_JSLE:
		return "s<=";
	default:
		return "?";
	}
}

void code_put_mark(struct loc loc, const char *comment, struct strbuf *sb)
{
	const struct src *src = loc.src;
	struct src_pos pos;
	const char *text;
	size_t len;

	strbuf_puts(sb, ";");
	if (src) {
		pos = src_pos(src, loc.begin);
		text = src->text + loc.begin;
		len = strcspn(text, "\n");
		if (len > loc.end - loc.begin)
			len = loc.end - loc.begin;
		strbuf_printf(sb, " %s:%u: %.*s", pos.file ? pos.file : "-",
			      pos.line, (int)len, text);
	}
	if (comment)
		strbuf_printf(sb, "%s%s", src ? "  -- " : " ", comment);
	strbuf_putc(sb, '\n');
}
