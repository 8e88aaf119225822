// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the probes. Out: a relocatable object:
 *
 *	.probes			2 bytes for each probe, PROV_NAME_semaphore
 *	.text			only when objects call __dtraceenabled_P___N():
 *				these functions, which read the semaphore
 *	.note.dtrace		types and stability (sdt/typenote.h), not loaded
 *	.note.gnu.property	"safe with IBT, SHSTK" (x86), "BTI, PAC" (arm64):
 *				one object without it would turn the hardening
 *				of the whole program off
 *	.note.GNU-stack		no executable stack
 *
 * Semaphores are hidden: each executable and library links its own copy. The
 * bytes depend on the definitions and the machine alone: no file name, no
 * time, no path.
 */
#include "linker/provider_object.h"

#include <errno.h>
#include <string.h>

#include "linker/elf_image.h"
#include "linker/is_enabled.h"
#include "linker/property.h"
#include "sdt/typenote.h"

enum { SEMA_BYTES = 2 };

/* Section indexes that are not known before they are added are 0. */
struct writer {
	struct elf_image image;
	const struct link_machine *machine;
	const struct link_probes *probes;
	struct strbuf names; /* section names */
	struct strbuf strings; /* symbol names */
	struct strbuf symbols;
	struct strbuf relas;
	size_t sema_shndx;
	size_t text_shndx;
};

static size_t add(struct writer *w, struct elf_image_section section)
{
	return elf_image_add(&w->image, &section,
			     elf_string(&w->names, section.name));
}

static int add_bytes(struct writer *w, const char *name, uint32_t type,
		     uint64_t flags, uint64_t align, const struct strbuf *bytes,
		     size_t *shndx_ret)
{
	size_t shndx =
		add(w,
		    (struct elf_image_section){ .name = name,
						.type = type,
						.flags = flags,
						.align = align,
						.elf_type = ELF_T_BYTE,
						.data = strbuf_text(bytes),
						.len = bytes->len });

	if (shndx_ret)
		*shndx_ret = shndx;
	return shndx ? 0 : -EIO;
}

static void add_symbol(struct writer *w, const char *name, int type,
		       int visibility, size_t shndx, uint64_t value,
		       uint64_t len)
{
	elf_put_sym(&w->symbols, w->machine->format,
		    &(GElf_Sym){
			    .st_name = (GElf_Word)elf_string(&w->strings, name),
			    .st_info = GELF_ST_INFO(STB_GLOBAL, type),
			    .st_other = (unsigned char)visibility,
			    .st_shndx = (GElf_Section)shndx,
			    .st_value = value,
			    .st_size = len });
}

static int add_semaphores(struct writer *w)
{
	int visibility =
		w->probes->naming.is_visible ? STV_DEFAULT : STV_HIDDEN;
	struct strbuf zeros = { 0 };
	int err;

	if (!w->probes->cnt)
		return 0;
	strbuf_pad(&zeros, '\0', SEMA_BYTES * w->probes->cnt);
	err = add_bytes(w, SDT_SEMA_SECTION, SHT_PROGBITS,
			SHF_ALLOC | SHF_WRITE, SEMA_BYTES, &zeros,
			&w->sema_shndx);
	strbuf_deinit(&zeros);
	for (size_t i = 0; !err && i < w->probes->cnt; i++)
		add_symbol(w, w->probes->v[i].sema_name, STT_OBJECT, visibility,
			   w->sema_shndx, SEMA_BYTES * i, SEMA_BYTES);
	return err;
}

