/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads generated code: links it (link_lib.c), describes its functions and the
 * lines of D that its instructions come from, and loads it, or reports the
 * reason in terms of the script.
 *
 * The first load is without a log, which would cost more than the load; only a
 * refused program is loaded again to get the reason.
 */
#include "runtime/kernel/program/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "runtime/bpf/lib.h"
#include "runtime/kernel/module_btf_fd.h"
#include "runtime/kernel/program/btf.h"
#include "runtime/kernel/program/link_lib.h"
#include "runtime/kernel/program/verifier_log.h"
#include "runtime/kernel/sys.h"

/* ----------------------------------------------------- types and D lines */

/* Adds one line entry for @mark (NULL: unknown) at @insn_idx. */
static void add_mark(struct kern_btf *btf, struct src_cursor *cursor,
		     uint32_t insn_idx, const struct code_mark *mark)
{
	const char *text = mark && mark->comment ? mark->comment : "[dtrace]";
	size_t len = strlen(text);
	struct src_pos pos = { "dtrace", 0, 0 };

	if (mark && mark->loc.src) {
		pos = src_pos_next(cursor, mark->loc.src, mark->loc.begin);
		src_line(mark->loc.src, mark->loc.begin, &text, &len);
	}
	while (len && (*text == ' ' || *text == '\t')) {
		text++;
		len--;
	}
	kern_btf_add_line(btf, insn_idx, pos.file ? pos.file : "", text, len,
			  pos.line, pos.column);
}

/*
 * Adds a line entry at each mark and, as the kernel requires, at the first
 * instruction of each subprogram.
 */
static void add_lines(struct kern_btf *btf, const struct code *code)
{
	const struct code_mark *now = NULL;
	struct src_cursor cursor = { 0 };
	size_t mark = 0, subprog = 0;

	for (uint32_t i = 0; i < code->insns.cnt; i++) {
		bool is_start = i == 0;

		for (; mark < code->marks.cnt &&
		     code->marks.v[mark].insn_idx <= i;
		     mark++) {
			is_start = true;
			now = &code->marks.v[mark];
		}
		for (; subprog < code->subprogs.cnt &&
		     code->subprogs.v[subprog].insn_idx <= i;
		     subprog++)
			is_start = true;
		/* code 0: second half of an ld_imm64 */
		if (is_start && code->insns.v[i].code)
			add_mark(btf, &cursor, i, now);
	}
}

static int func_compare(const void *a, const void *b)
{
	const struct bpf_func_info *x = a, *y = b;

	return (x->insn_off > y->insn_off) - (x->insn_off < y->insn_off);
}

/*
 * The kernel recognises the context of a global function by the name of the
 * struct. For uprobes and records the name is a typedef's; all kernels accept
 * it as that of a struct.
 */
static const char *ctx_name(const struct code *code)
{
	switch (code->prog_type) {
	case BPF_PROG_TYPE_KPROBE:
		return "bpf_user_pt_regs_t";
	case BPF_PROG_TYPE_PERF_EVENT:
		return "bpf_perf_event_data";
	case BPF_PROG_TYPE_TRACEPOINT:
		return "__u64";
	default:
		return "bpf_raw_tracepoint_args";
	}
}

static void describe(struct kern_btf *btf, const struct kern_linked *prog,
		     const struct code *code)
{
	kern_btf_add_func(btf, KERN_BTF_MAIN, code->name ? code->name : "prog",
			  1, 0);
	kern_btf_set_ctx(btf, ctx_name(code));
	for (size_t i = 1; i < code->subprogs.cnt; i++) {
		const struct code_subprog *subprog = &code->subprogs.v[i];

		kern_btf_add_func(btf,
				  subprog->has_ctx ? KERN_BTF_PART :
				  subprog->is_global ? KERN_BTF_GLOBAL :
						       KERN_BTF_STATIC,
				  subprog->name, subprog->arg_cnt,
				  subprog->insn_idx);
	}
	add_lines(btf, code);
	/* library functions are in the order in which they were reached */
	for (uint32_t at = (uint32_t)code->insns.cnt; at < prog->insns.cnt;) {
		uint32_t func = 0;

		while (prog->lib_at[func] != at)
			func++;
		kern_btf_add_func(btf, KERN_BTF_GLOBAL, bpf_lib[func].name,
				  bpf_lib[func].arg_cnt, at);
		kern_btf_add_line(btf, at, "lib.bpf.c", bpf_lib[func].name,
				  strlen(bpf_lib[func].name), 1, 1);
		at += bpf_lib[func].insn_cnt;
	}
	qsort(btf->funcs.v, btf->funcs.cnt, sizeof(btf->funcs.v[0]),
	      func_compare);
}

/* --------------------------------------------------------------------- load */

static uint32_t attach_type_for(const struct code *code,
				enum kern_backend backend)
{
	if (!code->is_uprobe)
		return code->expected_attach_type;
	return backend == KERN_UPROBE_MULTI ? ABI_ATTACH_UPROBE_MULTI : 0;
}

