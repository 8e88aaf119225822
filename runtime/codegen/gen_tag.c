/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which probe a firing is of, and whether anything runs there: in, what the
 * provider says of its tags (probe_abi.h); out, g->tag, and a jump for
 * firings that nobody wants. A program at all system calls lives on this
 * being short:
 *
 *	tag = [ctx + 8]
 *	if (tag != 39) goto exit	one range: one or two comparisons
 *
 * Several ranges are searched by halves.
 */
#include "runtime/codegen/gen_probe.h"

/*
 * How many of the sorted words, times 8, are not above @key, without a
 * branch: the verifier would follow each one.
 *
 *	at = 0
 *	for (step = 4; step; step /= 2)		of up to 7 words
 *		at += words[at + step - 1] <= key ? step : 0
 *
 * The list is filled up with the highest number. Leaves if it is none.
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

		/* an offset in an instruction has 16 bits only */
		addr = ir_copy(f, val_map_value(MAP_NAMES, 0,
						table + (step - 1) * 8));
		ir_alu(f, BPF_ADD, addr, val_reg(at));
		ir_load(f, word, val_reg(addr), 0, 8);
		/* all are in the upper half: the difference has a sign */
		ir_alu(f, BPF_SUB, word, val_imm(1));
		ir_alu(f, BPF_SUB, word, val_reg(key));
		ir_alu(f, BPF_ARSH, word, val_imm(63));
		ir_alu(f, BPF_AND, word, val_imm((int32_t)step * 8));
		ir_alu(f, BPF_ADD, at, val_reg(word));
	}
	/*
	 * None is below: no probe of ours. Of what is not equal to 0 verifiers
	 * before 6.8 don't know that it is more.
	 */
	ir_branch(f, BPF_JLT, at, val_imm(8), g->exit_label);
	return at;
}

/* The word of a table in front of this offset. */
static uint32_t word_before(struct pgen *g, uint32_t table, uint32_t off)
{
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_NAMES, 0, table));
	uint32_t word = ir_reg(g->f);

	ir_alu(g->f, BPF_ADD, addr, val_reg(off));
	ir_load(g->f, word, val_reg(addr), -8, 8);
	return word;
}

/*
 * The processes' columns are searched, then it is two steps to the tag:
 *
 *	at = how many tgids <= tgid, * 8
 *	if (tgids[at - 8] != tgid) goto exit
 *	tag = tags[row * columns + at - 8]
 */
static void tag_from_row(struct pgen *g, uint32_t tgid)
{
	const struct abi_rows *rows = &g->abi->rows;
	struct ir_func *f = g->f;
	uint32_t key = ir_copy(f, val_imm(1)), row = ir_copy(f, val_reg(g->tag));
	uint32_t table, at, word, tags;

	ir_alu(f, BPF_LSH, key, val_imm(63));
	ir_alu(f, BPF_OR, key, val_reg(tgid));
	at = search_words(g, rows->tgids, rows->tgid_cnt, key, &table);
	word = word_before(g, table, at);
	ir_branch(f, BPF_JNE, word, val_reg(key), g->exit_label);
	/* to the verifier there may be up to twice as many columns */
	tags = gen_names_words(g, rows->tags, rows->row_cnt * rows->tgid_cnt,
			       (rows->row_cnt + 1) * rows->tgid_cnt);
	ir_zext32(f, row);
	ir_branch(f, BPF_JGE, row, val_imm(rows->row_cnt), g->exit_label);
	ir_alu(f, BPF_MUL, row, val_imm((int32_t)rows->tgid_cnt * 8));
	ir_alu(f, BPF_ADD, row, val_reg(at));
	ir_mov(f, g->tag, val_reg(word_before(g, tags, row)));
	ir_branch(f, BPF_JSLT, g->tag, val_imm(0), g->exit_label);
}

