// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: a file named after -G. Out: whether it is an object, for which
 * machine, and whether it calls __dtrace_PROV___PROBE(): only undefined
 * symbols count. Objects whose probes are notes already (all that use
 * <sys/sdt.h>) have none and are never opened for writing.
 *
 * An LTO object has its calls in the compiler's own form until the program is
 * linked; the symbol table of that form has their names in plain text.
 */
#include "linker/input_object.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

static const struct loc no_loc;

static int unknown_probe(const struct link_probes *probes, const char *what,
			 const char *name, struct diag_list *diags)
{
	size_t provider_len = (size_t)(strstr(name, "___") - name);

	for (size_t i = 0; i < probes->cnt; i++) {
		const char *provider = probes->v[i].provider->name;

		if (strlen(provider) == provider_len &&
		    !memcmp(provider, name, provider_len))
			return diag_error(
				diags, no_loc, NULL,
				"%s: no such probe: provider %s has no %s",
				what, provider, name + provider_len + 3);
	}
	return diag_error(diags, no_loc, NULL,
			  "%s: no such provider: the definitions have no %.*s",
			  what, (int)provider_len, name);
}

/* One undefined symbol. Returns 1 for a call, 0 for anything else. */
static int scan_symbol(struct link_probes *probes, const char *what,
		       const char *symbol, struct diag_list *diags)
{
	bool is_ask;
	const char *name = link_classic_name(symbol, &is_ask);
	struct link_probe *probe;

	if (!name)
		return 0;
	probe = link_probe_find(probes, name);
	if (!probe)
		return unknown_probe(probes, what, name, diags);
	if (is_ask)
		probe->is_asked = true;
	return !is_ask;
}

/* Returns 1 when the table holds calls, 0 when not, -EINVAL. */
static int scan_symtab(struct link_probes *probes, const char *what, Elf *elf,
		       Elf_Scn *scn, const GElf_Shdr *shdr,
		       struct diag_list *diags)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	int ret = 0, err = 0;
	GElf_Sym sym;

	/* symbol 0 is never a symbol, whatever a damaged table says */
	for (uint32_t i = shdr->sh_info ? shdr->sh_info : 1;
	     data && gelf_getsym(data, (int)i, &sym); i++) {
		const char *name;
		int found;

		if (sym.st_shndx != SHN_UNDEF)
			continue;
		name = elf_strptr(elf, shdr->sh_link, sym.st_name);
		found = name ? scan_symbol(probes, what, name, diags) : 0;
		if (found < 0)
			err = found;
		ret |= found > 0;
	}
	return err ? err : ret;
}

static bool holds_call(const void *data, size_t len)
{
	return data &&
		(memmem(data, len, LINK_CALL_PREFIX,
			sizeof(LINK_CALL_PREFIX) - 1) ||
		 memmem(data, len, LINK_ASK_PREFIX,
			sizeof(LINK_ASK_PREFIX) - 1));
}

static int lto_error(const char *what, struct diag_list *diags)
{
	return diag_error(
		diags, no_loc, NULL,
		"%s: is an LTO object: its calls to probes do not exist yet; compile it "
		"with -fno-lto, or use the header of dtrace -h",
		what);
}

/* Whether a section of gcc's LTO format names calls of probes. */
static bool is_lto_call(Elf_Scn *scn, const char *name)
{
	Elf_Data *data;

	if (!name || strncmp(name, ".gnu.lto_.symtab", 16))
		return false;
	data = elf_rawdata(scn, NULL);
	return data && holds_call(data->d_buf, data->d_size);
}

/* Scans one relocatable object. Returns 1 when it holds calls, 0, -EINVAL. */
static int scan_object(struct link_probes *probes, const char *what, Elf *elf,
		       struct diag_list *diags)
{
	Elf_Scn *scn = NULL;
	size_t shstrndx = 0;
	int ret = 0;

	if (elf_getshdrstrndx(elf, &shstrndx))
		return 0;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr shdr;
		int found;

