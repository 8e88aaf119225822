/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probe of a firing, and whether any clause runs for it. The input is
 * the provider's description of its tags (probe_access.h); the output is
 * firing.tag, and a jump for unwanted firings. The code must be short, above
 * all in a program that runs at all system calls:
 *
 *	tag = [ctx + 8]
 *	if (tag != 39) goto exit	one range: one or two comparisons
 *
 * Several ranges are searched by bisection.
 */
#include <errno.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/value.h"

/*
 * Counts how many of the sorted words are not above @key, times 8, without
 * branches, because the verifier would follow each one.
 *
 *	at = 0
 *	for (step = 4; step; step /= 2)		of up to 7 words
 *		at += words[at + step - 1] <= key ? step : 0
 *
 * The list is padded with the highest number. Leaves the program if the count
 * is 0.
 */
static uint32_t search_words(struct pgen *g, const uint64_t *words,
			     uint32_t cnt, uint32_t key, uint32_t *table_ret)
{
	struct ir_func *f = g->f;
	uint32_t step = 1, at = ir_copy(f, val_imm(0)), table;

	while (step <= cnt)
		step *= 2;
	table = *table_ret = gen_names_words(g, words, cnt, step);
	while ((step /= 2) > 0) {
		uint32_t addr, word = ir_reg(f);

		/* an offset in an instruction has only 16 bits */
		addr = ir_copy(f, val_map_value(MAP_NAMES, 0,
						table + (step - 1) * 8));
		ir_alu(f, BPF_ADD, addr, val_reg(at));
		ir_load(f, word, val_reg(addr), 0, 8);
		/*
		 * all words are in the upper half, so the sign of the
		 * difference says which is larger
		 */
		ir_alu(f, BPF_SUB, word, val_imm(1));
		ir_alu(f, BPF_SUB, word, val_reg(key));
		ir_alu(f, BPF_ARSH, word, val_imm(63));
		ir_alu(f, BPF_AND, word, val_imm((int32_t)step * 8));
		ir_alu(f, BPF_ADD, at, val_reg(word));
	}
	/*
	 * The count is 0: none of our probes. Verifiers before 6.8 do not
	 * conclude from "not equal to 0" that a number is larger.
	 */
	ir_branch(f, BPF_JLT, at, val_imm(8), g->firing.exit_label);
	return at;
}

/* Returns the word of a table that precedes offset @off. */
static uint32_t word_before(struct pgen *g, uint32_t table, uint32_t off)
{
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_NAMES, 0, table));
	uint32_t word = ir_reg(g->f);

	ir_alu(g->f, BPF_ADD, addr, val_reg(off));
	ir_load(g->f, word, val_reg(addr), -8, 8);
	return word;
}

/*
 * Searches the column of the process, then takes two steps to the tag:
 *
 *	at = how many tgids <= tgid, * 8
 *	if (tgids[at - 8] != tgid) goto exit
 *	tag = tags[row * columns + at - 8]
 */
static void tag_from_row(struct pgen *g, uint32_t tgid)
{
	const struct abi_rows *rows = &g->abi->identity.rows;
	struct ir_func *f = g->f;
	uint32_t key = ir_copy(f, val_imm(1)),
		 row = ir_copy(f, val_reg(g->firing.tag));
	uint32_t table, at, word, tags;

	ir_alu(f, BPF_LSH, key, val_imm(63));
	ir_alu(f, BPF_OR, key, val_reg(tgid));
	at = search_words(g, rows->tgids, rows->tgid_cnt, key, &table);
	word = word_before(g, table, at);
	ir_branch(f, BPF_JNE, word, val_reg(key), g->firing.exit_label);
	/*
	 * the verifier's bound of a column may be up to twice the number of
	 * columns
	 */
	tags = gen_names_words(g, rows->tags, rows->row_cnt * rows->tgid_cnt,
			       (rows->row_cnt + 1) * rows->tgid_cnt);
	ir_zext32(f, row);
	ir_branch(f, BPF_JGE, row, val_imm(rows->row_cnt),
		  g->firing.exit_label);
	ir_alu(f, BPF_MUL, row, val_imm((int32_t)rows->tgid_cnt * 8));
	ir_alu(f, BPF_ADD, row, val_reg(at));
	ir_mov(f, g->firing.tag, val_reg(word_before(g, tags, row)));
	ir_branch(f, BPF_JSLT, g->firing.tag, val_imm(0), g->firing.exit_label);
}

