// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: an object whose code calls __dtrace_PROV___PROBE(args). Out: an object
 * whose code has a site there instead, with the site's note, as if it had
 * been compiled with <sys/sdt.h>:
 *
 *	before	.text		e8 00 00 00 00		call
 *		.rela.text	PLT32 __dtrace_p___n-4
 *		.symtab		UND __dtrace_p___n
 *	after	.text		90 0f 1f 40 00		the site, and a nop
 *		.rela.text	NONE _.stapsdt.base
 *		.symtab		UND hidden p_n_semaphore, weak _.stapsdt.base
 *		.stapsdt.base	1 byte
 *		.note.stapsdt	address of the site, base, semaphore, p, n, args
 *
 * The undefined symbol of the call becomes the undefined symbol of the
 * semaphore, so no symbol moves and no other relocation has to change. The
 * relocation that relocates nothing ties the base to the code, so that
 * linkers which collect unused sections keep it. Code in a COMDAT group gets
 * a note section in that group, which is dropped together with it.
 *
 * A second run finds no such undefined symbol and changes nothing. Calls of
 * __dtraceenabled_PROV___PROBE() stay; see is_enabled_stub.c.
 */
#include "linker/rewrite.h"

#include <errno.h>
#include <string.h>

#include "base/vec.h"
#include "linker/call_args.h"
#include "linker/elf_image.h"
#include "linker/patch_call.h"
#include "sdt/note.h"

static const struct loc no_loc;
static const char base_symbol[] = SDT_BASE_SYMBOL;

struct site {
	const struct link_probe *probe;
	uint32_t sema_sym; /* index of the former symbol of the call */
	size_t shndx; /* section of the code */
	uint64_t pc_off; /* offset in it, bytes */
	uint8_t stack_bytes;
};

/* A table of strings that only grows. */
struct strings {
	size_t shndx;
	struct strbuf text;
};

struct rewrite {
	const struct link_input *operand;
	const struct link_probes *probes;
	struct diag_list *diags;
	struct elf_image image;
	Elf_Scn *symtab;
	Elf_Data *syms;
	size_t sym_cnt;
	struct strings strtab;
	struct strings shstrtab; /* unused if it is the same as strtab */
	const struct link_probe **calls; /* by symbol: the probe it calls */
	size_t *group_of; /* by section: index of its SHT_GROUP or 0 */
	size_t section_cnt; /* before any was added */
	uint32_t base_sym;
	bool base_is_new;
	VEC(struct site) sites;
};

static int damaged(struct rewrite *rw)
{
	return diag_error(rw->diags, no_loc, NULL, "%s: is damaged: %s",
			  rw->operand->path,
			  rw->image.error ? rw->image.error : elf_errmsg(-1));
}

static struct strings *section_names(struct rewrite *rw)
{
	return rw->shstrtab.shndx == rw->strtab.shndx ? &rw->strtab :
							&rw->shstrtab;
}

/* ---- contents of the object */

static int load_strings(struct rewrite *rw, size_t shndx, struct strings *ret)
{
	Elf_Scn *scn = elf_getscn(rw->image.elf, shndx);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Shdr shdr;

	if (!shndx || !data || !gelf_getshdr(scn, &shdr) ||
	    shdr.sh_type != SHT_STRTAB)
		return diag_error(rw->diags, no_loc, NULL,
				  "%s: is damaged: a string table is missing",
				  rw->operand->path);
	ret->shndx = shndx;
	strbuf_add(&ret->text, data->d_buf ? data->d_buf : "", data->d_size);
	return 0;
}

/* A section group is one word of flags, then the list of its members. */
static void note_group(struct rewrite *rw, Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	const uint32_t *words = data ? data->d_buf : NULL;

	for (size_t i = 1; words && i < data->d_size / sizeof(*words); i++)
		if (words[i] < rw->section_cnt)
			rw->group_of[words[i]] = elf_ndxscn(scn);
}

