// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where the instructions of a function begin. Only offset probes, functions
 * that may begin with a loop and returns in programs that throw ask for it,
 * so the disassembler (capstone) is loaded when it is first needed: its tables
 * would make every start of dtrace slower.
 *
 * Decoding is linear from the first byte to the last. It ends at bytes that are
 * not an instruction, because what follows may be misaligned.
 */
#include <capstone/capstone.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#include "base/system/dlopen_note.h"
#include "runtime/provider/machine_code/machine_code.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define CAPSTONE_FILE "libcapstone.so." TEXT(CS_API_MAJOR)

DLOPEN_NOTE("instructions", "pid: probes at instructions, returns in programs that throw",
	    "recommended", CAPSTONE_FILE);

enum { LONG_NOP_BYTES = 5 };

/* The functions of the library that are used. */
static struct capstone {
	void *library;
	bool is_tried, is_loaded;
	__typeof__(&cs_open) open;
	__typeof__(&cs_close) close;
	__typeof__(&cs_malloc) malloc;
	__typeof__(&cs_free) free;
	__typeof__(&cs_disasm_iter) iter;
} capstone;

static bool capstone_load(void)
{
	if (capstone.is_tried)
		return capstone.is_loaded;
	capstone.is_tried = true;
	capstone.library = dlopen(CAPSTONE_FILE, RTLD_NOW | RTLD_LOCAL);
	if (!capstone.library)
		return false;
	capstone.open = dlsym(capstone.library, "cs_open");
	capstone.close = dlsym(capstone.library, "cs_close");
	capstone.malloc = dlsym(capstone.library, "cs_malloc");
	capstone.free = dlsym(capstone.library, "cs_free");
	capstone.iter = dlsym(capstone.library, "cs_disasm_iter");
	capstone.is_loaded = capstone.open && capstone.close &&
			     capstone.malloc && capstone.free && capstone.iter;
	return capstone.is_loaded;
}

void code_insns_unload(void)
{
	if (capstone.library)
		dlclose(capstone.library);
	capstone = (struct capstone){ 0 };
}

/*
 * Machines, their names for capstone, and how their instructions affect a
 * probe.
 */
static const struct machine {
	uint16_t elf;
	cs_arch arch;
	cs_mode mode;
	unsigned int long_nop; /* of LONG_NOP_BYTES; 0: there is none */
	unsigned int returns[4]; /* ended by 0 */
} machines[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_64, X86_INS_NOP,
	  { X86_INS_RET, X86_INS_RETF, X86_INS_RETFQ } },
	{ EM_386, CS_ARCH_X86, CS_MODE_32, X86_INS_NOP,
	  { X86_INS_RET, X86_INS_RETF } },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, 0,
	  { ARM64_INS_RET } },
};

static bool is_one_of(unsigned int id, const unsigned int *ids)
{
	while (*ids && *ids != id)
		ids++;
	return *ids;
}

static uint8_t insn_refusal(const struct machine *machine, const cs_insn *insn,
			    struct code_exclusive *run)
{
	enum code_refusal refusal;

	if (machine->elf == EM_AARCH64 &&
	    code_exclusive_has(run, insn->bytes, insn->size))
		return CODE_REFUSAL_exclusive;
	refusal = code_insn_refusal(machine->elf, insn->bytes, insn->size);
	/* last: at the start of a function, where only the entry is probed */
	if (refusal == CODE_OK && machine->long_nop &&
	    insn->id == machine->long_nop && insn->size == LONG_NOP_BYTES)
		refusal = CODE_REFUSAL_long_nop;
	return (uint8_t)refusal;
}

/* @code: the function from its start on. */
static void add_insn(struct code_insns *insns, const struct machine *machine,
		     const cs_insn *insn, const uint8_t *code,
		     struct code_exclusive *run)
{
	uint32_t before = insns->offs.cnt ?
		insns->offs.v[insns->offs.cnt - 1] : 0;
	uint8_t refusal = insn_refusal(machine, insn, run);
	struct code_reference reference;
	struct code_exit way = { 0 };
	bool is_return = is_one_of(insn->id, machine->returns);

	vec_push(&insns->offs, (uint32_t)insn->address);
	vec_push(&insns->refusals, refusal);
	if (is_return) {
		vec_push(&insns->return_offs, (uint32_t)insn->address);
	} else if (code_exit_decode(machine->elf, insn->bytes, insn->size,
				    insn->address, &way)) {
		if (!way.is_known && !way.is_call)
			code_exit_find_table(machine->elf, code + before,
					     insn->address - before,
					     insn->bytes, insn->size, &way);
		vec_push(&insns->exits, way);
	}
	if (code_reference_find(machine->elf, insn->bytes, insn->size,
				insn->address, &reference))
		vec_push(&insns->references, reference);
	if (code_insn_sets_sp(machine->elf, insn->bytes, insn->size))
		insns->sets_sp = true;
	vec_push(&insns->are_last,
		 is_return || way.is_always ||
			 refusal == CODE_REFUSAL_privileged);
}

void code_insns_deinit(struct code_insns *insns)
{
	vec_deinit(&insns->offs);
	vec_deinit(&insns->refusals);
	vec_deinit(&insns->are_last);
	vec_deinit(&insns->exits);
	vec_deinit(&insns->references);
	vec_deinit(&insns->return_offs);
	*insns = (struct code_insns){ 0 };
}

int code_insns_find(struct code_insns *insns, uint16_t machine_elf,
		    const uint8_t *code, size_t len, const char **why_ret)
{
	const struct machine *machine = machines;
	const struct machine *end =
		machines + sizeof(machines) / sizeof(machines[0]);
	const uint8_t *begin = code;
	struct code_exclusive run;
	uint64_t address = 0;
	cs_insn *insn;
	csh handle;

	code_insns_deinit(insns);
	while (machine < end && machine->elf != machine_elf)
		machine++;
	if (machine == end) {
		*why_ret = "this build cannot decode the instructions of its machine";
		return -ENOTSUP;
	}
	if (!capstone_load() ||
	    capstone.open(machine->arch, machine->mode, &handle)) {
		*why_ret = "instructions cannot be decoded without "
			   CAPSTONE_FILE " (package libcapstone)";
		return -ENOENT;
	}
	code_exclusive_init(&run);
	insn = capstone.malloc(handle);
	while (insn && capstone.iter(handle, &code, &len, &address, insn))
		add_insn(insns, machine, insn, begin, &run);
	insns->end_off = (uint32_t)address;
	if (insn)
		capstone.free(insn, 1);
	capstone.close(&handle);
	code_insns_refuse_data(insns, begin);
	return 0;
}
