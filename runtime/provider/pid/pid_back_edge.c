// SPDX-License-Identifier: BSD-2-Clause
/*
 * Probes on the jumps back to the entry of a function that begins with a loop.
 * One program serves all of them (codegen/probe/loop_entry.c); its cookie tells
 * under which condition the jump is taken. They are attached before the entry
 * probes and stay as long as these do. If the kernel refuses one, the entry of
 * its function is not probed either.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <asm/ptrace.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/provider/pid/pid.h"

void pid_back_abi(struct probe_abi *abi)
{
#if defined(__x86_64__)
	abi->loop.sp_off = offsetof(struct pt_regs, rsp);
	abi->loop.flags_off = offsetof(struct pt_regs, eflags);
	/* r15 ... rdi, which come first */
	abi->loop.same_bytes = offsetof(struct pt_regs, orig_rax);
#elif defined(__aarch64__)
	abi->loop.is_arm64 = true;
	abi->loop.sp_off = offsetof(struct user_pt_regs, sp);
	abi->loop.flags_off = offsetof(struct user_pt_regs, pstate);
	/* x0 ... x30 */
	abi->loop.same_bytes = offsetof(struct user_pt_regs, sp);
#endif
}

const struct code_loop *pid_site_loop(const struct pid_state *state,
				      const struct pid_site *site)
{
	const struct pid_tag *tag = &state->tags.v[site->tag];
	const struct user_object *object =
		&state->code.objects.v[tag->object_idx];
	const struct user_file *file = &state->code.files.v[object->file_idx];

	if (tag->spot != PID_ENTRY)
		return NULL;
	return user_func_loop(file, &file->funcs.v[site->func_idx]);
}

static int compare_marks(const void *a_, const void *b_)
{
	const struct pid_mark *a = a_, *b = b_;

	if (a->file_idx != b->file_idx)
		return a->file_idx < b->file_idx ? -1 : 1;
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return a->fileoff < b->fileoff ? -1 : a->fileoff > b->fileoff;
}

/* Adds the jumps back to @site, if it is the entry of a loop. */
static void add_marks(struct pid_state *state, const struct pid_site *site)
{
	const struct pid_tag *tag = &state->tags.v[site->tag];
	const struct user_object *object =
		&state->code.objects.v[tag->object_idx];
	const struct user_file *file = &state->code.files.v[object->file_idx];
	const struct user_func *func = &file->funcs.v[site->func_idx];
	const struct code_loop *loop = pid_site_loop(state, site);

	if (!loop || tag->spot != PID_ENTRY)
		return;
	for (size_t i = 0; i < loop->backs.cnt; i++)
		vec_push(&state->marks, ((struct pid_mark){
				.file_idx = object->file_idx,
				.pid = site->row ? 0 : object->pid,
				.fileoff = func->fileoff +
					   loop->backs.v[i].off,
				.func_vaddr = func->vaddr,
				.taken = loop->backs.v[i].taken,
			}));
}

/* Drops duplicates: a function may be probed under several names. */
static void drop_same(struct pid_state *state)
{
	size_t cnt = 0;

	qsort(state->marks.v, state->marks.cnt, sizeof(state->marks.v[0]),
	      compare_marks);
	for (size_t i = 0; i < state->marks.cnt; i++)
		if (!cnt || compare_marks(&state->marks.v[cnt - 1],
					  &state->marks.v[i]) != 0)
			state->marks.v[cnt++] = state->marks.v[i];
	state->marks.cnt = cnt;
}

void pid_back_find(struct pid_state *state, size_t first)
{
	state->marks.cnt = 0;
	for (size_t i = first; i < state->sites.cnt; i++)
		add_marks(state, &state->sites.v[i]);
	if (state->marks.cnt)
		drop_same(state);
}

/* Files that appear later may have such functions. */
static bool awaits_entries(const struct pid_state *state)
{
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (glob_match(state->laters.v[i].spec.name, "entry"))
			return true;
	return false;
}

int pid_back_generate(struct pid_state *state, struct gen *gen)
{
	struct probe_abi abi = {
		.context = ABI_UPROBE,
		.identity.kind = ABI_ID_COOKIE,
		.filter.active_state = RT_STARTING,
		.loop.kind = ABI_BACK_MARK,
	};

	pid_back_find(state, 0);
	pid_back_abi(&abi);
	if (!state->marks.cnt && !(awaits_entries(state) && abi.loop.same_bytes))
		return 0;
	state->has_mark_prog = true;
	return gen_program(gen, "pidback", &abi, NULL, 0, &state->mark_prog_id);
}

/* --------------------------------------------------------------- attaching */

static void bad_mark(const struct prov_link *link, uint32_t mark_idx, int err)
{
	const struct pid_state *state = link->arg;
	const struct pid_mark *mark = &state->marks.v[mark_idx];
	const struct user_file *file = &state->code.files.v[mark->file_idx];

	for (size_t i = 0; i < file->funcs.cnt; i++) {
		struct user_func *func = &file->funcs.v[i];

		if (func->vaddr != mark->func_vaddr)
			continue;
		if (!func->is_unmarked)
			printable_line(link->warn, "%s:%s:entry is not probed: "
				       "the jump back to it at 0x%lx cannot be: "
				       "%s", file->path, func->name,
				       (unsigned long)mark->fileoff,
				       kern_site_error(err));
		func->is_unmarked = true;
	}
}

/* Attaches the marks [@first, @end), which are of one file and process. */
static int attach_marks(struct pid_state *state, size_t first, size_t end,
			struct kern_links *links, struct strbuf *warn)
{
	const struct pid_mark *marks = state->marks.v;
	const struct user_file *file =
		&state->code.files.v[marks[first].file_idx];
	struct prov_link link = {
		.fd = file->fd,
		.path = file->path,
		.tgid = (uint32_t)marks[first].pid,
		.bad = bad_mark,
		.arg = state,
		.links = links,
		.warn = warn,
	};
	int err;

	for (size_t i = first; i < end; i++)
		prov_link_add(&link, ((struct kern_site){
				.fileoff = marks[i].fileoff,
				.cookie = marks[i].taken,
			}), (uint32_t)i);
	err = prov_link_attach(&link, state->mark_prog_fd);
	prov_link_deinit(&link);
	return err;
}

int pid_back_attach(struct pid_state *state, struct kern_links *links,
		    struct strbuf *warn)
{
	const struct pid_mark *marks = state->marks.v;
	size_t cnt = state->marks.cnt, end;
	int err = 0;

	for (size_t i = 0; i < cnt && !err; i = end) {
		for (end = i + 1; end < cnt; end++)
			if (marks[end].file_idx != marks[i].file_idx ||
			    marks[end].pid != marks[i].pid)
				break;
		err = attach_marks(state, i, end, links, warn);
	}
	return err;
}