/* The functions behind is-enabled calls; symbol 1 + i is semaphore i. */
static int add_functions(struct writer *w)
{
	struct strbuf code = { 0 };
	size_t first = w->probes->cnt;
	int err;

	for (size_t i = 0; i < w->probes->cnt; i++)
		if (w->probes->v[i].is_asked) {
			first = i;
			break;
		}
	if (first == w->probes->cnt)
		return 0;
	w->text_shndx = elf_ndxscn(elf_getscn(w->image.elf, w->sema_shndx)) + 1;
	for (size_t i = first; i < w->probes->cnt; i++) {
		const struct link_probe *p = &w->probes->v[i];
		size_t begin = code.len;

		if (!p->is_asked)
			continue;
		link_emit_is_enabled(w->machine, (uint32_t)(1 + i), &code,
				     &w->relas);
		add_symbol(w,
			   arena_printf(&w->image.arena,
					LINK_ASK_PREFIX "%s___%s",
					p->provider->name, p->probe->name),
			   STT_FUNC, STV_HIDDEN, w->text_shndx, begin,
			   code.len - begin);
	}
	err = add_bytes(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16,
			&code, &w->text_shndx);
	strbuf_deinit(&code);
	return err;
}

static const struct sdt_param *params(struct arena *arena,
				      const struct probe_param *param,
				      size_t cnt)
{
	struct sdt_param *ret =
		arena_new_array(arena, struct sdt_param, cnt + 1);

	for (size_t i = 0; i < cnt; i++, param = param->next)
		ret[i] = (struct sdt_param){ .type = param->type_text,
					     .name = param->name };
	return ret;
}

static void describe_probe(struct arena *arena, const struct probe_decl *probe,
			   struct sdt_type_probe *ret)
{
	uint8_t *map;

	ret->name = probe->name;
	ret->natives = params(arena, probe->native, probe->native_cnt);
	ret->native_cnt = (uint8_t)probe->native_cnt;
	ret->xlates = ret->natives;
	ret->xlate_cnt = ret->native_cnt;
	map = arena_alloc(arena, SDT_PARAM_MAX);
	for (uint8_t i = 0; i < ret->native_cnt; i++)
		map[i] = i;
	if (probe->has_translated) {
		ret->xlates =
			params(arena, probe->translated, probe->translated_cnt);
		ret->xlate_cnt = (uint8_t)probe->translated_cnt;
		memcpy(map, probe->map, probe->translated_cnt);
	}
	ret->map = map;
}

static struct sdt_type_provider describe(struct arena *arena,
					 const struct program *program,
					 const struct provider_decl *prov)
{
	struct sdt_type_probe *probes = arena_new_array(
		arena, struct sdt_type_probe, prov->probe_cnt + 1);
	struct sdt_type_provider ret = { .name = prov->name,
					 .decls = program->decl_text ?
						 program->decl_text :
						 "",
					 .probes = probes,
					 .probe_cnt = prov->probe_cnt };
	size_t i = 0;

	for (i = 0; i < PROVIDER_ATTR_CNT; i++)
		ret.stability[i] =
			(struct sdt_stability){ .name = prov->attrs[i].name,
						.data = prov->attrs[i].data,
						.dep_class =
							prov->attrs[i].class };
	i = 0;
	for (const struct probe_decl *probe = prov->probes; probe;
	     probe = probe->next)
		describe_probe(arena, probe, &probes[i++]);
	return ret;
}

static int add_types(struct writer *w, const struct program *program)
{
	struct strbuf notes = { 0 };
	int err = 0;

	for (const struct provider_decl *prov = program->providers;
	     prov && !err; prov = prov->next) {
		struct sdt_type_provider types =
			describe(&w->image.arena, program, prov);

		err = sdt_typenote_write(&notes, w->machine->format, &types);
	}
	if (!err && notes.len)
		err = add_bytes(w, SDT_TYPENOTE_SECTION, SHT_NOTE, 0, 4, &notes,
				NULL);
	strbuf_deinit(&notes);
	return err;
}

static int add_marks(struct writer *w)
{
	struct strbuf note = { 0 };
	int err = 0;

	if (link_property(w->machine, &note))
		err = add_bytes(w, ".note.gnu.property", SHT_NOTE, SHF_ALLOC,
				elf_addr_bytes(w->machine->format), &note,
				NULL);
	strbuf_clear(&note);
	if (!err)
		err = add_bytes(w, ".note.GNU-stack", SHT_PROGBITS, 0, 1, &note,
				NULL);
	strbuf_deinit(&note);
	return err;
}