static int find_sections(struct rewrite *rw)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;

	if (elf_getshdrnum(rw->image.elf, &rw->section_cnt))
		return damaged(rw);
	rw->group_of =
		arena_new_array(&rw->image.arena, size_t, rw->section_cnt + 1);
	while ((scn = elf_nextscn(rw->image.elf, scn))) {
		if (!gelf_getshdr(scn, &shdr))
			return damaged(rw);
		if (shdr.sh_type == SHT_GROUP)
			note_group(rw, scn);
		if (shdr.sh_type == SHT_SYMTAB && !rw->symtab)
			rw->symtab = scn;
		else if (shdr.sh_type == SHT_SYMTAB ||
			 shdr.sh_type == SHT_SYMTAB_SHNDX)
			return diag_error(
				rw->diags, no_loc, NULL,
				"%s: has more than one symbol table, which is not supported",
				rw->operand->path);
	}
	return rw->symtab ? 0 : damaged(rw);
}

static int load_tables(struct rewrite *rw)
{
	GElf_Shdr shdr;
	size_t shstrndx;
	int err;

	if (!gelf_getshdr(rw->symtab, &shdr) ||
	    elf_getshdrstrndx(rw->image.elf, &shstrndx))
		return damaged(rw);
	rw->syms = elf_getdata(rw->symtab, NULL);
	rw->sym_cnt = rw->syms ? rw->syms->d_size / sizeof(Elf64_Sym) : 0;
	err = load_strings(rw, shdr.sh_link, &rw->strtab);
	if (!err && shstrndx == shdr.sh_link)
		rw->shstrtab.shndx = shstrndx;
	else if (!err)
		err = load_strings(rw, shstrndx, &rw->shstrtab);
	return err;
}

/* Which symbols are calls, and whether the base is there already. */
static void find_symbols(struct rewrite *rw)
{
	GElf_Sym sym;

	rw->calls = arena_new_array(&rw->image.arena, const struct link_probe *,
				    rw->sym_cnt + 1);
	rw->base_sym = (uint32_t)rw->sym_cnt;
	rw->base_is_new = true;
	for (size_t i = 1;
	     i < rw->sym_cnt && gelf_getsym(rw->syms, (int)i, &sym); i++) {
		const char *name = elf_strptr(rw->image.elf, rw->strtab.shndx,
					      sym.st_name);
		bool is_ask = false;

		if (name && !strcmp(name, base_symbol)) {
			rw->base_sym = (uint32_t)i;
			rw->base_is_new = false;
		}
		if (!name || sym.st_shndx != SHN_UNDEF ||
		    !(name = link_classic_name(name, &is_ask)))
			continue;
		if (!is_ask)
			rw->calls[i] = link_probe_find(rw->probes, name);
	}
}

/* ---- code */

static int bad_use(struct rewrite *rw, const struct link_probe *probe,
		   Elf_Scn *code, uint64_t off, const char *why)
{
	GElf_Shdr shdr = { 0 };
	const char *section;

	gelf_getshdr(code, &shdr);
	section = elf_strptr(rw->image.elf, rw->shstrtab.shndx, shdr.sh_name);
	return diag_error(rw->diags, no_loc, NULL,
			  "%s: probe %s:%s %s (%s+0x%llx)", rw->operand->path,
			  probe->provider->name, probe->probe->name, why,
			  section ? section : "?", (unsigned long long)off);
}

static int patch_code(struct rewrite *rw, Elf_Scn *code, const GElf_Rela *rela,
		      uint32_t sym, uint64_t *pc_off_ret)
{
	const struct link_probe *probe = rw->calls[sym];
	Elf_Data *data = elf_getdata(code, NULL);
	struct link_patch patch;
	const char *why;

	if (!data || !data->d_buf)
		return damaged(rw);
	why = link_patch_call(rw->operand->e_machine, data->d_buf, data->d_size,
			      rela->r_offset,
			      (uint32_t)GELF_R_TYPE(rela->r_info), &patch);
	if (why)
		return bad_use(rw, probe, code, rela->r_offset, why);
	memcpy((uint8_t *)data->d_buf + patch.begin_off, patch.bytes,
	       patch.len);
	elf_flagdata(data, ELF_C_SET, ELF_F_DIRTY);
	*vec_add(&rw->sites) =
		(struct site){ .probe = probe,
			       .sema_sym = sym,
			       .shndx = elf_ndxscn(code),
			       .pc_off = patch.pc_off,
			       .stack_bytes = patch.stack_bytes };
	*pc_off_ret = patch.pc_off;
	return 0;
}

