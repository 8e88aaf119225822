// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts addresses and stacks to text, by means of runtime/symbol.
 *
 *	sym(a)	  "  vmlinux`do_exit" padded to 52
 *	%a	  "vmlinux`do_exit+0x10"
 *	stack()	  a newline, then each frame after 14 blanks, then a newline
 *
 * The data of a user address begin with the process to which it belongs.
 */
#include "runtime/consume/symbolize.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"

static uint64_t word_at(const struct rec_field *field, const uint8_t *data,
			uint32_t idx)
{
	uint64_t word;

	memcpy(&word, data + field->offset_bytes + idx * 8, sizeof(word));
	return word;
}

uint64_t address_at(struct address_env *env, uint64_t time_ns)
{
	return env ? usersym_at(env->symbols.user, time_ns) : 0;
}

static void put_kernel(struct address_env *env, uint64_t kaddr,
		       enum sym_form form, struct strbuf *out)
{
	env->shows_kernel = true;
	sym_kernel_text(&env->symbols, kaddr, form, out);
}

static void put_user(struct address_env *env, pid_t pid, uint64_t uaddr,
		     enum sym_form form, struct strbuf *out)
{
	if (env->is_noresolve && form != SYM_OBJECT)
		form = SYM_OFFSET;
	sym_user_text(&env->symbols, pid, uaddr, form, out);
}

static void put_address(struct address_env *env, const struct rec_field *field,
			const uint8_t *data, enum sym_form form,
			struct strbuf *out)
{
	if (rec_is_user_address(field->kind))
		put_user(env, (pid_t)word_at(field, data, 0),
			 word_at(field, data, 1), form, out);
	else
		put_kernel(env, word_at(field, data, 0), form, out);
}

/*
 * The functions with which the kernel's stack at a tracepoint may begin,
 * although they are not part of the traced code: the loop over the programs, if
 * there are several, and the function that the tracepoint calls to run them,
 * unless it is called by a jump.
 */
static bool is_tracing(struct address_env *env, uint64_t kaddr)
{
	struct kallsyms_symbol symbol;

	return env->symbols.kernel &&
	       !kallsyms_find(env->symbols.kernel, kaddr, &symbol) &&
	       (strncmp(symbol.name, "__traceiter_", 12) == 0 ||
		strncmp(symbol.name, "__bpf_trace_", 12) == 0);
}

/*
 * Returns the frames of the kernel's stack that are shown, then zeros, in
 * memory as long as the field: without such functions at the start, or, if
 * there are none, without the spare frame.
 */
static uint64_t *shown_frames(struct address_env *env,
			      const struct rec_field *field,
			      const uint8_t *data)
{
	uint32_t words = field->size_bytes / 8, cnt = 0, skip = 0;
	uint64_t *frames = xcalloc(words, sizeof(*frames));

	while (cnt + 1 < words && word_at(field, data, cnt)) {
		frames[cnt] = word_at(field, data, cnt);
		cnt++;
	}
	frames[cnt] = word_at(field, data, words - 1);
	while (skip <= cnt && is_tracing(env, frames[skip]))
		skip++;
	if (!skip) {
		frames[cnt] = 0;
		return frames;
	}
	memmove(frames, frames + skip, (words - skip) * sizeof(*frames));
	memset(frames + words - skip, 0, skip * sizeof(*frames));
	return frames;
}

/* Frames that were copied or walked, and why the list is cut, if it is. */
struct frames {
	pid_t pid; /* of the kernel: 0 */
	const uint64_t *addrs;
	size_t cnt;
	const char *end; /* NULL: nothing to say */
};

/* Why a walk by unwind tables stopped; NULL if @addr is a frame. */
static const char *cut_text(uint64_t addr)
{
	static const char *const texts[UNW_CUT_CNT] = {
		[UNW_CUT_NO_PROCESS] =
			"cut: the mappings of the process were not known yet",
		[UNW_CUT_NO_RANGE] =
			"cut: nothing executable is known at the next address",
		[UNW_CUT_NO_RULE] = "cut: no unwind table for this address",
		[UNW_CUT_NO_MEMORY] = "cut: the stack could not be read",
		[UNW_CUT_NO_REG] =
			"cut: a register that the next frame needs is not known here",
		[UNW_CUT_BAD_FRAME] = "cut: the next frame is not on the stack",
		[UNW_CUT_RETURN] =
			"cut: a return probe hides the next address",
		[UNW_CUT_CHANGED] =
			"cut: the mappings of the process were changing",
	};
	uint64_t reason = addr - UNW_CUT;

	return reason && reason < UNW_CUT_CNT ? texts[reason] : NULL;
}

/*
 * Shows a frame of a process. Return addresses are told from those at which the
 * thread is or was interrupted.
 */
static void put_user_frame(struct address_env *env, const struct frames *frames,
			   size_t idx, struct strbuf *out)
{
	uint64_t addr = frames->addrs[idx];
	/* other addresses are below 2^56 */
	bool is_marked = idx && addr >> 56 == UNW_EXACT >> 56;

	if (is_marked)
		addr &= ~UNW_EXACT;
	put_user(env, frames->pid, addr,
		 idx && !is_marked ? SYM_RETURN : SYM_FRAME, out);
}

