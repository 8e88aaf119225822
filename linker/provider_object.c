// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the probes. Out: a relocatable object:
 *
 *	.probes			2 bytes for each probe, PROV_NAME_semaphore
 *	.data			only with --direct: a control block for each
 *				provider
 *	.text			only when objects call __dtraceenabled_P___N():
 *				these functions, which read the semaphore; with
 *				--direct, an agent for each provider
 *	.note.dtrace		types and stability (sdt/provider_note.h), not loaded
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

#include "elf/byte_order.h"
#include "lang/direct_declaration.h"
#include "linker/agent/agent.h"
#include "linker/elf_image.h"
#include "linker/is_enabled_stub.h"
#include "linker/property.h"
#include "sdt/direct_abi.h"
#include "sdt/note.h"
#include "sdt/provider_note.h"

enum { SEMA_BYTES = 2, CODE_ALIGN = 16, PAGE_BYTES = 4096 };

/* A provider with an agent, and the numbers of its symbols. */
struct direct {
	const struct provider_decl *provider;
	const char *name; /* of the agent */
	uint32_t alive_sym;
	uint32_t control_sym;
	uint32_t stubs_sym;
	uint32_t site_sym; /* of `alive`, in the first stub */
};

/* Section indexes that are not known before they are added are 0. */
struct writer {
	struct elf_image image;
	const struct link_machine *machine;
	const struct link_probes *probes;
	struct direct *directs; /* in file order */
	size_t direct_cnt;
	uint32_t base_sym; /* _.stapsdt.base, for notes of agents */
	struct strbuf names; /* section names */
	struct strbuf strings; /* symbol names */
	struct strbuf symbols;
	uint32_t symbol_cnt;
	struct strbuf code;
	struct strbuf text_relas;
	struct strbuf note_relas;
	size_t sema_shndx;
	size_t text_shndx;
	size_t note_shndx;
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

static void put_symbol(struct writer *w, const char *name, GElf_Sym sym)
{
	sym.st_name = name ? (GElf_Word)elf_string(&w->strings, name) : 0;
	elf_put_sym(&w->symbols, w->machine->format, &sym);
	w->symbol_cnt++;
}

/* Returns its number. */
static uint32_t add_symbol(struct writer *w, const char *name, int type,
			   int visibility, size_t shndx, uint64_t value,
			   uint64_t len)
{
	put_symbol(w, name,
		   (GElf_Sym){ .st_info = GELF_ST_INFO(STB_GLOBAL, type),
			       .st_other = (unsigned char)visibility,
			       .st_shndx = (GElf_Section)shndx,
			       .st_value = value,
			       .st_size = len });
	return w->symbol_cnt - 1;
}

static void add_rela(struct writer *w, struct strbuf *relas, uint64_t off,
		     uint32_t sym, uint32_t type, int64_t addend)
{
	elf_put_rela(relas, w->machine->format,
		     &(GElf_Rela){ .r_offset = off,
				   .r_info = GELF_R_INFO(sym, type),
				   .r_addend = addend });
}

/*
 * The kernel knows a semaphore by its place in the file, and raises it in the
 * first mapping of that place that a program can write to. lld lets segments
 * share a page of the file; in a process that starts, the first one is RELRO,
 * which is not yet read-only then, and the second one has the semaphore. So
 * semaphores have a page of their own.
 */
static int add_semaphores(struct writer *w)
{
	int visibility =
		w->probes->naming.is_visible ? STV_DEFAULT : STV_HIDDEN;
	struct strbuf zeros = { 0 };
	int err;

	if (!w->probes->cnt)
		return 0;
	strbuf_pad(&zeros, '\0',
		   SEMA_BYTES * (w->probes->cnt + w->direct_cnt));
	err = add_bytes(w, SDT_SEMA_SECTION, SHT_PROGBITS,
			SHF_ALLOC | SHF_WRITE, PAGE_BYTES, &zeros,
			&w->sema_shndx);
	strbuf_deinit(&zeros);
	for (size_t i = 0; !err && i < w->probes->cnt; i++)
		add_symbol(w, w->probes->v[i].sema_name, STT_OBJECT, visibility,
			   w->sema_shndx, SEMA_BYTES * i, SEMA_BYTES);
	return err;
}

/* ---- agents -------------------------------------------------------------- */

static void find_directs(struct writer *w, const struct program *program)
{
	struct arena *arena = &w->image.arena;
	size_t cnt = 0;

	for (const struct provider_decl *prov = program->providers; prov;
	     prov = prov->next)
		cnt++;
	w->directs = arena_new_array(arena, struct direct, cnt + 1);
	for (const struct provider_decl *prov = program->providers; prov;
	     prov = prov->next) {
		struct strbuf name = { 0 };

		if (!prov->probe_cnt)
			continue;
		direct_agent_name(prov, &name);
		w->directs[w->direct_cnt++] = (struct direct){
			.provider = prov,
			.name = arena_strndup(arena, name.text, name.len),
		};
		strbuf_deinit(&name);
	}
}

static uint32_t hook_cnt(const struct provider_decl *provider)
{
	return provider->probe_cnt < DIRECT_HOOK_MAX ?
		(uint32_t)provider->probe_cnt :
		DIRECT_HOOK_MAX;
}

/* A symbol that no C identifier can be. */
static uint32_t add_direct_symbol(struct writer *w, const struct direct *direct,
				  const char *what, int type, size_t shndx,
				  uint64_t value, uint64_t len)
{
	return add_symbol(w,
			  arena_printf(&w->image.arena, "%s.%s", direct->name,
				       what),
			  type, STV_HIDDEN, shndx, value, len);
}

/* Control blocks, and the symbols of what agents refer to. */
static int add_controls(struct writer *w)
{
	struct strbuf blocks = { 0 };
	size_t data_shndx = 0;
	int err;

	if (!w->direct_cnt)
		return 0;
	for (size_t i = 0; i < w->direct_cnt; i++) {
		struct direct_control control = {
			.version = DIRECT_VERSION,
			.hook_cnt = hook_cnt(w->directs[i].provider),
		};

		strbuf_add(&blocks, (const char *)&control, sizeof(control));
	}
	err = add_bytes(w, ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
			sizeof(struct direct_control), &blocks, &data_shndx);
	strbuf_deinit(&blocks);
	for (size_t i = 0; !err && i < w->direct_cnt; i++) {
		struct direct *direct = &w->directs[i];

		direct->alive_sym = add_direct_symbol(
			w, direct, "alive", STT_OBJECT, w->sema_shndx,
			SEMA_BYTES * (w->probes->cnt + i), SEMA_BYTES);
		direct->control_sym = add_direct_symbol(
			w, direct, "control", STT_OBJECT, data_shndx,
			sizeof(struct direct_control) * i,
			sizeof(struct direct_control));
	}
	return err;
}

static uint32_t agent_symbol(const struct direct *direct,
			     enum link_agent_var var)
{
	switch (var) {
	case LINK_AGENT_CONTROL:
		return direct->control_sym;
	case LINK_AGENT_ALIVE:
		return direct->alive_sym;
	case LINK_AGENT_STUBS:
		break;
	}
	return direct->stubs_sym;
}

/*
 * The stub of `alive`, then those of the probes: a site as in <sys/sdt.h>, in a
 * function. A tracer attaches there; the agent calls them.
 */
static void add_stubs(struct writer *w, struct direct *direct)
{
	/* endbr64; nop; cs nopw 0(rax,rax); ret */
	static const unsigned char stub[DIRECT_STUB_BYTES] = {
		0xf3, 0x0f, 0x1e, 0xfa, 0x90, 0x66, 0x2e, 0x0f,
		0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc3,
	};
	uint64_t begin, cnt = 1 + (uint64_t)hook_cnt(direct->provider);

	strbuf_pad(&w->code, '\0', -w->code.len % CODE_ALIGN);
	begin = w->code.len;
	for (uint64_t i = 0; i < cnt; i++)
		strbuf_add(&w->code, (const char *)stub, sizeof(stub));
	direct->stubs_sym = add_direct_symbol(w, direct, "stubs", STT_FUNC,
					      w->text_shndx, begin,
					      cnt * sizeof(stub));
	direct->site_sym = add_direct_symbol(w, direct, "alive_site",
					     STT_NOTYPE, w->text_shndx,
					     begin + DIRECT_STUB_NOP, 0);
}

static void add_agent(struct writer *w, struct direct *direct)
{
	uint64_t begin;

	add_stubs(w, direct);
	strbuf_pad(&w->code, '\0', -w->code.len % CODE_ALIGN);
	begin = w->code.len;
	strbuf_add(&w->code, (const char *)link_agent.code, link_agent.len);
	for (size_t i = 0; i < link_agent.reloc_cnt; i++) {
		const struct link_agent_reloc *reloc = &link_agent.relocs[i];

		add_rela(w, &w->text_relas, begin + reloc->off,
			 agent_symbol(direct, reloc->var), R_X86_64_PC32,
			 reloc->addend);
	}
	add_symbol(w, direct->name, STT_FUNC, STV_HIDDEN, w->text_shndx,
		   begin + link_agent.entry_off,
		   link_agent.len - link_agent.entry_off);
}

/* ---- code ----------------------------------------------------------------- */

/* The function that is-enabled calls end up in; symbol 1 + i is semaphore i. */
static void add_function(struct writer *w, size_t i)
{
	const struct link_probe *p = &w->probes->v[i];
	size_t begin = w->code.len;

	link_emit_is_enabled(w->machine, (uint32_t)(1 + i), &w->code,
			     &w->text_relas);
	add_symbol(w,
		   arena_printf(&w->image.arena, LINK_ASK_PREFIX "%s___%s",
				p->provider->name, p->probe->name),
		   STT_FUNC, STV_HIDDEN, w->text_shndx, begin,
		   w->code.len - begin);
}

static int add_code(struct writer *w)
{
	if (elf_getshdrnum(w->image.elf, &w->text_shndx))
		return -EIO;
	for (size_t i = 0; i < w->probes->cnt; i++)
		if (w->probes->v[i].is_asked)
			add_function(w, i);
	for (size_t i = 0; i < w->direct_cnt; i++)
		add_agent(w, &w->directs[i]);
	if (w->direct_cnt)
		put_symbol(w, SDT_BASE_SYMBOL,
			   (GElf_Sym){
				   .st_info = GELF_ST_INFO(STB_WEAK, STT_NOTYPE),
				   .st_other = STV_HIDDEN,
			   });
	w->base_sym = w->symbol_cnt - 1;
	if (!w->code.len)
		return 0;
	return add_bytes(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
			 CODE_ALIGN, &w->code, &w->text_shndx);
}

/* ---- types ---------------------------------------------------------------- */

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

static struct direct *direct_of(const struct writer *w,
				const struct provider_decl *provider)
{
	for (size_t i = 0; i < w->direct_cnt; i++)
		if (w->directs[i].provider == provider)
			return &w->directs[i];
	return NULL;
}

/* The addresses of the DIRECT record, which is at @off of the section. */
static void add_direct_relas(struct writer *w, const struct direct *direct,
			     size_t off)
{
	const uint32_t syms[] = { w->base_sym, direct->control_sym,
				  direct->alive_sym, direct->site_sym };

	for (size_t i = 0; i < sizeof(syms) / sizeof(syms[0]); i++)
		add_rela(w, &w->note_relas, off + 8 * i, syms[i], R_X86_64_64,
			 0);
}

static int add_type(struct writer *w, const struct program *program,
		    const struct provider_decl *prov, struct strbuf *notes)
{
	struct sdt_type_provider types = describe(&w->image.arena, program, prov);
	const struct direct *direct = direct_of(w, prov);
	struct sdt_type_direct record = { .version = DIRECT_VERSION,
					  .hook_cnt = hook_cnt(prov) };
	size_t off = 0;
	int err;

	if (direct)
		types.direct = &record;
	err = sdt_typenote_write(notes, w->machine->format, &types, &off);
	if (!err && direct)
		add_direct_relas(w, direct, off);
	return err;
}

static int add_types(struct writer *w, const struct program *program)
{
	struct strbuf notes = { 0 };
	int err = 0;

	for (const struct provider_decl *prov = program->providers;
	     prov && !err; prov = prov->next)
		err = add_type(w, program, prov, &notes);
	if (!err && notes.len)
		err = add_bytes(w, SDT_TYPENOTE_SECTION, SHT_NOTE, 0, 4, &notes,
				&w->note_shndx);
	strbuf_deinit(&notes);
	return err;
}

/* ---- the rest of the object ------------------------------------------------ */

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

/* Returns true if there is nothing to add. */
static bool add_relas(struct writer *w, const char *name,
		      const struct strbuf *relas, size_t symtab_shndx,
		      size_t shndx)
{
	return !relas->len ||
		add(w,
		    (struct elf_image_section){ .name = name,
						.type = SHT_RELA,
						.flags = SHF_INFO_LINK,
						.link = (uint32_t)symtab_shndx,
						.info = (uint32_t)shndx,
						.align = 8,
						.entsize = sizeof(Elf64_Rela),
						.elf_type = ELF_T_RELA,
						.data = strbuf_text(relas),
						.len = relas->len });
}

/* Relocations, symbols, strings, in this order; @last is the index before. */
static int add_tables(struct writer *w, size_t last)
{
	size_t symtab_shndx = last + 1 + (w->text_relas.len != 0) +
		(w->note_relas.len != 0);
	bool is_64 = w->machine->format.is_64;
	bool ok;

	ok = add_relas(w, ".rela.text", &w->text_relas, symtab_shndx,
		       w->text_shndx) &&
		add_relas(w, ".rela" SDT_TYPENOTE_SECTION, &w->note_relas,
			  symtab_shndx, w->note_shndx);
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

	put_symbol(w, NULL, (GElf_Sym){ 0 });
	strbuf_putc(&w->strings, '\0');
	err = add_semaphores(w);
	if (!err)
		err = add_controls(w);
	if (!err)
		err = add_code(w);
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
			 bool is_direct, struct strbuf *sb,
			 struct diag_list *diags)
{
	struct writer w = { .machine = machine, .probes = probes };
	int err = elf_image_create(&w.image, machine);

	if (!err && is_direct && machine->id == LINK_x86_64)
		find_directs(&w, program);
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
	strbuf_deinit(&w.code);
	strbuf_deinit(&w.text_relas);
	strbuf_deinit(&w.note_relas);
	return err;
}
