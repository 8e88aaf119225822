/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Host tool: converts the object of the in-kernel library to a table in C on
 * stdout, as runtime/bpf/lib.h declares it. It runs when the project is built,
 * so that dtrace itself neither reads this ELF object nor needs clang on the
 * traced machine.
 *
 *	embed lib.bpf.o > lib_table.c
 *
 * Each row NAME of lib.def is one section "lib/NAME" that contains exactly that
 * function. Allowed relocations are calls of other rows (R_BPF_64_32), which
 * the table stores as (instruction, row), and symbols of scratch memory and
 * maps (R_BPF_64_64), stored as (instruction, symbol). Anything else, such as a
 * reference to data or to a static function, fails the build.
 */
#include <elf.h>
#include <err.h>
#include <fcntl.h>
#include <gelf.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef R_BPF_64_32
#define R_BPF_64_64 1 /* address in an ld_imm64 */
#define R_BPF_64_32 10 /* call of a function: the instruction's imm */
#endif

static const struct {
	const char *name;
	unsigned int arg_cnt;
} rows[] = {
#define LIB_FUNC(name, args) { #name, args },
#include "runtime/bpf/lib.def"
#undef LIB_FUNC
};

enum { ROW_CNT = sizeof(rows) / sizeof(rows[0]) };

static int row_find(const char *name)
{
	for (int i = 0; i < ROW_CNT; i++) {
		if (!strcmp(rows[i].name, name))
			return i;
	}
	return -1;
}

/* Returns the section called @prefix@name of @type, or NULL. */
static Elf_Scn *section_find(Elf *elf, unsigned int type, const char *prefix,
			     const char *name)
{
	size_t strings_idx, prefix_len = strlen(prefix);
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	if (elf_getshdrstrndx(elf, &strings_idx))
		errx(1, "no section names: %s", elf_errmsg(-1));
	while ((scn = elf_nextscn(elf, scn))) {
		const char *text;

		if (!gelf_getshdr(scn, &header) || header.sh_type != type)
			continue;
		text = elf_strptr(elf, strings_idx, header.sh_name);
		if (text && !strncmp(text, prefix, prefix_len) &&
		    !strcmp(text + prefix_len, name))
			return scn;
	}
	return NULL;
}

static const char *symbol_name(Elf *elf, size_t symbol_idx)
{
	Elf_Scn *scn = section_find(elf, SHT_SYMTAB, ".symtab", "");
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Shdr header;
	GElf_Sym symbol;
	const char *name;

	if (!data || !gelf_getshdr(scn, &header) ||
	    !gelf_getsym(data, (int)symbol_idx, &symbol))
		errx(1, "no symbol %zu", symbol_idx);
	name = elf_strptr(elf, header.sh_link, symbol.st_name);
	return name ? name : "";
}

static size_t insns_print(Elf *elf, const char *name)
{
	Elf_Scn *scn = section_find(elf, SHT_PROGBITS, "lib/", name);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	const struct bpf_insn *insns;
	size_t cnt;

	if (!data || !data->d_size || data->d_size % sizeof(*insns))
		errx(1, "%s of lib.def: no section lib/%s", name, name);
	insns = data->d_buf;
	cnt = data->d_size / sizeof(*insns);
	printf("static const struct bpf_insn insns_%s[] = {\n", name);
	for (size_t i = 0; i < cnt; i++)
		printf("\t{ 0x%02x, %u, %u, %d, %d },\n", insns[i].code,
		       insns[i].dst_reg, insns[i].src_reg, insns[i].off,
		       insns[i].imm);
	printf("};\n\n");
	return cnt;
}

/* Returns the name of the symbol's enum bpf_lib_sym, or NULL. */
static const char *sym_text(const char *name)
{
	static const struct {
		const char *name, *text;
	} syms[] = {
		{ "scratch", "BPF_LIB_SCRATCH" },
		{ "scratch_last", "BPF_LIB_SCRATCH_LAST" },
		{ "unwind_space", "BPF_LIB_UNWIND_SPACE" },
		{ "unwind_known", "BPF_LIB_UNWIND_KNOWN" },
		{ "unwind_asked", "BPF_LIB_UNWIND_ASKED" },
	};

	for (size_t i = 0; i < sizeof(syms) / sizeof(syms[0]); i++)
		if (!strcmp(name, syms[i].name))
			return syms[i].text;
	return NULL;
}

