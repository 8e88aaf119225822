// SPDX-License-Identifier: BSD-2-Clause
/*
 * A probe that fires for each element of a list of the kernel, as io:::done
 * does for the transfers of a request: the program's clauses are a function that
 * bpf_loop() calls.
 *
 *	entry(context):		words = arguments, first element, context
 *				bpf_loop(LOOP_MAX, next, words)
 *	next(index, words):	element(context, words)
 *				words.element = words.element->next
 *				return whether it was the last one
 *	element(context, words):	prologue, clauses
 *
 * The words take the place of the context where arguments are read. Without
 * bpf_loop() (Linux 5.17), next() is called for the first eight elements.
 */
#include <assert.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"

enum {
	LOOP_MAX = 4096, /* more transfers than any disk takes in one request */
	CALL_CNT = 8,
	ENTRY_STACK_BYTES = 64,
	NEXT_STACK_BYTES = 32,
};
static_assert(ENTRY_STACK_BYTES + NEXT_STACK_BYTES == GEN_LIST_STACK_BYTES,
	      "what gen_stack_bytes() leaves for them");

/* Offsets in the words. */
static int32_t element_off(const struct pgen *g)
{
	return g->abi->list.word_cnt * 8;
}

static int32_t context_off(const struct pgen *g)
{
	return element_off(g) + 8;
}

static void call_next(struct pgen *g, struct ir_val words, uint32_t end)
{
	struct ir_func *f = g->f;

	if (g->abi->list.has_loop) {
		ir_helper(f, loop, val_imm(LOOP_MAX),
			  val_subprog(GEN_LIST_NEXT_ID), words, val_imm(0));
		return;
	}
	for (int i = 0; i < CALL_CNT; i++) {
		const struct ir_val args[] = { val_imm(i), words };

		ir_branch(f, BPF_JNE,
			  ir_call(f, CALL_SUBPROG, GEN_LIST_NEXT_ID, args, 2),
			  val_imm(0), end);
	}
}

static int gen_list_entry(struct pgen *g, struct gen_prog *prog)
{
	struct pgen entry = *g;
	struct ir_val words;
	struct ir_func f;
	uint32_t element, end;
	int err;

	ir_func_init(&f, prog->class_name, 1, ENTRY_STACK_BYTES);
	entry.f = &f;
	ir_note(&f, (struct loc){ 0 }, "the list");
	entry.firing.ctx = entry.firing.args = ir_reg(&f);
	ir_params(&f, &entry.firing.ctx);
	end = ir_label(&f);
	words = ir_frame(&f, (uint32_t)context_off(g) + 8);
	for (int32_t off = 0; off < element_off(g); off += 8)
		ir_store(&f, words, off, 8,
			 val_reg(gen_context_word(&entry, off)));
	ir_store(&f, words, context_off(g), 8, val_reg(entry.firing.ctx));
	element = gen_abi_value(&entry, &g->abi->list.first);
	ir_branch(&f, BPF_JEQ, element, val_imm(0), end);
	ir_store(&f, words, element_off(g), 8, val_reg(element));
	call_next(&entry, words, end);
	ir_bind(&f, end);
	ir_ret(&f, val_imm(0));
	err = gen_function(&entry, prog, &f);
	ir_func_deinit(&f);
	return err;
}

static int gen_list_next(struct pgen *g, struct gen_prog *prog)
{
	struct pgen next = *g;
	uint32_t params[2], element, ctx, is_last, end;
	struct ir_val words;
	struct ir_func f;
	int err;

	ir_func_init(&f, "next", 2, NEXT_STACK_BYTES);
	f.id = GEN_LIST_NEXT_ID;
	next.f = &f;
	ir_note(&f, (struct loc){ 0 }, "an element of the list");
	params[0] = ir_reg(&f);
	params[1] = ir_reg(&f);
	ir_params(&f, params);
	words = val_reg(params[1]);
	end = ir_label(&f);
	ctx = ir_reg(&f);
	ir_load(&f, ctx, words, context_off(g), 8);
	ir_call(&f, CALL_SUBPROG, GEN_LIST_ELEMENT_ID,
		(struct ir_val[]){ val_reg(ctx), words }, 2);
	element = ir_reg(&f);
	ir_load(&f, element, words, element_off(g), 8);
	element = gen_kernel_word(&next, element, g->abi->list.next_off, 8);
	ir_store(&f, words, element_off(g), 8, val_reg(element));
	is_last = ir_copy(&f, val_imm(0));
	ir_branch(&f, BPF_JNE, element, val_imm(0), end);
	ir_mov(&f, is_last, val_imm(1));
	ir_bind(&f, end);
	ir_ret(&f, val_reg(is_last));
	err = gen_function(&next, prog, &f);
	ir_func_deinit(&f);
	return err;
}

int gen_list_begin(struct pgen *g, struct gen_prog *prog, struct ir_func *f)
{
	int err;

	if (!g->abi->list.word_cnt)
		return 0;
	err = gen_list_entry(g, prog);
	if (!err)
		err = gen_list_next(g, prog);
	f->name = "element";
	f->id = GEN_LIST_ELEMENT_ID;
	f->arg_cnt = 2;
	return err;
}