static void put_frames(struct address_env *env, const struct frames *frames,
		       uint32_t indent, struct strbuf *out)
{
	const char *end = frames->end;

	for (size_t i = 0; i < frames->cnt && frames->addrs[i]; i++) {
		if (frames->pid && cut_text(frames->addrs[i])) {
			end = cut_text(frames->addrs[i]);
			break;
		}
		strbuf_pad(out, ' ', indent);
		if (frames->pid)
			put_user_frame(env, frames, i, out);
		else
			put_kernel(env, frames->addrs[i],
				   i ? SYM_RETURN : SYM_FRAME, out);
		strbuf_putc(out, '\n');
	}
	if (!end)
		return;
	strbuf_pad(out, ' ', indent);
	strbuf_printf(out, "[ %s ]\n", end);
}

static const char *end_text(enum unwind_end end)
{
	switch (end) {
	case UNWIND_COPY_END:
		return "cut: more stack than was copied, see ustackcopy";
	case UNWIND_ELSEWHERE:
		return "cut: the stack continues beyond what can be copied";
	case UNWIND_NO_TABLE:
		return "cut: no unwind table for this address";
	case UNWIND_WHOLE:
	case UNWIND_FULL:
		break;
	}
	return NULL;
}

/* The number of frames of a process that the kernel walks. */
static size_t walk_max(struct address_env *env)
{
	size_t cnt = 0;
	FILE *file;

	if (env->walk_max)
		return env->walk_max;
	file = fopen("/proc/sys/kernel/perf_event_max_stack", "re");
	if (!file || fscanf(file, "%zu", &cnt) != 1 || !cnt)
		cnt = 127; /* the default, linux/perf_event.h */
	if (file)
		fclose(file);
	env->walk_max = cnt;
	return cnt;
}

/* A stack whose walk the kernel stopped looks complete. */
static const char *walk_end(struct address_env *env, const uint64_t *addrs,
			    size_t cnt)
{
	size_t max = walk_max(env);

	if (cnt < max || !addrs[max - 1] || (cnt > max && addrs[max]))
		return NULL;
	return "cut: the kernel walks no more frames, see "
	       "kernel.perf_event_max_stack";
}

static size_t known_cnt(const struct frames *frames)
{
	size_t cnt = 0;

	while (cnt < frames->cnt && frames->addrs[cnt] &&
	       !cut_text(frames->addrs[cnt]))
		cnt++;
	return cnt;
}

/*
 * Finds the frames in the copy of the stack, which follows those in @walked. In
 * the copy, a return probe hides a return address; where the walk at the firing
 * got further by unwind tables, its frames are shown.
 */
static void put_unwound(struct address_env *env, const struct rec_field *field,
			const uint8_t *data, const struct frames *walked,
			uint32_t indent, struct strbuf *out)
{
	size_t frame_cnt = walked->cnt;
	const uint8_t *copy = data + field->offset_bytes + field->size_bytes -
		field->copy_bytes;
	_cleanup_free_ uint64_t *frames = xcalloc(frame_cnt + 1, 8);
	uint64_t regs[REC_STACK_REG_CNT];
	struct unwind_input input = {
		.pid = (pid_t)word_at(field, data, 0),
		.regs = regs,
		.pages = copy + sizeof(struct rec_stack_copy),
		.page_bytes = REC_STACK_PAGE_BYTES,
		.page_cnt = (field->copy_bytes -
			     (uint32_t)sizeof(struct rec_stack_copy)) /
			REC_STACK_PAGE_BYTES,
	};
	struct frames result = { .pid = input.pid, .addrs = frames };
	enum unwind_end end;

	memcpy(regs, copy, sizeof(regs));
	memcpy(&input.page_mask,
	       copy + offsetof(struct rec_stack_copy, page_mask), 8);
	end = unwind(env->symbols.unwinder, &input, frames, frame_cnt,
		     &result.cnt);
	if (end == UNWIND_NO_TABLE && env->has_tables &&
	    known_cnt(walked) > result.cnt) {
		put_frames(env, walked, indent, out);
		return;
	}
	result.end = end_text(end);
	/* where the entry is probed after a landing pad, this is the entry */
	frames[0] = word_at(field, data, 1);
	put_frames(env, &result, indent, out);
}

static void put_kernel_frames(struct address_env *env,
			      const struct rec_field *field,
			      const uint8_t *data, uint32_t indent,
			      struct strbuf *out)
{
	_cleanup_free_ uint64_t *shown = shown_frames(env, field, data);
	struct frames frames = {
		.addrs = shown,
		.cnt = field->size_bytes / 8,
	};

	put_frames(env, &frames, indent, out);
}