static uint64_t from_ptr(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

static void attr_fill(struct bpf_load_attr *attr,
		      const struct kern_linked *prog, const struct code *code,
		      enum kern_backend backend, int module_fd)
{
	*attr = (struct bpf_load_attr){
		.prog_type = code->prog_type,
		.expected_attach_type = attach_type_for(code, backend),
		.attach_btf_id = code->attach_btf_id,
		.attach_btf_obj_fd = (uint32_t)(module_fd > 0 ? module_fd : 0),
		.prog_flags = code->is_sleepable ? BPF_F_SLEEPABLE : 0,
		.insns = from_ptr(prog->insns.v),
		.insn_cnt = (uint32_t)prog->insns.cnt,
		.license = from_ptr("Dual BSD/GPL"),
	};
	snprintf(attr->prog_name, sizeof(attr->prog_name), "%s",
		 code->name ? code->name : "dtrace");
}

static void attr_add_btf(struct bpf_load_attr *attr, const struct kern_btf *btf,
			 int btf_fd)
{
	attr->prog_btf_fd = (uint32_t)btf_fd;
	attr->func_info_rec_bytes = sizeof(struct bpf_func_info);
	attr->func_info = from_ptr(btf->funcs.v);
	attr->func_info_cnt = (uint32_t)btf->funcs.cnt;
	attr->line_info_rec_bytes = sizeof(struct bpf_line_info);
	attr->line_info = from_ptr(btf->lines.v);
	attr->line_info_cnt = (uint32_t)btf->lines.cnt;
}

/*
 * The log buffer was too small, which is an error of its own: loads without
 * one.
 */
static int load_cut_log(struct bpf_load_attr *attr, const char *text,
			struct kern_log *log)
{
	int fd;

	attr->log_level = 0;
	attr->log_bytes = 0;
	attr->log_buf = 0;
	fd = sys_prog_load(attr);
	if (fd >= 0)
		strbuf_printf(&log->detail,
			      "%s[ cut: there is more than bpflogsize, %u "
			      "bytes ]\n", text, log->all_bytes);
	return fd;
}

/*
 * Loads with a log. Fills @log; if nothing was refused, only if its owner wants
 * everything. Returns a descriptor or -errno.
 */
static int load_logged(struct bpf_load_attr *attr, const struct code *code,
		       struct kern_log *log)
{
	enum { LOG_BYTES = 4 << 20 };
	uint32_t bytes = log && log->all_bytes ? log->all_bytes : LOG_BYTES;
	_cleanup_free_ char *text = xcalloc(1, bytes);
	int fd;

	attr->log_level = 1;
	attr->log_bytes = bytes;
	attr->log_buf = from_ptr(text);
	fd = sys_prog_load(attr);
	if (fd == -ENOSPC && log && log->all_bytes) {
		fd = load_cut_log(attr, text, log);
		if (fd >= 0)
			return fd;
	}
	if (fd < 0)
		verifier_log_explain(text, code, fd, log);
	else if (log && log->all_bytes)
		strbuf_puts(&log->detail, text);
	return fd;
}

static int load_linked(const struct kern_linked *prog,
		       const struct kern_btf *btf, const struct code *code,
		       enum kern_backend backend, struct kern_log *log)
{
	_cleanup_close_ int btf_fd = kern_btf_load(btf);
	_cleanup_close_ int module_fd = -1;
	struct bpf_load_attr attr;
	int fd;

	if (code->attach_module) {
		module_fd = kern_module_btf(code->attach_module);
		if (module_fd < 0)
			return kern_log_errno(log, module_fd, "no types of "
					      "module %s",
					      code->attach_module);
	}
	attr_fill(&attr, prog, code, backend, module_fd);
	if (btf_fd >= 0)
		attr_add_btf(&attr, btf, btf_fd);
	fd = log && log->all_bytes ? load_logged(&attr, code, log) :
				     sys_prog_load(&attr);
	if (fd == -EPERM)
		kern_log_errno(log, fd, "can't load program %s", code->name);
	else if (fd < 0 && log && !log->all_bytes)
		fd = load_logged(&attr, code, log);
	return fd;
}

int kern_load(const struct code *code, const struct kern_maps *maps,
	      enum kern_backend backend, struct kern_log *log, int *fd_ret)
{
	/* the program holds a reference to the map */
	_cleanup_close_ int names_fd = -1;
	struct kern_linked prog = { 0 };
	struct kern_btf btf;
	struct kern_maps own;
	int result;

	if (code->names.cnt) {
		names_fd = kern_names_create(code->names.v, code->names.cnt,
					     log);
		if (names_fd < 0)
			return names_fd;
		own = *maps;
		own.by_role[MAP_NAMES].fd = names_fd;
		maps = &own;
	}
	kern_btf_init(&btf);
	result = kern_link_insns(&prog, code, maps, log);
	if (!result) {
		describe(&btf, &prog, code);
		result = load_linked(&prog, &btf, code, backend, log);
	}
	kern_linked_deinit(&prog);
	kern_btf_deinit(&btf);
	if (result < 0)
		return result;
	*fd_ret = result;
	return 0;
}

int kern_test_run(int prog_fd)
{
	/*
	 * raw_tp takes up to 12 words, and at least as many as the program
	 * reads; SYSCALL writes them back.
	 */
	uint64_t no_context[12] = { 0 };

	return sys_prog_test_run(prog_fd, no_context, sizeof(no_context), NULL);
}