/* A relocation against a call: patches code; in debug data it is only
 * dropped. */
static int patch_relocation(struct rewrite *rw, Elf_Scn *target,
			    GElf_Rela *rela)
{
	uint32_t sym = (uint32_t)GELF_R_SYM(rela->r_info);
	uint32_t tie = rw->base_sym;
	GElf_Shdr shdr;
	int err = 0;

	if (!gelf_getshdr(target, &shdr))
		return damaged(rw);
	if (shdr.sh_flags & SHF_EXECINSTR)
		err = patch_code(rw, target, rela, sym, &rela->r_offset);
	else if (shdr.sh_flags & SHF_ALLOC)
		err = bad_use(rw, rw->calls[sym], target, rela->r_offset,
			      "has its address taken, but is not a function");
	else
		tie = 0;
	rela->r_info = GELF_R_INFO(tie, 0); /* 0 = NONE on every machine */
	rela->r_addend = 0;
	return err;
}

static int patch_section(struct rewrite *rw, Elf_Scn *scn,
			 const GElf_Shdr *shdr)
{
	Elf_Scn *target = elf_getscn(rw->image.elf, shdr->sh_info);
	Elf_Data *data = elf_getdata(scn, NULL);
	int err = 0;
	GElf_Rela rela;

	if (!target || !data)
		return damaged(rw);
	for (int i = 0; gelf_getrela(data, i, &rela); i++) {
		size_t sym = GELF_R_SYM(rela.r_info);

		if (sym >= rw->sym_cnt || !rw->calls[sym])
			continue;
		if (patch_relocation(rw, target, &rela))
			err = -EINVAL;
		gelf_update_rela(data, i, &rela);
	}
	return err;
}

static int patch_all(struct rewrite *rw)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	int err = 0;

	while ((scn = elf_nextscn(rw->image.elf, scn)))
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_RELA &&
		    shdr.sh_link == elf_ndxscn(rw->symtab) &&
		    patch_section(rw, scn, &shdr))
			err = -EINVAL;
	return err;
}

/* ---- symbols */

/* Each call's symbol becomes the semaphore's. */
static void rename_symbols(struct rewrite *rw)
{
	int visibility =
		rw->probes->naming.is_visible ? STV_DEFAULT : STV_HIDDEN;
	GElf_Sym sym;

	for (size_t i = 1;
	     i < rw->sym_cnt && gelf_getsym(rw->syms, (int)i, &sym); i++) {
		if (!rw->calls[i])
			continue;
		sym.st_name = (GElf_Word)elf_string(&rw->strtab.text,
						    rw->calls[i]->sema_name);
		sym.st_info = GELF_ST_INFO(STB_GLOBAL, STT_NOTYPE);
		sym.st_other = (unsigned char)visibility;
		gelf_update_sym(rw->syms, (int)i, &sym);
	}
}

/* A symbol of section @shndx that relocations can be relative to; 0 = none. */
static uint32_t anchor_symbol(struct rewrite *rw, size_t shndx,
			      uint64_t *value_ret)
{
	uint32_t best = 0;
	int best_rank = 0;
	GElf_Sym sym;

	for (size_t i = 1;
	     i < rw->sym_cnt && gelf_getsym(rw->syms, (int)i, &sym); i++) {
		int bind = GELF_ST_BIND(sym.st_info);
		int rank = GELF_ST_TYPE(sym.st_info) == STT_SECTION ? 4 :
			bind == STB_LOCAL			    ? 3 :
			bind == STB_GLOBAL			    ? 2 :
								      1;

		if (sym.st_shndx != shndx || rank <= best_rank)
			continue;
		best = (uint32_t)i;
		best_rank = rank;
		*value_ret = sym.st_value;
	}
	return best;
}

/* ---- new sections */

static size_t add(struct rewrite *rw, struct elf_image_section section)
{
	return elf_image_add(&rw->image, &section,
			     elf_string(&section_names(rw)->text,
					section.name));
}