static void put_user_frames(struct address_env *env,
			    const struct rec_field *field, const uint8_t *data,
			    uint32_t indent, struct strbuf *out)
{
	size_t cnt = (field->size_bytes - field->copy_bytes) / 8 - 1;
	_cleanup_free_ uint64_t *addrs = xcalloc(cnt + 1, sizeof(*addrs));
	struct frames frames = {
		.pid = (pid_t)word_at(field, data, 0),
		.addrs = addrs,
		.cnt = cnt,
	};

	memcpy(addrs, data + field->offset_bytes + 8, cnt * sizeof(*addrs));
	/* if the kernel found no frame, there is no user stack */
	if (field->copy_bytes && env->symbols.unwinder && cnt && addrs[0]) {
		put_unwound(env, field, data, &frames, indent, out);
		return;
	}
	if (!env->has_tables)
		frames.end = walk_end(env, addrs, cnt);
	put_frames(env, &frames, indent, out);
}

void address_put_frames(struct address_env *env, const struct rec_field *field,
			const uint8_t *data, uint32_t indent,
			struct strbuf *out)
{
	strbuf_putc(out, '\n');
	if (field->kind == REC_USTACK)
		put_user_frames(env, field, data, indent, out);
	else
		put_kernel_frames(env, field, data, indent, out);
}

static bool is_object(const struct rec_field *field)
{
	return field->kind == REC_MOD || field->kind == REC_UMOD;
}

void address_put_full(struct address_env *env, const struct rec_field *field,
		      const uint8_t *data, struct strbuf *out)
{
	put_address(env, field, data,
		    is_object(field) ? SYM_OBJECT : SYM_FRAME, out);
}

void address_put_number(struct address_env *env, bool is_user, pid_t pid,
			uint64_t addr, struct strbuf *out)
{
	if (is_user)
		put_user(env, env->target ? env->target : pid, addr, SYM_FRAME,
			 out);
	else
		put_kernel(env, addr, SYM_FRAME, out);
}

void address_print(struct address_env *env, const struct rec_field *field,
		   const uint8_t *data, struct strbuf *out)
{
	enum sym_form form = SYM_FUNCTION;
	size_t begin, len;

	if (field->kind == REC_STACK || field->kind == REC_USTACK) {
		address_put_frames(env, field, data, env->stack_indent, out);
		return;
	}
	if (is_object(field))
		form = SYM_OBJECT;
	else if (field->kind == REC_UADDR)
		form = SYM_FRAME;
	strbuf_puts(out, "  ");
	begin = out->len;
	put_address(env, field, data, form, out);
	len = out->len - begin;
	if (len < ADDRESS_TEXT_COLUMNS)
		strbuf_pad(out, ' ', ADDRESS_TEXT_COLUMNS - len);
}

/* -------------------------------------------------------------------- keys */

static uint64_t reduced(const struct address_env *env, enum rec_kind kind,
			pid_t pid, uint64_t addr)
{
	switch (kind) {
	case REC_SYM:
		return sym_kernel_start(&env->symbols, addr);
	case REC_MOD:
		return sym_kernel_object(&env->symbols, addr);
	case REC_USYM:
		return env->is_noresolve ?
			       addr : sym_user_start(&env->symbols, pid, addr);
	case REC_UMOD:
		return sym_user_object(&env->symbols, pid, addr);
	case REC_INT:
	case REC_STRING:
	case REC_BYTES:
	case REC_UADDR:
	case REC_STACK:
	case REC_USTACK:
		break;
	}
	return addr;
}

/*
 * Only the frames that are shown: stacks are the same key if these are equal.
 */
static void reduce_stack(struct address_env *env, const struct rec_field *field,
			 uint8_t *data)
{
	_cleanup_free_ uint64_t *frames = shown_frames(env, field, data);

	memcpy(data + field->offset_bytes, frames, field->size_bytes);
}

/* Addresses at which one process had several files one after another. */
static void tell_apart(struct address_env *env, const struct rec_field *field,
		       pid_t pid, uint64_t uaddr, uint8_t *data)
{
	uint64_t cnt = usersym_replaced_cnt(env->symbols.user, pid, uaddr);
	uint64_t word = cnt << 32 | (uint32_t)pid;

	memcpy(data + field->offset_bytes, &word, sizeof(word));
}

bool address_reduce(struct address_env *env, const struct rec_field *field,
		    uint8_t *data)
{
	bool is_user = rec_is_user_address(field->kind);
	pid_t pid = 0;
	uint64_t addr;

	if (!rec_is_address(field->kind))
		return false;
	if (is_user)
		pid = (pid_t)word_at(field, data, 0);
	if (is_user && env->symbols.user)
		usersym_see(env->symbols.user, pid);
	if (field->kind == REC_STACK) {
		reduce_stack(env, field, data);
		return true;
	}
	if (field->kind == REC_UADDR || field->kind == REC_USTACK)
		return false;
	addr = reduced(env, field->kind, pid, word_at(field, data, is_user));
	memcpy(data + field->offset_bytes + is_user * 8u, &addr, sizeof(addr));
	if (is_user)
		tell_apart(env, field, pid, addr, data);
	return true;
}
