/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A cache in front of the hash of a keyed aggregation: the slots of the keys
 * that a statement used recently. Most firings have a key that this CPU had
 * before; then a few loads replace the lookup in the kernel's hash, which costs
 * twenty times as much.
 *
 * Each statement has a table for each CPU in one map, indexed by a hash of
 * those words of the key tuple that vary between firings (for a name of the
 * probe: the words that the table of names fills; for a constant: none):
 *
 *	[statement][CPU][entry]	| epoch 32, slot + 1 | word | word ...
 *
 * A program that interrupts another on the same CPU can meet a half-written
 * entry, or write one that is being read:
 *
 *	reader	head; the words; the head again: if it changed, a miss
 *	writer	head = BUSY by compare-and-exchange; the words; the head
 *
 * A slot leaves its key only after the reader has removed the key from the hash
 * and then begun a new epoch (agg_recycle.c): entries of older epochs are
 * misses. The epoch is read before the hash, so a result of the hash is never
 * stored with too new an epoch. This relies on x86's order of the two loads,
 * and of the stores: other machines have no tables.
 */
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/builtins.h"

enum {
	FRONT_ENTRIES = 512,
	FRONT_ENTRIES_MANY_CPUS = 128,
	FRONT_MANY_CPUS = 16,
	/* of all tables; a map value is limited to 4 MB */
	FRONT_MAX_BYTES = 2 << 20,
	FRONT_BUSY = -1,
	/* odd, with irregular bits */
	FRONT_FACTOR = (int32_t)0x9e3779b1,
	FRONT_HASH_SHIFT = 23,
};

/* ------------------------------------------------------------ varying words */

/* Returns how many bytes of a key, from its first, vary between firings. */
static uint32_t varying_bytes(struct pgen *g, const struct rec_field *field,
			      const struct node *key)
{
	const struct name_gen *name = NULL;
	uint32_t bytes = field->size_bytes;

	if (key->kind == NODE_INT || key->kind == NODE_STRING)
		return 0;
	if (key->kind == NODE_NAME || key->kind == NODE_CALL)
		name = gen_name(key);
	if (field->kind == REC_STRING && name) {
		uint32_t most = bytes;

		if (name->varying_bytes)
			most = name->varying_bytes(g);
		else if (name->string_bytes)
			most = name->string_bytes(g->gen, key);
		bytes = most < bytes ? most : bytes;
	}
	return bytes;
}

/*
 * Finds the offsets of the varying words; returns false if there are too many.
 */
static bool find_words(struct pgen *g, const struct agg_layout *agg,
		       const struct node *key, struct gen_front *front)
{
	for (size_t i = 0; i < agg->key_cnt; i++, key = key->next) {
		const struct rec_field *field = &agg->keys[i];
		uint32_t at = field->offset_bytes & ~7u;
		uint32_t end = field->offset_bytes +
			       varying_bytes(g, field, key);

		if (end == field->offset_bytes)
			continue;
		/* two small numbers share a word */
		if (front->word_cnt && front->words[front->word_cnt - 1] == at)
			at += 8;
		for (; at < end; at += 8) {
			if (front->word_cnt == GEN_FRONT_WORD_MAX)
				return false;
			front->words[front->word_cnt++] = at;
		}
	}
	return true;
}

/* --------------------------------------------------------------- the tables */

static uint32_t entry_bytes(const struct gen_front *front)
{
	return 8 + front->word_cnt * 8;
}

static uint32_t entry_cnt(const struct pgen *g, const struct gen_front *front)
{
	if (!front->word_cnt)
		return 1;
	return g->gen->env.cpu_max > FRONT_MANY_CPUS ? FRONT_ENTRIES_MANY_CPUS :
						       FRONT_ENTRIES;
}

/* Reserves room for a table in the map. */
static bool place_table(struct pgen *g, struct gen_front *front)
{
	uint64_t bytes = (uint64_t)entry_cnt(g, front) * entry_bytes(front) *
			 g->gen->env.cpu_max;

	if (g->gen->result.front_bytes + bytes > FRONT_MAX_BYTES)
		return false;
	front->off = g->gen->result.front_bytes;
	g->gen->result.front_bytes += (uint32_t)bytes;
	return true;
}

/*
 * h = (h + word + (word >> 32)) * FACTOR for each word; returns some bits of h
 */
static uint32_t hash_words(struct pgen *g, const struct gen_front *front)
{
	struct ir_func *f = g->f;
	uint32_t hash = ir_copy(f, val_imm(0));

	for (uint32_t i = 0; i < front->word_cnt; i++) {
		uint32_t word = ir_reg(f), high;

		ir_load(f, word, front->key.base,
			front->key.off + (int32_t)front->words[i], 8);
		high = ir_copy(f, val_reg(word));
		ir_alu(f, BPF_RSH, high, val_imm(32));
		ir_alu(f, BPF_ADD, hash, val_reg(word));
		ir_alu(f, BPF_ADD, hash, val_reg(high));
		ir_alu(f, BPF_MUL, hash, val_imm(FRONT_FACTOR));
	}
	ir_alu(f, BPF_RSH, hash, val_imm(FRONT_HASH_SHIFT));
	ir_alu(f, BPF_AND, hash, val_imm((int32_t)entry_cnt(g, front) - 1));
	return hash;
}

