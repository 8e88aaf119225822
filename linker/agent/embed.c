// SPDX-License-Identifier: BSD-2-Clause
/*
 * Host tool: converts the object of the agent to a table in C on stdout
 * (linker/agent/agent.h). It runs when the project is built.
 *
 *	embed agent.o > table.c
 *
 * Allowed is one section of code, .text, with 32-bit relative references to the
 * names of enum link_agent_var. Anything else that a compiler may make of
 * agent.c, such as constants in a section of their own, fails the build.
 */
#include <err.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct agent {
	Elf *elf;
	Elf_Scn *text, *relas, *symbols;
	size_t text_idx;
	size_t strings_idx; /* of the symbols */
};

static const char *section_name(Elf *elf, const GElf_Shdr *header)
{
	size_t idx;
	const char *name;

	if (elf_getshdrstrndx(elf, &idx))
		errx(1, "no section names: %s", elf_errmsg(-1));
	name = elf_strptr(elf, idx, header->sh_name);
	return name ? name : "";
}

/* Sections that reach the program, or say nothing that has to reach it. */
static int is_harmless(const char *name, const GElf_Shdr *header)
{
	return !(header->sh_flags & SHF_ALLOC) || !header->sh_size ||
		!strcmp(name, ".note.gnu.property");
}

static void sections_find(struct agent *agent)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(agent->elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &header))
			errx(1, "%s", elf_errmsg(-1));
		name = section_name(agent->elf, &header);
		if (!strcmp(name, ".text")) {
			agent->text = scn;
			agent->text_idx = elf_ndxscn(scn);
		} else if (!strcmp(name, ".rela.text")) {
			agent->relas = scn;
		} else if (header.sh_type == SHT_SYMTAB) {
			agent->symbols = scn;
			agent->strings_idx = header.sh_link;
		} else if (!is_harmless(name, &header)) {
			errx(1, "the agent has a section %s", name);
		}
	}
	if (!agent->text || !agent->relas || !agent->symbols)
		errx(1, "the agent has no code, relocations or symbols");
}

static const char *symbol_get(const struct agent *agent, size_t idx,
			      GElf_Sym *ret)
{
	Elf_Data *data = elf_getdata(agent->symbols, NULL);
	const char *name;

	if (!data || !gelf_getsym(data, (int)idx, ret))
		return NULL;
	name = elf_strptr(agent->elf, agent->strings_idx, ret->st_name);
	return name ? name : "";
}

static unsigned long symbol_off(const struct agent *agent, const char *wanted)
{
	const char *name;
	GElf_Sym symbol;

	for (size_t i = 0; (name = symbol_get(agent, i, &symbol)); i++)
		if (!strcmp(name, wanted) &&
		    symbol.st_shndx == agent->text_idx)
			return symbol.st_value;
	errx(1, "the agent has no %s", wanted);
}

static void code_print(const struct agent *agent, size_t *len_ret)
{
	Elf_Data *data = elf_getdata(agent->text, NULL);
	const unsigned char *code;

	if (!data || !data->d_size)
		errx(1, "the agent is empty");
	code = data->d_buf;
	printf("static const unsigned char code[] = {");
	for (size_t i = 0; i < data->d_size; i++)
		printf("%s0x%02x,", i % 12 ? " " : "\n\t", code[i]);
	printf("\n};\n\n");
	*len_ret = data->d_size;
}

static void reloc_print(const struct agent *agent, const GElf_Rela *rela)
{
	GElf_Sym symbol;
	const char *name =
		symbol_get(agent, GELF_R_SYM(rela->r_info), &symbol);
	const char *var = !name			      ? NULL :
		!strcmp(name, "direct_control") ? "LINK_AGENT_CONTROL" :
		!strcmp(name, "direct_alive")	? "LINK_AGENT_ALIVE" :
		!strcmp(name, "direct_stubs")	? "LINK_AGENT_STUBS" :
						  NULL;

	if (GELF_R_TYPE(rela->r_info) != R_X86_64_PC32 || !var)
		errx(1, "the agent refers to '%s' by a relocation of type %lu",
		     name ? name : "", (unsigned long)GELF_R_TYPE(rela->r_info));
	printf("\t{ %lu, %s, %ld },\n", (unsigned long)rela->r_offset, var,
	       (long)rela->r_addend);
}

static void relocs_print(const struct agent *agent)
{
	Elf_Data *data = elf_getdata(agent->relas, NULL);
	GElf_Rela rela;

	printf("static const struct link_agent_reloc relocs[] = {\n");
	for (int i = 0; data && gelf_getrela(data, i, &rela); i++)
		reloc_print(agent, &rela);
	printf("};\n\n");
}

static void table_print(struct agent *agent)
{
	size_t len;

	sections_find(agent);
	printf("/* Written by linker/agent/embed from agent.c. */\n"
	       "#include \"linker/agent/agent.h\"\n\n");
	code_print(agent, &len);
	relocs_print(agent);
	printf("const struct link_agent link_agent = {\n"
	       "\t.code = code,\n\t.len = %zu,\n\t.entry_off = %lu,\n"
	       "\t.relocs = relocs,\n"
	       "\t.reloc_cnt = sizeof(relocs) / sizeof(relocs[0]),\n};\n",
	       len, symbol_off(agent, "direct_agent"));
}

int main(int argc, char **argv)
{
	struct agent agent = { 0 };
	int fd;

	if (argc != 2)
		errx(2, "usage: embed agent.o > table.c");
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", argv[1]);
	elf_version(EV_CURRENT);
	agent.elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!agent.elf || elf_kind(agent.elf) != ELF_K_ELF)
		errx(1, "%s: no ELF object", argv[1]);
	table_print(&agent);
	elf_end(agent.elf);
	close(fd);
	if (fflush(stdout) || ferror(stdout))
		err(1, "writing the table");
	return 0;
}
