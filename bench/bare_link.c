// SPDX-License-Identifier: BSD-2-Clause
/*
 * bare_link PID FILE: makes one link with an empty program on all functions f0, f1,
 * ... of FILE, which the process runs; prints `go` once it is attached, and
 * waits to be ended. It shows what the kernel takes to write and remove that many
 * breakpoints, on a CPU other than the process's.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/vec.h"
#include "bench/timing.h"
#include "runtime/kernel/sys.h"
#include "sdt/file.h"

typedef VEC(unsigned long) offsets_vec;

/* f and a number */
static int is_one_of_many(const char *name)
{
	return name && name[0] == 'f' && isdigit((unsigned char)name[1]);
}

static void add_functions(const struct sdt_file *file, Elf *elf, Elf_Scn *section,
			  const GElf_Shdr *header, offsets_vec *offsets)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;
	uint64_t offset;

	for (int i = 0; gelf_getsym(data, i, &symbol); i++)
		if (is_one_of_many(elf_strptr(elf, header->sh_link, symbol.st_name)) &&
		    !sdt_file_offset(file, symbol.st_value, &offset))
			*vec_add(offsets) = offset;
}

static void find_functions(const char *path, offsets_vec *offsets)
{
	struct sdt_file *file;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int fd = open(path, O_RDONLY);
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || sdt_file_open(path, SDT_WANT_SITES, &file, NULL))
		timing_die(path, -EINVAL);
	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			add_functions(file, elf, section, &header, offsets);
	sdt_file_close(file);
	elf_end(elf);
	close(fd);
}

int main(int argc, char **argv)
{
	offsets_vec offsets = { 0 };
	struct bpf_link_attr attr = { .attach_type = ABI_ATTACH_UPROBE_MULTI };
	int err;

	if (argc != 3)
		return 2;
	find_functions(argv[2], &offsets);
	attr.prog_fd = (uint32_t)timing_load_empty(BPF_PROG_TYPE_KPROBE, ABI_ATTACH_UPROBE_MULTI);
	attr.uprobe_multi.path = (uintptr_t)argv[2];
	attr.uprobe_multi.offsets = (uintptr_t)offsets.v;
	attr.uprobe_multi.cnt = (uint32_t)offsets.cnt;
	attr.uprobe_multi.pid = (uint32_t)atoi(argv[1]);
	err = sys_link_create(&attr);
	if (err < 0)
		timing_die("the empty program could not be attached", err);
	printf("go\n");
	fflush(stdout);
	for (;;)
		pause();
}