/*
 * The cookie has the probe's tag in the lower half, and in the upper half the
 * process that it is limited to, or 0.
 */
static void tag_from_cookie(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t cookie, tgid, want, pass = ir_label(f);
	unsigned int known = g->firing.known;

	cookie = ir_helper(f, get_attach_cookie, val_reg(g->firing.ctx));
	ir_mov(f, g->firing.tag, val_reg(cookie));
	want = ir_copy(f, val_reg(cookie));
	ir_alu(f, BPF_RSH, want, val_imm(32));
	ir_branch(f, BPF_JEQ, want, val_imm(0), pass);
	tgid = ir_copy(f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(f, BPF_RSH, tgid, val_imm(32));
	if (g->abi->identity.kind == ABI_ID_ROWS) {
		uint32_t one = ir_label(f);

		ir_branch(f, BPF_JSGE, cookie, val_imm(0), one);
		tag_from_row(g, tgid);
		ir_jump(f, pass);
		ir_bind(f, one);
	}
	ir_branch(f, BPF_JNE, tgid, val_reg(want), g->firing.exit_label);
	ir_bind(f, pass);
	g->firing.known = known;
}

/* For one probe in one process: the tag and the process are constants. */
static void constant_tag(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t tgid;

	ir_mov(f, g->firing.tag, val_imm(g->abi->probe_tag));
	if (!g->abi->identity.tgid)
		return;
	tgid = ir_copy(f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(f, BPF_RSH, tgid, val_imm(32));
	ir_branch(f, BPF_JNE, tgid, val_imm(g->abi->identity.tgid),
		  g->firing.exit_label);
}

/*
 * Jumps to @yes in the first thread of a process that was started for a
 * command.
 */
static void branch_to_launched(struct pgen *g, uint32_t yes)
{
	const struct abi_launch *launch = &g->abi->filter.launch;
	struct ir_func *f = g->f;
	uint32_t tid;

	tid = ir_copy(f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(f, BPF_LSH, tid, val_imm(32));
	ir_alu(f, BPF_RSH, tid, val_imm(32));
	for (size_t i = 0; i < launch->cnt; i++)
		ir_branch(f, BPF_JEQ, tid, val_imm(launch->tgids[i]), yes);
}

/*
 * Leaves if the process will become a command and has not called exec yet. The
 * flag says that the task was created by fork; the command's threads have it
 * too, but their number is not that of the process. The cheaper test comes
 * first.
 */
static void check_launch(struct pgen *g)
{
	enum { FORKNOEXEC = 0x40 };
	const struct abi_launch *launch = &g->abi->filter.launch;
	struct ir_func *f = g->f;
	uint32_t runs, is_launched;
	unsigned int known;

	if (!launch->cnt || !launch->flags_off)
		return;
	runs = ir_label(f);
	if (g->abi->context == ABI_BTF_TP) {
		ir_branch(f, BPF_JEQ,
			  gen_task_bit(g, launch->flags_off, FORKNOEXEC),
			  val_imm(0), runs);
		known = g->firing.known;
		branch_to_launched(g, g->firing.exit_label);
		ir_bind(f, runs);
		g->firing.known = known;
		return;
	}
	is_launched = ir_label(f);
	branch_to_launched(g, is_launched);
	ir_jump(f, runs);
	ir_bind(f, is_launched);
	ir_branch(f, BPF_JNE, gen_task_bit(g, launch->flags_off, FORKNOEXEC),
		  val_imm(0), g->firing.exit_label);
	ir_bind(f, runs);
}

static uint8_t opposite(uint8_t code)
{
	switch (code) {
	case BPF_JEQ:
		return BPF_JNE;
	case BPF_JSGT:
		return BPF_JSLE;
	case BPF_JSLT:
		return BPF_JSGE;
	default:
		return BPF_JEQ;
	}
}

/* Leaves unless the condition holds. */
static void check_when(struct pgen *g, const struct abi_when *when)
{
	struct ir_func *f = g->f;
	uint32_t left = gen_abi_value(g, &when->left);
	uint32_t right = gen_abi_value(g, &when->right), pass = ir_label(f);

	for (unsigned int i = 0; i < when->value_cnt; i++)
		ir_branch(f, BPF_JEQ, left, val_imm(when->values[i]), pass);
	ir_branch(f, opposite(when->code), left, val_reg(right),
		  g->firing.exit_label);
	ir_bind(f, pass);
}

/*
 * Jumps to @pass if the tag is in one of @cnt ranges, else to @fail. Compares
 * with the middle range first, then searches those below or above it.
 */
static void search(struct pgen *g, uint32_t tag, const struct abi_range *ranges,
		   size_t cnt, uint32_t pass, uint32_t fail)
{
	struct ir_func *f = g->f;
	const struct abi_range *mid = &ranges[cnt / 2];
	size_t below = cnt / 2, above = cnt - below - 1;
	uint32_t low = below ? ir_label(f) : fail;

	if (mid->first == mid->last && !below && !above) {
		ir_branch(f, BPF_JNE, tag, val_imm(mid->first), fail);
		ir_jump(f, pass);
		return;
	}
	ir_branch(f, BPF_JLT, tag, val_imm(mid->first), low);
	ir_branch(f, BPF_JLE, tag, val_imm(mid->last), pass);
	if (above)
		search(g, tag, mid + 1, above, pass, fail);
	else
		ir_jump(f, fail);
	if (below) {
		ir_bind(f, low);
		search(g, tag, ranges, below, pass, fail);
	}
}

/*
 * After the comparisons that let a firing in, the verifier knows the tag, and
 * would follow each of its values through all clauses, and those of each clause
 * again. So a 0 that the verifier does not know is added, here and to the copy
 * that each clause compares: then all paths look the same to it.
 */
void gen_hide_tag(struct pgen *g, size_t clause_cnt)
{
	uint32_t control;

	if (clause_cnt < 2 || !g->abi->filter.guards ||
	    g->abi->identity.kind == ABI_ID_CONST)
		return;
	control = ir_copy(g->f, val_map_value(MAP_CONTROL, 0, 0));
	g->firing.zero = ir_reg(g->f);
	ir_load(g->f, g->firing.zero, val_reg(control),
		offsetof(struct rt_control, zero), 8);
	ir_alu(g->f, BPF_ADD, g->firing.tag, val_reg(g->firing.zero));
}

void gen_guard(struct pgen *g, const struct abi_guard *guard, uint32_t fail)
{
	uint32_t pass, tag = g->firing.tag;

	if (!guard->cnt)
		return;
	if (g->firing.zero) {
		tag = ir_copy(g->f, val_reg(tag));
		ir_alu(g->f, BPF_ADD, tag, val_reg(g->firing.zero));
	}
	pass = ir_label(g->f);
	search(g, tag, guard->ranges, guard->cnt, pass, fail);
	ir_bind(g->f, pass);
}

/* Returns a register that is not 0 in a 32-bit system call. */
static uint32_t own_compat_bit(struct pgen *g)
{
	return gen_task_bit(g, g->abi->compat.off, g->abi->compat.bit);
}

/* Jumps to @own if -1 is the number of the call itself. */
static void keep_own_none(struct pgen *g, uint32_t own)
{
	const struct abi_number *number = &g->abi->identity.number;
	uint32_t other = ir_label(g->f), a;

	if (number->set_by_call[0].kind == ABI_ARG_NONE)
		return;
	ir_branch(g->f, BPF_JNE, gen_abi_value(g, &g->abi->result),
		  val_imm(-ENOSYS), other);
	a = ir_copy(g->f, val_reg(gen_abi_value(g, &number->set_by_call[0])));
	ir_branch(g->f, BPF_JEQ, a,
		  val_reg(gen_abi_value(g, &number->set_by_call[1])), own);
	ir_bind(g->f, other);
}

/*
 * If the number is -1, jumps to @done with @tag set; tag 0: there is no such
 * probe.
 */
static void tag_none(struct pgen *g, uint32_t tag, uint32_t done)
{
	uint32_t some;

	if (!tag)
		return;
	some = ir_label(g->f);
	ir_branch(g->f, BPF_JNE, g->firing.tag, val_imm(-1), some);
	if (tag == g->abi->identity.number.none_tag)
		keep_own_none(g, some);
	ir_mov(g->f, g->firing.tag, val_imm((int32_t)tag));
	ir_jump(g->f, done);
	ir_bind(g->f, some);
}

/* Turns the number of a 32-bit call into its tag. */
static void add_compat(struct pgen *g)
{
	gen_extend(g, g->firing.tag, 4, true);
	ir_alu(g->f, BPF_ADD, g->firing.tag, val_imm(g->abi->compat.tag_add));
}

static void leave_out(struct pgen *g, const struct abi_range *range)
{
	uint32_t other = ir_label(g->f);

	if (range->last) {
		ir_branch(g->f, BPF_JLT, g->firing.tag, val_imm(range->first),
			  other);
		ir_branch(g->f, BPF_JLE, g->firing.tag, val_imm(range->last),
			  g->firing.exit_label);
	}
	ir_bind(g->f, other);
}

/* Accepts every number except those that are left out. */
static void tag_of_all(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	uint32_t own = ir_label(g->f), done = ir_label(g->f);

	if (abi->compat.tag_add) {
		ir_branch(g->f, BPF_JEQ, own_compat_bit(g), val_imm(0), own);
		tag_none(g, abi->compat.none_tag, done);
		add_compat(g);
		ir_jump(g->f, done);
	} else if (abi->compat.bit) {
		ir_branch(g->f, BPF_JNE, own_compat_bit(g), val_imm(0),
			  g->firing.exit_label);
	}
	ir_bind(g->f, own);
	tag_none(g, abi->identity.number.none_tag, done);
	leave_out(g, &abi->filter.left_out);
	ir_bind(g->f, done);
}

/*
 * The number is -1: jumps to @done if a probe stands for such calls, otherwise
 * leaves.
 */
static void tag_of_none(struct pgen *g, uint32_t done)
{
	uint32_t own = ir_label(g->f);

	ir_branch(g->f, BPF_JEQ, own_compat_bit(g), val_imm(0), own);
	tag_none(g, g->abi->compat.none_tag, done);
	ir_jump(g->f, g->firing.exit_label);
	ir_bind(g->f, own);
	tag_none(g, g->abi->identity.number.none_tag, done);
	ir_jump(g->f, g->firing.exit_label);
}

/* Returns those tags of the program's guard that are of one kind. */
static struct abi_guard guard_of_kind(const struct pgen *g, bool is_compat)
{
	const struct abi_guard *all = &g->abi->filter.guard;
	struct abi_guard kind = *all;
	size_t own_cnt = 0;

	while (own_cnt < all->cnt &&
	       (!g->abi->compat.tag_add ||
		all->ranges[own_cnt].first < g->abi->compat.tag_add))
		own_cnt++;
	if (is_compat)
		kind.ranges += own_cnt;
	kind.cnt = is_compat ? all->cnt - own_cnt : own_cnt;
	return kind;
}

static void guard_some(struct pgen *g, const struct abi_guard *guard,
		       uint32_t fail)
{
	if (guard->cnt)
		gen_guard(g, guard, fail);
	else
		ir_jump(g->f, fail);
}

/*
 * Most system calls are unwanted, which their number alone shows; the kind of
 * the call is only tested afterwards:
 *
 *	if (tag == 110) goto own		getppid
 *	if (tag != 64) goto exit		getppid of 32-bit programs
 *	if (!(task->thread_info.status & TS_COMPAT)) goto exit
 *	goto compat
 * own:	if (!(task->thread_info.status & TS_COMPAT)) goto done
 * compat: tag += 0x60000000
 *	if (tag != 0x60000000 + 64) goto exit
 * done:
 */
static void tag_of_some(struct pgen *g)
{
	struct abi_guard own = guard_of_kind(g, false);
	struct abi_guard compat = guard_of_kind(g, true);
	uint32_t none = g->abi->identity.number.none_tag | g->abi->compat.none_tag;
	struct ir_func *f = g->f;
	uint32_t not_own = ir_label(f), is_compat = ir_label(f);
	uint32_t is_none = ir_label(f), done = ir_label(f);

	if (none)
		ir_branch(f, BPF_JEQ, g->firing.tag, val_imm(-1), is_none);
	guard_some(g, &own, not_own);
	if (g->abi->compat.bit)
		ir_branch(f, BPF_JNE, own_compat_bit(g), val_imm(0), is_compat);
	ir_jump(f, done);
	ir_bind(f, not_own);
	guard_some(g, &g->abi->compat.numbers, g->firing.exit_label);
	if (compat.cnt)
		ir_branch(f, BPF_JEQ, own_compat_bit(g), val_imm(0),
			  g->firing.exit_label);
	ir_bind(f, is_compat);
	if (compat.cnt)
		add_compat(g);
	guard_some(g, &compat, g->firing.exit_label);
	ir_jump(f, done);
	ir_bind(f, is_none);
	if (none)
		tag_of_none(g, done);
	ir_bind(f, done);
}

static void tag_from_number(struct pgen *g)
{
	g->firing.tag = gen_abi_value(g, &g->abi->identity.number.arg);
	if (g->abi->filter.guard.cnt)
		tag_of_some(g);
	else
		tag_of_all(g);
}

void gen_tag_early(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;

	if (abi->identity.kind == ABI_ID_NUMBER)
		tag_from_number(g);
	else if (abi->compat.bit)
		ir_branch(g->f, BPF_JNE, own_compat_bit(g), val_imm(0),
			  g->firing.exit_label);
	for (int i = 0; i < ABI_WHEN_MAX; i++)
		if (abi->filter.when[i].left.kind != ABI_ARG_NONE)
			check_when(g, &abi->filter.when[i]);
	check_launch(g);
}

/* The tag is the position of the firing place in the sorted list. */
static void tag_from_address(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	struct ir_func *f = g->f;
	const struct abi_functions *functions = &abi->identity.functions;
	uint32_t ip, at, table;

	if (functions->is_by_pc) {
		ip = ir_reg(f);
		ir_load(f, ip, val_reg(g->firing.ctx), functions->pc_off, 8);
		ir_alu(f, BPF_SUB, ip, val_imm(functions->pc_past));
	} else {
		ip = ir_helper(f, get_func_ip, val_reg(g->firing.ctx));
	}
	at = search_words(g, functions->kaddrs, functions->cnt, ip, &table);
	ir_alu(f, BPF_RSH, at, val_imm(3));
	ir_alu(f, BPF_SUB, at, val_imm(1));
	ir_mov(f, g->firing.tag, val_reg(at));
}

/*
 * Many places share one event and cookie, but no two of them have the same last
 * 12 bits of their addresses, wherever the file is mapped.
 */
static void tag_from_page(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	struct ir_func *f = g->f;
	uint32_t ip = ir_reg(f), word, key, at, table;

	/*
	 * 1 bit set, event 19 bits, address 12, ones 32: the highest key of
	 * this place
	 */
	key = ir_copy(f, val_reg(g->firing.tag));
	ir_alu(f, BPF_LSH, key, val_imm(32));
	ir_alu(f, BPF_RSH, key, val_imm(20));
	ir_load(f, ip, val_reg(g->firing.ctx), abi->identity.page.ip_off, 8);
	ir_alu(f, BPF_AND, ip, val_imm(ABI_PAGE_MASK));
	ir_alu(f, BPF_OR, key, val_reg(ip));
	ir_alu(f, BPF_OR, key, val_imm(INT32_MIN));
	ir_alu(f, BPF_LSH, key, val_imm(32));
	at = ir_copy(f, val_imm(-1));
	ir_alu(f, BPF_RSH, at, val_imm(32));
	ir_alu(f, BPF_OR, key, val_reg(at));
	at = search_words(g, abi->identity.page.tags, abi->identity.page.tag_cnt, key, &table);
	word = word_before(g, table, at);
	ir_mov(f, g->firing.tag, val_reg(word));
	ir_alu(f, BPF_LSH, g->firing.tag, val_imm(32));
	ir_alu(f, BPF_RSH, g->firing.tag, val_imm(32));
	ir_alu(f, BPF_RSH, word, val_imm(32));
	ir_alu(f, BPF_RSH, key, val_imm(32));
	ir_branch(f, BPF_JNE, word, val_reg(key), g->firing.exit_label);
}

/* Leaves in the process that the filter excludes. */
static void check_not_tgid(struct pgen *g)
{
	uint32_t tgid;

	if (!g->abi->filter.not_tgid)
		return;
	tgid = ir_copy(g->f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(g->f, BPF_RSH, tgid, val_imm(32));
	ir_branch(g->f, BPF_JEQ, tgid, val_imm(g->abi->filter.not_tgid),
		  g->firing.exit_label);
}

void gen_tag(struct pgen *g)
{
	check_not_tgid(g);
	if (g->abi->identity.kind != ABI_ID_NUMBER)
		g->firing.tag = ir_reg(g->f);
	switch (g->abi->identity.kind) {
	case ABI_ID_CONST:
		constant_tag(g);
		break;
	case ABI_ID_COOKIE:
	case ABI_ID_ROWS:
		tag_from_cookie(g);
		break;
	case ABI_ID_SITES:
		tag_from_cookie(g);
		gen_site_tag(g);
		break;
	case ABI_ID_PAGE:
		tag_from_cookie(g);
		tag_from_page(g);
		break;
	case ABI_ID_FUNCTION:
		tag_from_address(g);
		break;
	case ABI_ID_NUMBER:
		break; /* done by gen_tag_early() */
	}
}
