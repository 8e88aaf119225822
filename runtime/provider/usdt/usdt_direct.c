// SPDX-License-Identifier: BSD-2-Clause
/*
 * Direct probes once they are chosen (usdt_choose_direct.c): where a program is
 * attached instead of at the sites, what it finds there, and the processes that
 * map the file.
 */
#include "runtime/provider/usdt/usdt_direct.h"

#include <asm/ptrace.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text/printable.h"
#include "lang/builtin_flags.h"
#include "lang/direct_clause.h"
#include "lang/walk.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/direct_abi.h"


/* ----------------------------------------------------------------- refusals */

const struct sdt_site *usdt_site(const struct usdt_state *state,
				 const struct usdt_enabling *enabling)
{
	return &state->files.v[enabling->file_idx]
			.elf->sites[enabling->site_idx];
}

bool usdt_is_site_of(const struct sdt_site *site, const struct sdt_direct *note,
		     uint32_t hook)
{
	return !strcmp(site->provider, note->provider->name) &&
		!strcmp(site->name, note->provider->probes[hook].name);
}

void usdt_note_refusal(struct usdt_state *state,
		       const struct usdt_enabling *enabling, const char *why)
{
	if (state->direct_refused)
		return;
	state->direct_refused = enabling->clauses.v[0];
	state->direct_refused_why = why;
}

void usdt_refuse_direct(struct usdt_state *state,
			const struct usdt_enabling *enabling, const char *why)
{
	const struct usdt_template *t = &state->templates.v[enabling->tag];

	usdt_note_refusal(state, enabling, why);
	printable_line(&state->direct_whys,
		       "%s:%s:%s:%s is traced through the kernel: %s",
		       t->provider, t->module, t->function, t->name, why);
}

/* ------------------------------------------------------ programs at stubs */

/* Registers of a stub's parameters: the array of arguments, and the first ones. */
static const int16_t param_offs[1 + DIRECT_STUB_ARG_MAX] = {
#if defined(__x86_64__)
	offsetof(struct pt_regs, rdi), offsetof(struct pt_regs, rsi),
	offsetof(struct pt_regs, rdx), offsetof(struct pt_regs, rcx),
	offsetof(struct pt_regs, r8),  offsetof(struct pt_regs, r9),
#endif
};

void usdt_stub_abi(const struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret)
{
	const struct usdt_direct *direct;

	if (!enabling->direct)
		return;
	direct = &state->directs.v[enabling->direct - 1];
	if (direct->self_group && !direct->needs_selfs)
		ret->no_args_off = param_offs[0];
}

void usdt_stub_arg(unsigned int arg_idx, struct abi_arg *ret)
{
	*ret = (struct abi_arg){
		.kind = ABI_ARG_CTX,
		.size_bytes = 8,
		.is_signed = true,
		.ctx_off = param_offs[0],
		.index_off = -1,
	};
	if (arg_idx < DIRECT_STUB_ARG_MAX) {
		ret->ctx_off = param_offs[1 + arg_idx];
	} else {
		ret->kind = ABI_ARG_MEM;
		ret->value = arg_idx * 8;
	}
}

uint64_t usdt_place(const struct usdt_state *state,
		    const struct usdt_enabling *enabling)
{
	const struct usdt_direct *direct;

	if (!enabling->direct)
		return usdt_site(state, enabling)->pc_fileoff;
	direct = &state->directs.v[enabling->direct - 1];
	return direct->note->stub_fileoff + direct->hook * DIRECT_STUB_BYTES;
}

/* In one process the name of the provider is constant. */
static bool name_in_process(void *arg, uint32_t tag, struct abi_name *ret)
{
	const struct usdt_direct_at *at = arg;
	struct usdt_state *state = at->state;
	struct abi_names names = usdt_names(state);

	if (!names.name(names.arg, tag, ret))
		return false;
	if (ret->has_pid)
		ret->fields[ABI_PROVIDER] =
			arena_printf(state->env->arena, "%s%d",
				     ret->fields[ABI_PROVIDER], (int)at->pid);
	ret->has_pid = false;
	return true;
}

void usdt_direct_abi(struct usdt_direct_at *at,
		     const struct usdt_direct *direct, struct probe_abi *ret)
{
	*ret = (struct probe_abi){
		.context = ABI_DIRECT,
		.tells_end = at->tells_end,
		.identity.kind = ABI_ID_CONST,
		.probe_tag = direct->tag,
		.names = { .name = name_in_process, .arg = at },
		.filter.active_state = RT_ACTIVE,
	};
	for (unsigned int i = 0; i < direct->arg_cnt; i++)
		ret->args[i] = (struct abi_arg){
			.kind = ABI_ARG_CTX,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = (int16_t)(i * 8),
		};
}

const struct usdt_direct *usdt_directs(const void *p, size_t *cnt_ret)
{
	const struct usdt_state *state = p;

	*cnt_ret = state->directs.cnt;
	return state->directs.v;
}

int usdt_direct_fd(const void *p, uint32_t file_idx)
{
	const struct usdt_state *state = p;

	return state->files.v[file_idx].fd;
}

/* ----------------------------------------------------------------- processes */

bool usdt_direct_is_in(const struct usdt_direct *direct, uint32_t file_idx,
		       pid_t pid)
{
	return direct->file_idx == file_idx &&
		direct->prog_id != USDT_NO_PROG &&
		(!direct->tgid || direct->tgid == (uint32_t)pid);
}

static bool has_directs(const struct usdt_state *state, uint32_t file_idx,
			pid_t pid)
{
	for (size_t i = 0; i < state->directs.cnt; i++)
		if (usdt_direct_is_in(&state->directs.v[i], file_idx, pid))
			return true;
	return false;
}

void usdt_direct_mapped(struct usdt_state *state, pid_t pid, uint64_t ino,
			uint64_t start_uaddr, uint64_t fileoff)
{
	for (uint32_t i = 0; state->directs.cnt && i < state->files.cnt; i++) {
		struct usdt_direct_arrival arrival = { .pid = pid,
						       .file_idx = i };
		struct stat st;

		if (has_directs(state, i, pid) &&
		    !fstat(state->files.v[i].fd, &st) && st.st_ino == ino &&
		    !sdt_file_bias(state->files.v[i].elf, start_uaddr, fileoff,
				   &arrival.load_bias))
			vec_push(&state->arrivals, arrival);
	}
}

/* -v: its agents have several addresses. */
static void say_repeated(struct usdt_state *state,
			 const struct usdt_object *object)
{
	if (has_directs(state, (uint32_t)object->file_idx, object->pid))
		printable_line(&state->direct_whys,
			       "probes of %s in process %d are traced through "
			       "the kernel: it maps the file twice",
			       object->path, (int)object->pid);
}

void usdt_find_arrivals(struct usdt_state *state)
{
	for (size_t i = 0; state->directs.cnt && i < state->objects.cnt; i++) {
		const struct usdt_object *object = &state->objects.v[i];

		if (!object->pid || object->file_idx < 0 ||
		    !object->mapping.file)
			continue;
		if (object->mapping.is_repeated)
			say_repeated(state, object);
		else
			usdt_direct_mapped(state, object->pid,
					   object->mapping.ino,
					   object->mapping.start_uaddr,
					   object->mapping.map_fileoff);
	}
}

bool usdt_direct_next(void *p, struct usdt_direct_arrival *ret)
{
	struct usdt_state *state = p;

	if (!state->arrivals.cnt)
		return false;
	*ret = state->arrivals.v[--state->arrivals.cnt];
	return true;
}