static int add_base(struct rewrite *rw)
{
	struct strbuf syms = { 0 };
	size_t shndx;
	int err;

	if (!rw->base_is_new)
		return 0;
	shndx = add(rw,
		    (struct elf_image_section){ .name = SDT_BASE_SECTION,
						.type = SHT_PROGBITS,
						.flags = SHF_ALLOC,
						.align = 1,
						.elf_type = ELF_T_BYTE,
						.data = "",
						.len = 1 });
	if (!shndx)
		return damaged(rw);
	strbuf_add(&syms, rw->syms->d_buf, rw->syms->d_size);
	elf_put_sym(&syms, rw->operand->format,
		    &(GElf_Sym){ .st_name = (GElf_Word)elf_string(
					 &rw->strtab.text, base_symbol),
				 .st_info = GELF_ST_INFO(STB_WEAK, STT_NOTYPE),
				 .st_other = STV_HIDDEN,
				 .st_shndx = (GElf_Section)shndx,
				 .st_size = 1 });
	err = elf_image_replace(&rw->image, rw->symtab, syms.text, syms.len);
	strbuf_deinit(&syms);
	return err ? damaged(rw) : 0;
}

static void put_abs(struct rewrite *rw, struct strbuf *relas, size_t off,
		    uint32_t sym, uint64_t addend)
{
	uint32_t type = rw->operand->e_machine == EM_X86_64 ? R_X86_64_64 :
							      R_AARCH64_ABS64;

	elf_put_rela(relas, rw->operand->format,
		     &(GElf_Rela){ .r_offset = off,
				   .r_info = GELF_R_INFO(sym, type),
				   .r_addend = (int64_t)addend });
}

static int put_note(struct rewrite *rw, const struct site *site,
		    struct strbuf *notes, struct strbuf *relas)
{
	const struct probe_param *bad = NULL;
	size_t reloc_off[SDT_NOTE_ADDR_CNT];
	uint64_t anchor_value = 0;
	uint32_t anchor = anchor_symbol(rw, site->shndx, &anchor_value);
	struct strbuf args = { 0 };
	const char *why =
		link_call_args(rw->operand->e_machine, site->probe->probe,
			       site->stack_bytes, &args, &bad);
	int err = 0;

	if (why)
		err = diag_error(
			rw->diags, bad->loc, NULL,
			"an argument of type %s %s, and %s calls this probe",
			bad->type_text, why, rw->operand->path);
	else if (!anchor)
		err = bad_use(rw, site->probe,
			      elf_getscn(rw->image.elf, site->shndx),
			      site->pc_off, "is in a section without symbols");
	if (!err) {
		sdt_note_write(notes, rw->operand->format,
			       &(struct sdt_note){
				       .provider = site->probe->provider->name,
				       .name = site->probe->probe->name,
				       .args = strbuf_text(&args) },
			       reloc_off);
		put_abs(rw, relas, reloc_off[SDT_NOTE_PC], anchor,
			site->pc_off - anchor_value);
		put_abs(rw, relas, reloc_off[SDT_NOTE_BASE], rw->base_sym, 0);
		put_abs(rw, relas, reloc_off[SDT_NOTE_SEMA], site->sema_sym, 0);
	}
	strbuf_deinit(&args);
	return err;
}

/* Makes two sections members of a group. */
static int join_group(struct rewrite *rw, size_t group, size_t first,
		      size_t second)
{
	Elf_Scn *scn = elf_getscn(rw->image.elf, group);
	Elf_Data *data = elf_getdata(scn, NULL);
	uint32_t more[2] = { (uint32_t)first, (uint32_t)second };
	struct strbuf words = { 0 };
	int err;

	strbuf_add(&words, data->d_buf, data->d_size);
	strbuf_add(&words, more, sizeof(more));
	err = elf_image_replace(&rw->image, scn, words.text, words.len);
	strbuf_deinit(&words);
	return err ? damaged(rw) : 0;
}

