// SPDX-License-Identifier: BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/unit/direct_sample.h"

enum { MEMORY_BYTES = 1 << 20 };

bool direct_sample_init(struct direct_sample *sample)
{
	size_t native_cnt;
	const void *native = direct_native_bytes(&native_cnt);

	*sample = (struct direct_sample){ .semaphore = SAMPLE_SEMAPHORE };
	if (!native_cnt)
		return false;
	sample->memory = mmap(NULL, MEMORY_BYTES,
			      PROT_READ | PROT_WRITE | PROT_EXEC,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(sample->memory, MAP_FAILED);
	memcpy(sample->memory, native, native_cnt);
	sample->text_at = (native_cnt + 63) & ~(size_t)63;
	sample->target = (struct direct_target){
		.code_addr = (uintptr_t)sample->memory + sample->text_at,
		.native_addr = (uintptr_t)sample->memory,
		.semaphore_addr = (uintptr_t)&sample->semaphore,
		.semaphore = SAMPLE_SEMAPHORE,
		.tgid = SAMPLE_TGID,
		.cpu_max = SAMPLE_CPU_MAX,
		.record_max_bytes = SAMPLE_RECORD_MAX,
		.places = sample->places,
	};
	return true;
}

void direct_sample_deinit(struct direct_sample *sample)
{
	if (sample->memory)
		munmap(sample->memory, MEMORY_BYTES);
}

void direct_sample_place(struct direct_sample *sample, enum map_role role,
			 void *map, void *value)
{
	assert_true(sample->target.place_cnt < SAMPLE_PLACE_MAX);
	sample->places[sample->target.place_cnt++] = (struct direct_place){
		.role = role,
		.map_addr = (uintptr_t)map,
		.value_addr = (uintptr_t)value,
	};
}

direct_hook_fn *direct_sample_hook(struct direct_sample *sample,
				   const struct code *code)
{
	unsigned char *to = sample->memory + sample->text_at;
	struct direct_text text;
	direct_hook_fn *hook;

	if (direct_translate(code, &sample->target, &text))
		fail_msg("%s", text.why);
	assert_true(sample->text_at + text.cnt <= MEMORY_BYTES);
	memcpy(to, text.bytes, text.cnt);
	direct_text_deinit(&text);
	memcpy(&hook, &to, sizeof(hook));
	return hook;
}

void direct_sample_code(struct code *code, const struct bpf_insn *insns,
			size_t insn_cnt)
{
	*code = (struct code){ 0 };
	for (size_t i = 0; i < insn_cnt; i++)
		vec_push(&code->insns, insns[i]);
	vec_add(&code->subprogs);
}

void direct_sample_ref(struct code *code, enum code_ref_kind kind,
		       uint32_t insn_idx, uint32_t target)
{
	vec_push(&code->refs, ((struct code_ref){
				      .kind = kind,
				      .insn_idx = insn_idx,
				      .target = target,
			      }));
}

void direct_sample_globals(struct code *code)
{
	for (uint32_t i = 0; i < code->insns.cnt; i++) {
		const struct bpf_insn *insn = &code->insns.v[i];

		if (insn->code != (BPF_LD | BPF_IMM | BPF_DW))
			continue;
		if (!insn->imm && insn->dst_reg == 1)
			direct_sample_ref(code, REF_MAP_VALUE, i, MAP_GLOBALS);
		i++;
	}
}

direct_hook_fn *direct_sample_run(struct direct_sample *sample,
				  const struct bpf_insn *insns, size_t insn_cnt)
{
	struct code code;
	direct_hook_fn *hook;

	direct_sample_code(&code, insns, insn_cnt);
	direct_sample_globals(&code);
	hook = direct_sample_hook(sample, &code);
	code_deinit(&code);
	return hook;
}

uint64_t direct_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * UINT64_C(0x2545f4914f6cdd1d);
}
