// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where the instructions of a function begin. Only offset probes, functions
 * that may begin with a loop and returns in programs that throw ask for it,
 * so the disassembler (capstone) is loaded when it is first needed: its tables
 * would make every start of dtrace slower.
 *
 * Decoding is straight from the first byte to the last. At bytes that are no
 * instruction it ends: what follows may be out of step.
 */
#include <capstone/capstone.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#include "runtime/provider/pid.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define CAPSTONE_FILE "libcapstone.so." TEXT(CS_API_MAJOR)

enum { LONG_NOP_BYTES = 5 };

/* The functions of the library that are used. */
static struct capstone {
	bool is_tried, is_loaded;
	__typeof__(&cs_open) open;
	__typeof__(&cs_close) close;
	__typeof__(&cs_malloc) malloc;
	__typeof__(&cs_free) free;
	__typeof__(&cs_disasm_iter) iter;
} capstone;

static bool capstone_load(void)
{
	void *library;

	if (capstone.is_tried)
		return capstone.is_loaded;
	capstone.is_tried = true;
	library = dlopen(CAPSTONE_FILE, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return false;
	capstone.open = dlsym(library, "cs_open");
	capstone.close = dlsym(library, "cs_close");
	capstone.malloc = dlsym(library, "cs_malloc");
	capstone.free = dlsym(library, "cs_free");
	capstone.iter = dlsym(library, "cs_disasm_iter");
	capstone.is_loaded = capstone.open && capstone.close &&
			     capstone.malloc && capstone.free && capstone.iter;
	return capstone.is_loaded;
}

/* As the kernel has them in arch/x86/kernel/uprobes.c, and traps. */
#define X86_PRIVILEGED \
	X86_INS_HLT, X86_INS_IN, X86_INS_OUT, X86_INS_INSB, X86_INS_INSW, \
	X86_INS_INSD, X86_INS_OUTSB, X86_INS_OUTSW, X86_INS_OUTSD, \
	X86_INS_CLI, X86_INS_STI, X86_INS_IRET, X86_INS_IRETD, \
	X86_INS_IRETQ, X86_INS_INT1, X86_INS_INT3

/* What machines are called, and what their instructions mean for a probe. */
static const struct machine {
	uint16_t elf;
	cs_arch arch;
	cs_mode mode;
	unsigned int long_nop; /* of LONG_NOP_BYTES; 0: there is none */
	/* ended by 0; privileged: those that kernels don't probe */
	unsigned int returns[3], syscalls[4], privileged[20];
} machines[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_64, X86_INS_NOP,
	  { X86_INS_RET, X86_INS_RETF },
	  { X86_INS_SYSCALL, X86_INS_SYSENTER, X86_INS_INT },
	  { X86_PRIVILEGED } },
	{ EM_386, CS_ARCH_X86, CS_MODE_32, X86_INS_NOP,
	  { X86_INS_RET, X86_INS_RETF },
	  { X86_INS_SYSCALL, X86_INS_SYSENTER, X86_INS_INT },
	  { X86_PRIVILEGED } },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, 0,
	  { ARM64_INS_RET }, { ARM64_INS_SVC }, { 0 } },
};

static bool is_one_of(unsigned int id, const unsigned int *ids)
{
	while (*ids && *ids != id)
		ids++;
	return *ids;
}

/* @code: of the function, from its begin on. */
static void add_insn(struct pid_insns *insns, const struct machine *machine,
		     const cs_insn *insn, const uint8_t *code)
{
	uint32_t before = insns->offs.cnt ?
		insns->offs.v[insns->offs.cnt - 1] : 0;
	uint8_t refusal = PID_OK;
	struct pid_exit way;

	if (machine->long_nop && insn->id == machine->long_nop &&
	    insn->size == LONG_NOP_BYTES)
		refusal = PID_REFUSAL_long_nop;
	if (is_one_of(insn->id, machine->syscalls))
		refusal = PID_REFUSAL_syscall;
	if (is_one_of(insn->id, machine->privileged))
		refusal = PID_REFUSAL_privileged;
	if (pid_insn_has_bad_prefix(machine->elf, insn->bytes, insn->size))
		refusal = PID_REFUSAL_prefix;
	if (pid_insn_is_vector(machine->elf, insn->bytes, insn->size))
		refusal = PID_REFUSAL_vector;
	vec_push(&insns->offs, (uint32_t)insn->address);
	vec_push(&insns->refusals, refusal);
	if (is_one_of(insn->id, machine->returns)) {
		vec_push(&insns->return_offs, (uint32_t)insn->address);
	} else if (pid_exit_decode(machine->elf, insn->bytes, insn->size,
				   insn->address, &way)) {
		way.by_table = !way.is_known && !way.is_call &&
			pid_exit_by_table(machine->elf, code + before,
					  insn->address - before, insn->bytes,
					  insn->size);
		vec_push(&insns->exits, way);
	}
}

int pid_insns_find(struct pid_insns *insns, uint16_t machine_elf,
		   const uint8_t *code, size_t len, const char **why_ret)
{
	const struct machine *machine = machines;
	const struct machine *end =
		machines + sizeof(machines) / sizeof(machines[0]);
	const uint8_t *begin = code;
	uint64_t address = 0;
	cs_insn *insn;
	csh handle;

	pid_insns_deinit(insns);
	while (machine < end && machine->elf != machine_elf)
		machine++;
	if (machine == end) {
		*why_ret = "instructions of its machine can't be decoded here";
		return -ENOTSUP;
	}
	if (!capstone_load() ||
	    capstone.open(machine->arch, machine->mode, &handle)) {
		*why_ret = "instructions can't be decoded without "
			   CAPSTONE_FILE " (package libcapstone)";
		return -ENOENT;
	}
	insn = capstone.malloc(handle);
	while (insn && capstone.iter(handle, &code, &len, &address, insn))
		add_insn(insns, machine, insn, begin);
	insns->end_off = (uint32_t)address;
	if (insn)
		capstone.free(insn, 1);
	capstone.close(&handle);
	return 0;
}

void pid_insns_deinit(struct pid_insns *insns)
{
	vec_deinit(&insns->offs);
	vec_deinit(&insns->refusals);
	vec_deinit(&insns->exits);
	vec_deinit(&insns->return_offs);
	*insns = (struct pid_insns){ 0 };
}

ssize_t pid_insns_at(const struct pid_insns *insns, uint32_t off)
{
	size_t low = 0, high = insns->offs.cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (insns->offs.v[mid] < off)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == insns->offs.cnt || insns->offs.v[low] != off)
		return -1;
	return (ssize_t)low;
}