static int add_note_sections(struct rewrite *rw, size_t group,
			     const struct strbuf *notes,
			     const struct strbuf *relas)
{
	uint64_t group_flag = group ? SHF_GROUP : 0;
	size_t note, rela = 0;

	note = add(rw,
		   (struct elf_image_section){ .name = SDT_NOTE_SECTION,
					       .type = SHT_NOTE,
					       .flags = group_flag,
					       .align = 4,
					       .elf_type = ELF_T_BYTE,
					       .data = notes->text,
					       .len = notes->len });
	if (note)
		rela = add(rw,
			   (struct elf_image_section){
				   .name = ".rela" SDT_NOTE_SECTION,
				   .type = SHT_RELA,
				   .flags = SHF_INFO_LINK | group_flag,
				   .link = (uint32_t)elf_ndxscn(rw->symtab),
				   .info = (uint32_t)note,
				   .align = 8,
				   .entsize = sizeof(Elf64_Rela),
				   .elf_type = ELF_T_RELA,
				   .data = relas->text,
				   .len = relas->len });
	if (!rela)
		return damaged(rw);
	return group ? join_group(rw, group, note, rela) : 0;
}

/* The notes of all sites whose code is in @group (0: in none). */
static int add_notes(struct rewrite *rw, size_t group)
{
	struct strbuf notes = { 0 }, relas = { 0 };
	int err = 0;

	for (size_t i = 0; i < rw->sites.cnt; i++)
		if (rw->group_of[rw->sites.v[i].shndx] == group &&
		    put_note(rw, &rw->sites.v[i], &notes, &relas))
			err = -EINVAL;
	if (!err && notes.len)
		err = add_note_sections(rw, group, &notes, &relas);
	strbuf_deinit(&notes);
	strbuf_deinit(&relas);
	return err;
}

static bool group_comes_first(const struct rewrite *rw, size_t site_idx)
{
	size_t group = rw->group_of[rw->sites.v[site_idx].shndx];

	for (size_t i = 0; i < site_idx; i++)
		if (rw->group_of[rw->sites.v[i].shndx] == group)
			return false;
	return true;
}

static int add_all_notes(struct rewrite *rw)
{
	int err = 0;

	for (size_t i = 0; i < rw->sites.cnt; i++)
		if (group_comes_first(rw, i) &&
		    add_notes(rw, rw->group_of[rw->sites.v[i].shndx]))
			err = -EINVAL;
	return err;
}

static int replace_strings(struct rewrite *rw, const struct strings *table)
{
	Elf_Scn *scn = elf_getscn(rw->image.elf, table->shndx);

	return elf_image_replace(&rw->image, scn, table->text.text,
				 table->text.len) ?
		damaged(rw) :
		0;
}

/* ---- the whole */

static int rewrite(struct rewrite *rw)
{
	int err = find_sections(rw);

	if (!err)
		err = load_tables(rw);
	if (err)
		return err;
	find_symbols(rw);
	err = patch_all(rw);
	rename_symbols(rw);
	if (!err)
		err = add_all_notes(rw);
	if (!err)
		err = add_base(rw);
	if (!err)
		err = replace_strings(rw, &rw->strtab);
	if (!err && section_names(rw) != &rw->strtab)
		err = replace_strings(rw, &rw->shstrtab);
	return err;
}

int link_rewrite(const struct link_input *operand,
		 const struct link_probes *probes, const void *data, size_t len,
		 struct strbuf *sb, struct diag_list *diags)
{
	struct rewrite rw = { .operand = operand,
			      .probes = probes,
			      .diags = diags };
	int err;

	if (!link_calls_known(operand->e_machine) || !operand->format.is_64)
		return diag_error(
			diags, no_loc, NULL,
			"%s: calls to probes can be rewritten on x86-64 and aarch64 only",
			operand->path);
	if (elf_image_copy(&rw.image, data, len))
		err = damaged(&rw);
	else
		err = rewrite(&rw);
	if (!err && elf_image_take(&rw.image, sb))
		err = damaged(&rw);
	elf_image_deinit(&rw.image);
	strbuf_deinit(&rw.strtab.text);
	strbuf_deinit(&rw.shstrtab.text);
	vec_deinit(&rw.sites);
	return err;
}