/*
 * Prints one relocation as a row of the table for its kind. Returns 0 if it is
 * of the other kind.
 */
static int rel_print(Elf *elf, const char *func, const GElf_Rel *rel,
		     unsigned int kind)
{
	const char *name = symbol_name(elf, GELF_R_SYM(rel->r_info));
	size_t insn_idx = rel->r_offset / sizeof(struct bpf_insn);
	int row = row_find(name);

	if (GELF_R_TYPE(rel->r_info) == R_BPF_64_64 ?
		    !sym_text(name) :
		    GELF_R_TYPE(rel->r_info) != R_BPF_64_32 || row < 0)
		errx(1, "%s refers to '%s', which is no row of lib.def", func,
		     name);
	if (GELF_R_TYPE(rel->r_info) != kind)
		return 0;
	if (kind == R_BPF_64_32)
		printf("\t{ %zu, %d },\n", insn_idx, row);
	else
		printf("\t{ %zu, %s },\n", insn_idx, sym_text(name));
	return 1;
}

/* Prints the relocations of one kind; returns their number. */
static size_t rels_print(Elf *elf, const char *func, unsigned int kind)
{
	Elf_Scn *scn = section_find(elf, SHT_REL, ".rellib/", func);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Shdr header;
	GElf_Rel rel;
	size_t cnt = 0;

	if (!data || !gelf_getshdr(scn, &header) || !header.sh_entsize)
		return 0;
	for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
		if (!gelf_getrel(data, (int)i, &rel))
			errx(1, "%s: bad relocation", func);
		cnt += (size_t)rel_print(elf, func, &rel, kind);
	}
	return cnt;
}

static size_t calls_print(Elf *elf, const char *name)
{
	size_t cnt;

	printf("static const struct bpf_lib_call calls_%s[] = {\n", name);
	cnt = rels_print(elf, name, R_BPF_64_32);
	printf("};\n\n");
	return cnt;
}

static size_t refs_print(Elf *elf, const char *name)
{
	size_t cnt;

	printf("static const struct bpf_lib_ref refs_%s[] = {\n", name);
	cnt = rels_print(elf, name, R_BPF_64_64);
	printf("};\n\n");
	return cnt;
}

static void table_print(Elf *elf)
{
	size_t insn_cnt[ROW_CNT], call_cnt[ROW_CNT], ref_cnt[ROW_CNT];

	printf("/* Written by runtime/bpf/embed from lib.bpf.c. */\n"
	       "#include \"runtime/bpf/lib.h\"\n\n");
	for (int i = 0; i < ROW_CNT; i++) {
		insn_cnt[i] = insns_print(elf, rows[i].name);
		call_cnt[i] = calls_print(elf, rows[i].name);
		ref_cnt[i] = refs_print(elf, rows[i].name);
	}
	printf("const struct bpf_lib_func bpf_lib[] = {\n");
	for (int i = 0; i < ROW_CNT; i++) {
		const char *name = rows[i].name;

		printf("\t{ \"%s\", %u, insns_%s, %zu,\n"
		       "\t  calls_%s, %zu, refs_%s, %zu },\n",
		       name, rows[i].arg_cnt, name, insn_cnt[i], name,
		       call_cnt[i], name, ref_cnt[i]);
	}
	printf("};\n");
}

int main(int argc, char **argv)
{
	Elf *elf;
	int fd;

	if (argc != 2)
		errx(2, "usage: embed lib.bpf.o > lib_table.c");
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", argv[1]);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		errx(1, "%s: no ELF object", argv[1]);
	table_print(elf);
	elf_end(elf);
	close(fd);
	if (fflush(stdout) || ferror(stdout))
		err(1, "writing the table");
	return 0;
}