/* cookie: probe tag below, above it the process the program must hold to */
static void tag_from_cookie(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t cookie, tgid, want, pass = ir_label(f);
	unsigned int known = g->known;

	cookie = ir_helper(f, get_attach_cookie, val_reg(g->ctx));
	ir_mov(f, g->tag, val_reg(cookie));
	want = ir_copy(f, val_reg(cookie));
	ir_alu(f, BPF_RSH, want, val_imm(32));
	ir_branch(f, BPF_JEQ, want, val_imm(0), pass);
	tgid = ir_copy(f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(f, BPF_RSH, tgid, val_imm(32));
	if (g->abi->rows.tgid_cnt) {
		uint32_t one = ir_label(f);

		ir_branch(f, BPF_JSGE, cookie, val_imm(0), one);
		tag_from_row(g, tgid);
		ir_jump(f, pass);
		ir_bind(f, one);
	}
	ir_branch(f, BPF_JNE, tgid, val_reg(want), g->exit_label);
	ir_bind(f, pass);
	g->known = known;
}

/* One probe, one process: what the cookie would say is known already. */
static void constant_tag(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t tgid;

	ir_mov(f, g->tag, val_imm(g->abi->probe_tag));
	if (!g->abi->tgid)
		return;
	tgid = ir_copy(f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));
	ir_alu(f, BPF_RSH, tgid, val_imm(32));
	ir_branch(f, BPF_JNE, tgid, val_imm(g->abi->tgid), g->exit_label);
}