/* Relocations, symbols, strings, in this order; @last is the index before. */
static int add_tables(struct writer *w, size_t last)
{
	size_t symtab_shndx = last + (w->relas.len ? 2 : 1);
	bool is_64 = w->machine->format.is_64;
	bool ok = true;

	if (w->relas.len)
		ok = add(w,
			 (struct elf_image_section){
				 .name = ".rela.text",
				 .type = SHT_RELA,
				 .flags = SHF_INFO_LINK,
				 .link = (uint32_t)symtab_shndx,
				 .info = (uint32_t)w->text_shndx,
				 .align = 8,
				 .entsize = sizeof(Elf64_Rela),
				 .elf_type = ELF_T_RELA,
				 .data = strbuf_text(&w->relas),
				 .len = w->relas.len });
	ok = ok &&
		add(w,
		    (struct elf_image_section){
			    .name = ".symtab",
			    .type = SHT_SYMTAB,
			    .link = (uint32_t)symtab_shndx + 1,
			    .info = 1,
			    .align = elf_addr_bytes(w->machine->format),
			    .entsize = is_64 ? sizeof(Elf64_Sym) :
					       sizeof(Elf32_Sym),
			    .elf_type = ELF_T_SYM,
			    .data = strbuf_text(&w->symbols),
			    .len = w->symbols.len });
	if (!ok || add_bytes(w, ".strtab", SHT_STRTAB, 0, 1, &w->strings, NULL))
		return -EIO;
	elf_string(&w->names, ".shstrtab");
	return 0;
}

/* The table of section names comes last: by then it is complete. */
static int add_names(struct writer *w)
{
	size_t name_off = w->names.len - sizeof(".shstrtab");
	GElf_Ehdr ehdr;
	struct elf_image_section section = { .name = ".shstrtab",
					     .type = SHT_STRTAB,
					     .align = 1,
					     .elf_type = ELF_T_BYTE,
					     .data = strbuf_text(&w->names),
					     .len = w->names.len };
	size_t shndx = elf_image_add(&w->image, &section, name_off);

	if (!shndx || !gelf_getehdr(w->image.elf, &ehdr))
		return -EIO;
	ehdr.e_shstrndx = (GElf_Half)shndx;
	return gelf_update_ehdr(w->image.elf, &ehdr) ? 0 : -EIO;
}

static int set_flags(struct writer *w, uint32_t e_flags)
{
	GElf_Ehdr ehdr;

	if (!gelf_getehdr(w->image.elf, &ehdr))
		return -EIO;
	ehdr.e_flags = e_flags;
	return gelf_update_ehdr(w->image.elf, &ehdr) ? 0 : -EIO;
}

static int write_sections(struct writer *w, const struct program *program)
{
	size_t section_cnt;
	int err;

	elf_put_sym(&w->symbols, w->machine->format, &(GElf_Sym){ 0 });
	strbuf_putc(&w->strings, '\0');
	err = add_semaphores(w);
	if (!err)
		err = add_functions(w);
	if (!err)
		err = add_types(w, program);
	if (!err)
		err = add_marks(w);
	if (!err)
		err = elf_getshdrnum(w->image.elf, &section_cnt) ? -EIO : 0;
	if (!err)
		err = add_tables(w, section_cnt - 1);
	return err ? err : add_names(w);
}

int link_provider_object(const struct program *program,
			 const struct link_probes *probes,
			 const struct link_machine *machine, uint32_t e_flags,
			 struct strbuf *sb, struct diag_list *diags)
{
	struct writer w = { .machine = machine, .probes = probes };
	int err = elf_image_create(&w.image, machine);

	if (!err)
		err = set_flags(&w, e_flags);
	if (!err)
		err = write_sections(&w, program);
	if (!err)
		err = elf_image_take(&w.image, sb);
	if (err)
		diag_error(diags, (struct loc){ 0 }, NULL,
			   "cannot make the object: %s",
			   w.image.error ? w.image.error : strerror(-err));
	elf_image_deinit(&w.image);
	strbuf_deinit(&w.names);
	strbuf_deinit(&w.strings);
	strbuf_deinit(&w.symbols);
	strbuf_deinit(&w.relas);
	return err;
}
