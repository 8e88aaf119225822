/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kcode ADDRESS BYTES: where the instructions of the running kernel begin in so many bytes from a (hexadecimal)
 * address, as offsets in hexadecimal, one a line. The code is read from /proc/kcore. Exit status 2: that can't be
 * read, or nothing decodes it.
 */
#include <capstone/capstone.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BYTES_MAX = 4096, INSN_BYTES_MAX = 15 };

/* The bytes at @kaddr from the segment of the core file that has it. */
static int read_code(uint64_t kaddr, unsigned char *code, size_t len)
{
	int fd = open("/proc/kcore", O_RDONLY);
	Elf64_Ehdr head;
	Elf64_Phdr segment;

	if (fd < 0 || pread(fd, &head, sizeof(head), 0) != sizeof(head))
		return -1;
	for (int i = 0; i < head.e_phnum; i++) {
		off_t at = (off_t)(head.e_phoff + (uint64_t)i * sizeof(segment));

		if (pread(fd, &segment, sizeof(segment), at) != sizeof(segment))
			return -1;
		if (segment.p_type != PT_LOAD || kaddr < segment.p_vaddr ||
		    kaddr - segment.p_vaddr + len > segment.p_memsz)
			continue;
		at = (off_t)(segment.p_offset + (kaddr - segment.p_vaddr));
		return pread(fd, code, len, at) == (ssize_t)len ? 0 : -1;
	}
	return -1;
}

#ifdef __x86_64__
static int print_starts(const unsigned char *code, size_t len)
{
	void *lib = dlopen("libcapstone.so.4", RTLD_NOW);
	__typeof__(cs_open) *open_fn;
	__typeof__(cs_disasm) *disasm_fn;
	cs_insn *insns;
	csh handle;
	size_t cnt;

	if (!lib && !(lib = dlopen("libcapstone.so.5", RTLD_NOW)))
		return 2;
	open_fn = (__typeof__(open_fn))dlsym(lib, "cs_open");
	disasm_fn = (__typeof__(disasm_fn))dlsym(lib, "cs_disasm");
	if (!open_fn || !disasm_fn ||
	    open_fn(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return 2;
	/* the last one may begin within and end after it */
	cnt = disasm_fn(handle, code, len + INSN_BYTES_MAX, 0, 0, &insns);
	for (size_t i = 0; i < cnt && insns[i].address < len; i++)
		printf("%x\n", (unsigned int)insns[i].address);
	return 0;
}
#else
static int print_starts(const unsigned char *code, size_t len)
{
	(void)code;
	for (size_t at = 0; at < len; at += 4)
		printf("%zx\n", at);
	return 0;
}
#endif

int main(int argc, char **argv)
{
	unsigned char code[BYTES_MAX + INSN_BYTES_MAX];
	size_t len = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (!len || len > BYTES_MAX ||
	    read_code(strtoull(argv[1], NULL, 16), code,
		      len + INSN_BYTES_MAX))
		return 2;
	return print_starts(code, len);
}
