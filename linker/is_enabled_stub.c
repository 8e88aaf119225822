// SPDX-License-Identifier: BSD-2-Clause
/*
 * A call takes 5 bytes (arm64: 4), reading the semaphore 7 (8), so the test
 * does not fit in place of the call. The call stays, and the provider object
 * defines the called function, hidden:
 *
 *	x86-64	endbr64; movzwl sema(%rip),%eax; ret
 *	arm64	bti c; adrp x0,sema; ldrh w0,[x0,:lo12:sema]; ret
 */
#include "linker/is_enabled_stub.h"

#include <gelf.h>

#include "elf/byte_order.h"
#include "linker/elf_image.h"

static void put_rela(const struct link_machine *machine, struct strbuf *relas,
		     uint64_t off, uint32_t sym, uint32_t type, int64_t addend)
{
	elf_put_rela(relas, machine->format,
		     &(GElf_Rela){ .r_offset = off,
				   .r_info = GELF_R_INFO(sym, type),
				   .r_addend = addend });
}

void link_emit_is_enabled(const struct link_machine *machine, uint32_t sema_sym,
			  struct strbuf *code, struct strbuf *relas)
{
	static const unsigned char x86[16] = { 0xf3, 0x0f, 0x1e, 0xfa,
					       0x0f, 0xb7, 0x05, 0,
					       0,    0,	   0,	 0xc3,
					       0x66, 0x90, 0x66, 0x90 };
	static const uint32_t arm64[4] = { 0xd503245f, 0x90000000, 0x79400000,
					   0xd65f03c0 };
	uint64_t begin = code->len;

	if (machine->e_machine == EM_X86_64) {
		strbuf_add(code, x86, sizeof(x86));
		put_rela(machine, relas, begin + 7, sema_sym, R_X86_64_PC32,
			 -4);
		return;
	}
	for (size_t i = 0; i < 4; i++)
		elf_put((struct elf_format){ 0 }, code, arm64[i], 4);
	put_rela(machine, relas, begin + 4, sema_sym,
		 R_AARCH64_ADR_PREL_PG_HI21, 0);
	put_rela(machine, relas, begin + 8, sema_sym,
		 R_AARCH64_LDST16_ABS_LO12_NC, 0);
}