/* Returns the address of the key's entry. */
static uint32_t entry_at(struct pgen *g, const struct gen_front *front)
{
	struct ir_func *f = g->f;
	uint32_t at = gen_cpu(g), addr;

	if (front->word_cnt) {
		uint32_t hash = hash_words(g, front);

		ir_alu(f, BPF_MUL, at, val_imm((int32_t)entry_cnt(g, front)));
		ir_alu(f, BPF_ADD, at, val_reg(hash));
	}
	ir_alu(f, BPF_MUL, at, val_imm((int32_t)entry_bytes(front)));
	addr = ir_copy(f, val_map_value(MAP_AGG_FRONT, 0, front->off));
	ir_alu(f, BPF_ADD, addr, val_reg(at));
	return addr;
}

/* -------------------------------------------------------- lookup and store */

bool gen_front_open(struct pgen *g, const struct agg_layout *agg,
		    const struct node *node, struct mem key,
		    struct gen_front *front)
{
	*front = (struct gen_front){ .key = key };
	if (!g->mode.has_fronts || g->mode.is_cut ||
	    !g->gen->env.has_ordered_stores)
		return false;
	return find_words(g, agg, node->agg.keys, front) &&
	       place_table(g, front);
}

/* Jumps to @miss unless the entry's words equal those of the key. */
static void compare_words(struct pgen *g, const struct gen_front *front,
			  uint32_t entry, uint32_t miss)
{
	struct ir_func *f = g->f;

	for (uint32_t i = 0; i < front->word_cnt; i++) {
		uint32_t have = ir_reg(f), want = ir_reg(f);

		ir_load(f, have, val_reg(entry), 8 + (int32_t)i * 8, 8);
		ir_load(f, want, front->key.base,
			front->key.off + (int32_t)front->words[i], 8);
		ir_branch(f, BPF_JNE, have, val_reg(want), miss);
	}
}

void gen_front_find(struct pgen *g, struct gen_front *front, uint32_t slot_max,
		    uint32_t slot, uint32_t hit)
{
	struct ir_func *f = g->f;
	uint32_t miss = ir_label(f), head = ir_reg(f), again = ir_reg(f);
	uint32_t control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0)), entry;

	front->epoch = ir_reg(f);
	ir_load(f, front->epoch, val_reg(control),
		offsetof(struct rt_control, agg_epoch), 4);
	ir_alu(f, BPF_LSH, front->epoch, val_imm(32));
	entry = entry_at(g, front);
	ir_load(f, head, val_reg(entry), 0, 8);
	compare_words(g, front, entry, miss);
	if (front->word_cnt) {
		ir_load(f, again, val_reg(entry), 0, 8);
		ir_branch(f, BPF_JNE, again, val_reg(head), miss);
	}
	/* another epoch, BUSY and an unused entry give a huge number */
	ir_mov(f, slot, val_reg(head));
	ir_alu(f, BPF_SUB, slot, val_reg(front->epoch));
	ir_alu(f, BPF_SUB, slot, val_imm(1));
	ir_branch(f, BPF_JLT, slot, val_imm((int32_t)slot_max), hit);
	ir_bind(f, miss);
}

void gen_front_keep(struct pgen *g, const struct gen_front *front, uint32_t slot)
{
	struct ir_func *f = g->f;
	uint32_t skip = ir_label(f), entry = entry_at(g, front);
	uint32_t head = ir_reg(f), old = ir_reg(f), word;

	if (front->word_cnt) {
		ir_load(f, head, val_reg(entry), 0, 8);
		ir_branch(f, BPF_JEQ, head, val_imm(FRONT_BUSY), skip);
		ir_cmpxchg(f, old, val_reg(entry), 0, 8, val_reg(head),
			   val_reg(ir_copy(f, val_imm(FRONT_BUSY))));
		ir_branch(f, BPF_JNE, old, val_reg(head), skip);
	}
	for (uint32_t i = 0; i < front->word_cnt; i++) {
		word = ir_reg(f);
		ir_load(f, word, front->key.base,
			front->key.off + (int32_t)front->words[i], 8);
		ir_store(f, val_reg(entry), 8 + (int32_t)i * 8, 8,
			 val_reg(word));
	}
	word = ir_copy(f, val_reg(slot));
	ir_alu(f, BPF_ADD, word, val_imm(1));
	ir_alu(f, BPF_ADD, word, val_reg(front->epoch));
	ir_store(f, val_reg(entry), 0, 8, val_reg(word));
	ir_bind(f, skip);
}
