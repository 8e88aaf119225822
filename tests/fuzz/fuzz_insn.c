// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry: the code of a function, whatever its bytes are: where its
 * instructions begin, where they lead, and where its entry is probed. The
 * first byte of the input chooses the machine.
 */
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/pid/pid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition)
{
	if (!condition)
		abort();
}

/* Instructions follow each other, and each has its refusal. */
static void look_at_insns(const struct code_insns *insns, uint16_t machine,
			  const uint8_t *code, size_t size)
{
	demand(insns->offs.cnt == insns->refusals.cnt);
	demand(insns->end_off <= size);
	demand(!insns->offs.cnt || !insns->offs.v[0]);
	for (size_t i = 0; i < insns->offs.cnt; i++) {
		uint32_t off = insns->offs.v[i];
		uint32_t end = i + 1 < insns->offs.cnt ?
				       insns->offs.v[i + 1] : insns->end_off;

		demand(off < end && end - off <= 16);
		demand(insns->refusals.v[i] < CODE_REFUSAL_CNT);
		demand(code_insns_at(insns, off) == (ssize_t)i);
		demand(end == off + 1 || code_insns_at(insns, off + 1) < 0);
		demand(code_insn_refusal(machine, code + off, end - off) <
		       CODE_REFUSAL_CNT);
	}
	demand(code_insns_at(insns, insns->end_off) < 0);
}

static bool has_back(const struct user_file *file, const struct user_func *func,
		     uint32_t off)
{
	const struct code_loop *loop =
		func->loop ? &file->loops.v[func->loop - 1] : NULL;

	for (size_t i = 0; loop && i < loop->backs.cnt; i++)
		if (loop->backs.v[i].off == off)
			return off != func->entry_off;
	return false;
}

/*
 * No branch of the function leads to a probed address, except known ones back
 * to its first byte.
 */
static void look_at_entry(const struct code_insns *insns,
			  struct user_file *file, const uint8_t *code,
			  size_t size)
{
	static const uint8_t endbr[] = { 0xf3, 0x0f, 0x1e };
	struct user_func func = { .name = "f", .size_bytes = (uint32_t)size };
	enum code_refusal refusal = user_func_place(file, &func);

	demand(refusal == CODE_OK || refusal == CODE_REFUSAL_loop ||
	       code_refusal_is_of_one(refusal));
	demand(!func.entry_off || (func.entry_off == 4 && size > 4 &&
				   !memcmp(code, endbr, sizeof(endbr))));
	for (size_t i = 0; i < insns->exits.cnt; i++) {
		const struct code_exit *way = &insns->exits.v[i];

		demand(refusal != CODE_OK || !way->is_known || way->is_call ||
		       (way->target && way->target != func.entry_off) ||
		       file->image.machine == EM_AARCH64 ||
		       (!way->target && has_back(file, &func, way->off)));
	}
	for (uint32_t off = 0; off < size + 2; off++)
		user_func_offset(file, &func, insns, off);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint16_t machines[] = { EM_X86_64, EM_386, EM_AARCH64 };
	struct code_insns insns = { 0 };
	struct user_window window = { 0 };
	struct user_file file = { .window = &window };
	struct code_exit way;
	const char *why;

	if (size < 2)
		return 0;
	file.image = (struct elf_file){
		.fd = -1,
		.mem = data + 1,
		.size_bytes = size - 1,
		.machine = machines[data[0] % 3],
	};
	for (size_t i = 1; i < size; i++)
		code_exit_decode(file.image.machine, data + i, size - i, i,
				 &way);
	if (code_insns_find(&insns, file.image.machine, data + 1, size - 1,
			    &why)) {
		demand(why && why[0]);
		return 0;
	}
	look_at_insns(&insns, file.image.machine, data + 1, size - 1);
	look_at_entry(&insns, &file, data + 1, size - 1);
	code_insns_deinit(&insns);
	for (size_t i = 0; i < file.loops.cnt; i++)
		code_loop_deinit(&file.loops.v[i]);
	vec_deinit(&file.loops);
	free(window.bytes);
	return 0;
}