/* Leaves in a system call of another kind than the tags are numbers of. */
static void check_compat(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	struct ir_func *f = g->f;
	uint32_t frame_bytes = f->frame_bytes, word = ir_reg(f), task;
	struct mem mem;

	if (abi->context == ABI_BTF_TP) {
		task = ir_helper0(f, get_current_task_btf);
		ir_load(f, word, val_reg(task), abi->compat_off, 4);
	} else {
		mem = gen_frame_mem(g, 8);
		gen_zero(g, mem, 8);
		task = ir_helper0(f, get_current_task);
		ir_alu(f, BPF_ADD, task, val_imm(abi->compat_off));
		ir_helper(f, probe_read_kernel, gen_mem_addr(g, mem),
			  val_imm(4), val_reg(task));
		ir_load(f, word, mem.base, mem.off, 4);
		f->frame_bytes = frame_bytes;
	}
	ir_alu(f, BPF_AND, word, val_imm(abi->compat_bit));
	ir_branch(f, BPF_JNE, word, val_imm(0), g->exit_label);
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

/* Leaves when the probe is not meant by what happens here. */
static void check_when(struct pgen *g, const struct abi_when *when)
{
	struct ir_func *f = g->f;
	uint32_t left = gen_abi_value(g, &when->left);
	uint32_t right = gen_abi_value(g, &when->right), pass = ir_label(f);

	for (unsigned int i = 0; i < when->value_cnt; i++)
		ir_branch(f, BPF_JEQ, left, val_imm(when->values[i]), pass);
	ir_branch(f, opposite(when->code), left, val_reg(right),
		  g->exit_label);
	ir_bind(f, pass);
}

/*
 * To @pass when the tag is in one of @cnt ranges, else to @fail: the one in
 * the middle is compared, then those below or above it.
 */
static void search(struct pgen *g, const struct abi_range *ranges, size_t cnt,
		   uint32_t pass, uint32_t fail)
{
	struct ir_func *f = g->f;
	const struct abi_range *mid = &ranges[cnt / 2];
	size_t below = cnt / 2, above = cnt - below - 1;
	uint32_t low = below ? ir_label(f) : fail;

	if (mid->first == mid->last && !below && !above) {
		ir_branch(f, BPF_JNE, g->tag, val_imm(mid->first), fail);
		ir_jump(f, pass);
		return;
	}
	ir_branch(f, BPF_JLT, g->tag, val_imm(mid->first), low);
	ir_branch(f, BPF_JLE, g->tag, val_imm(mid->last), pass);
	if (above)
		search(g, mid + 1, above, pass, fail);
	else
		ir_jump(f, fail);
	if (below) {
		ir_bind(f, low);
		search(g, ranges, below, pass, fail);
	}
}

void gen_guard(struct pgen *g, const struct abi_guard *guard, uint32_t fail)
{
	uint32_t pass;

	if (!guard->cnt)
		return;
	pass = ir_label(g->f);
	search(g, guard->ranges, guard->cnt, pass, fail);
	ir_bind(g->f, pass);
}

static bool has_own_tag(const struct probe_abi *abi)
{
	return !abi->has_cookie && abi->tag_arg.kind != ABI_ARG_NONE;
}

static void tag_from_arg(struct pgen *g)
{
	uint32_t some = ir_label(g->f);

	g->tag = gen_abi_value(g, &g->abi->tag_arg);
	if (!g->abi->tag_of_none)
		return;
	ir_branch(g->f, BPF_JNE, g->tag, val_imm(-1), some);
	ir_mov(g->f, g->tag, val_imm((int32_t)g->abi->tag_of_none));
	ir_bind(g->f, some);
}

void gen_tag_early(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;

	if (has_own_tag(abi)) {
		tag_from_arg(g);
		gen_guard(g, &abi->guard, g->exit_label);
	}
	if (abi->compat_bit)
		check_compat(g);
	for (int i = 0; i < ABI_WHEN_MAX; i++)
		if (abi->when[i].left.kind != ABI_ARG_NONE)
			check_when(g, &abi->when[i]);
}

/* The tag is the place of the function that fires in the sorted list. */
static void tag_from_address(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	struct ir_func *f = g->f;
	uint32_t ip = ir_helper(f, get_func_ip, val_reg(g->ctx)), at, table;

	at = search_words(g, abi->kaddrs, abi->kaddr_cnt, ip, &table);
	ir_alu(f, BPF_RSH, at, val_imm(3));
	ir_alu(f, BPF_SUB, at, val_imm(1));
	ir_mov(f, g->tag, val_reg(at));
}

/*
 * Many places are one event with one cookie, but no two of them have the same
 * last 12 bits of their addresses, wherever the file is mapped.
 */
static void tag_from_page(struct pgen *g)
{
	const struct probe_abi *abi = g->abi;
	struct ir_func *f = g->f;
	uint32_t ip = ir_reg(f), word, key, at, table;

	/* 1, event 19, address 12, all ones 32: the highest for this place */
	key = ir_copy(f, val_reg(g->tag));
	ir_alu(f, BPF_LSH, key, val_imm(32));
	ir_alu(f, BPF_RSH, key, val_imm(20));
	ir_load(f, ip, val_reg(g->ctx), abi->ip_off, 8);
	ir_alu(f, BPF_AND, ip, val_imm(ABI_PAGE_MASK));
	ir_alu(f, BPF_OR, key, val_reg(ip));
	ir_alu(f, BPF_OR, key, val_imm(INT32_MIN));
	ir_alu(f, BPF_LSH, key, val_imm(32));
	at = ir_copy(f, val_imm(-1));
	ir_alu(f, BPF_RSH, at, val_imm(32));
	ir_alu(f, BPF_OR, key, val_reg(at));
	at = search_words(g, abi->page_tags, abi->page_tag_cnt, key, &table);
	word = word_before(g, table, at);
	ir_mov(f, g->tag, val_reg(word));
	ir_alu(f, BPF_LSH, g->tag, val_imm(32));
	ir_alu(f, BPF_RSH, g->tag, val_imm(32));
	ir_alu(f, BPF_RSH, word, val_imm(32));
	ir_alu(f, BPF_RSH, key, val_imm(32));
	ir_branch(f, BPF_JNE, word, val_reg(key), g->exit_label);
}

void gen_tag(struct pgen *g)
{
	if (has_own_tag(g->abi))
		return;
	g->tag = ir_reg(g->f);
	if (g->abi->has_cookie) {
		tag_from_cookie(g);
		if (g->abi->page_tag_cnt)
			tag_from_page(g);
		if (g->abi->site_cnt)
			gen_site_tag(g);
	} else if (g->abi->kaddr_cnt > 1) {
		tag_from_address(g);
	} else {
		constant_tag(g);
	}
}