		if (!gelf_getshdr(scn, &shdr))
			continue;
		if (is_lto_call(scn, elf_strptr(elf, shstrndx, shdr.sh_name)))
			return lto_error(what, diags);
		if (shdr.sh_type != SHT_SYMTAB)
			continue;
		found = scan_symtab(probes, what, elf, scn, &shdr, diags);
		if (found < 0)
			return found;
		ret |= found;
	}
	return ret;
}

static bool is_relocatable(Elf *elf, GElf_Ehdr *ehdr)
{
	return elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, ehdr) &&
		ehdr->e_type == ET_REL;
}

static int scan_member(struct link_probes *probes, const char *path,
		       Elf *member, struct diag_list *diags)
{
	Elf_Arhdr *header = elf_getarhdr(member);
	_cleanup_free_ char *what = NULL;
	GElf_Ehdr ehdr;
	int found;

	if (!is_relocatable(member, &ehdr))
		return 0;
	what = xasprintf("%s(%s)", path,
			 header && header->ar_name ? header->ar_name : "?");
	found = scan_object(probes, what, member, diags);
	if (found <= 0)
		return found;
	return diag_error(
		diags, no_loc, NULL,
		"%s: calls probes, but members of an archive are not rewritten; give "
		"dtrace -G the objects before they are archived",
		what);
}

static int scan_archive(struct link_probes *probes, const char *path, int fd,
			Elf *archive, struct diag_list *diags)
{
	Elf_Cmd cmd = ELF_C_READ_MMAP;
	int err = 0;
	Elf *member;

	while (!err && (member = elf_begin(fd, cmd, archive))) {
		err = scan_member(probes, path, member, diags);
		cmd = elf_next(member);
		elf_end(member);
	}
	return err;
}

/*
 * LLVM's LTO objects are not ELF files: they begin with "BC" 0xc0de, or are
 * wrapped.
 */
static int scan_other(const char *path, Elf *elf, struct diag_list *diags)
{
	size_t len = 0;
	const char *data = elf_rawfile(elf, &len);

	if (!data || len < 4 ||
	    (memcmp(data, "BC\xc0\xde", 4) &&
	     memcmp(data, "\xde\xc0\x17\x0b", 4)))
		return 0;
	return holds_call(data, len) ? lto_error(path, diags) : 0;
}

/* Does it have instructions, but no section of counters as objects of -G do? */
static bool has_own_code(Elf *elf)
{
	Elf_Scn *scn = NULL;
	size_t shstrndx = 0;
	bool ret = false;

	if (elf_getshdrstrndx(elf, &shstrndx))
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name;
		GElf_Shdr shdr;

		if (!gelf_getshdr(scn, &shdr))
			continue;
		name = elf_strptr(elf, shstrndx, shdr.sh_name);
		if (name && !strcmp(name, ".probes"))
			return false;
		ret |= (shdr.sh_flags & SHF_EXECINSTR) && shdr.sh_size;
	}
	return ret;
}

static int scan_elf(struct link_probes *probes, int fd, Elf *elf,
		    struct link_input *ret, struct diag_list *diags)
{
	GElf_Ehdr ehdr;
	int found;

	if (elf_kind(elf) == ELF_K_AR)
		return scan_archive(probes, ret->path, fd, elf, diags);
	if (elf_kind(elf) != ELF_K_ELF)
		return scan_other(ret->path, elf, diags);
	if (!is_relocatable(elf, &ehdr))
		return 0;
	ret->is_object = true;
	ret->e_machine = ehdr.e_machine;
	ret->e_flags = ehdr.e_flags;
	ret->format.is_64 = ehdr.e_ident[EI_CLASS] == ELFCLASS64;
	ret->format.is_big_endian = ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
	found = scan_object(probes, ret->path, elf, diags);
	ret->has_calls = found > 0;
	ret->has_code = has_own_code(elf);
	return found < 0 ? found : 0;
}

int link_input_scan(struct link_probes *probes, const char *path,
		      struct link_input *ret, struct diag_list *diags)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf;
	int err;

	*ret = (struct link_input){ .path = path };
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0)
		return diag_error(diags, no_loc, NULL, "cannot open %s: %s",
				  path, strerror(errno));
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!elf)
		return 0;
	err = scan_elf(probes, fd, elf, ret, diags);
	elf_end(elf);
	return err;
}
