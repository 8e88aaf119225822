// SPDX-License-Identifier: BSD-2-Clause
/*
 * From the symbol table of a file to functions that can be probed:
 *
 *	4010c0 size 37 GLOBAL work	  file offset 10c0
 *	f3 0f 1e fa  endbr64
 *	55           push %rbp		  entry is probed here, at +4
 *
 * The kernel emulates `push` but single-steps endbr64, which costs four times
 * as much. So the entry probe is on the instruction after endbr64, unless the
 * kernel refuses that instruction, or a branch within the function leads to it,
 * which would make each iteration look like a call. A function that jumps back
 * to its first byte has no place that only calls reach: the jumps are probed as
 * well.
 */
#include "elf/elf_format.h"
#include "runtime/provider/user_code/user_code.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/hash.h"

enum {
	ENDBR_BYTES = 4,
	RSEQ_BYTES = 32, /* struct rseq_cs, linux/rseq.h */
	RSEQ_START_OFF = 8,
	RSEQ_LEN_OFF = 16,
	FUNC_BYTES_MAX = 64 << 20,
	WINDOW_BYTES = 256 << 10,
};

const char *code_refusal_text(enum code_refusal refusal)
{
	static const char *const texts[] = {
#define REFUSAL(name, reach, text) [CODE_REFUSAL_##name] = text,
#include "runtime/provider/machine_code/refusals.def"
#undef REFUSAL
	};

	return texts[refusal];
}

bool code_refusal_is_of_one(enum code_refusal refusal)
{
	enum reach { ALL, RETURN, ONE };
	static const enum reach reaches[] = {
#define REFUSAL(name, reach, text) [CODE_REFUSAL_##name] = reach,
#include "runtime/provider/machine_code/refusals.def"
#undef REFUSAL
	};

	return refusal != CODE_OK && reaches[refusal] == ONE;
}

/* --------------------------------------------------------------- functions */

/* Returns the executable segment that contains @vaddr, or NULL. */
static const struct elf_segment *segment_at(const struct elf_file *image,
					    uint64_t vaddr)
{
	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *s = &image->segments[i];

		if (s->type == PT_LOAD && (s->flags & PF_X) &&
		    vaddr >= s->vaddr && vaddr - s->vaddr < s->file_bytes)
			return s;
	}
	return NULL;
}

/* Section numbers refer to @named, the file that the symbol is from. */
static enum code_refusal symbol_refusal(const struct elf_file *image,
					const struct elf_file *named,
					const struct elf_symbol *sym,
					const char *name)
{
	const struct elf_segment *segment = segment_at(image, sym->value);
	const struct elf_section *section = NULL;

	if (sym->section_idx < named->section_cnt)
		section = &named->sections[sym->section_idx];
	if (!segment || (section && !(section->flags & SHF_EXECINSTR)))
		return CODE_REFUSAL_no_code;
	if (sym->type == STT_GNU_IFUNC)
		return CODE_REFUSAL_ifunc;
	if (section &&
	    !strncmp(elf_file_section_name(named, section), ".plt", 4))
		return CODE_REFUSAL_plt;
	if (!strcmp(name, "__restore_rt") || !strcmp(name, "__restore"))
		return CODE_REFUSAL_restorer;
	if (!sym->size_bytes)
		return CODE_REFUSAL_no_size;
	if (sym->size_bytes > segment->file_bytes -
				      (sym->value - segment->vaddr) ||
	    sym->size_bytes > FUNC_BYTES_MAX)
		return CODE_REFUSAL_cut;
	/* parts that compilers move out of a function, with symbols for them */
	if (strstr(name, ".cold") || strstr(name, ".__part."))
		return CODE_REFUSAL_part;
	return CODE_OK;
}

static void add_func(struct user_file *file, const struct elf_file *named,
		     const struct elf_symbol *sym)
{
	const struct elf_segment *segment =
		segment_at(&file->image, sym->value);
	struct user_func *func = vec_add(&file->funcs);

	func->name = sym->name;
	func->vaddr = sym->value;
	func->symbol = sym;
	func->refusal = symbol_refusal(&file->image, named, sym, func->name);
	if (segment)
		func->fileoff = segment->fileoff + sym->value - segment->vaddr;
	if (func->refusal == CODE_OK || func->refusal == CODE_REFUSAL_part)
		func->size_bytes = (uint32_t)sym->size_bytes;
}

static int compare_funcs(const void *a_, const void *b_)
{
	const struct user_func *a = a_, *b = b_;

	if (a->vaddr != b->vaddr)
		return a->vaddr < b->vaddr ? -1 : 1;
	return elf_symbol_compare_names(a->symbol, b->symbol);
}

/* Numbers the names by a hash table of indexes + 1, with linear probing. */
static void number_names(struct user_file *file)
{
	size_t room = 16;
	_cleanup_free_ uint32_t *table = NULL;

	while (room < 2 * file->funcs.cnt)
		room *= 2;
	table = xcalloc(room, sizeof(*table));
	for (uint32_t i = 0; i < file->funcs.cnt; i++) {
		struct user_func *funcs = file->funcs.v;
		size_t at = hash_text(funcs[i].name) & (room - 1);

		while (table[at] && strcmp(funcs[table[at] - 1].name,
					   funcs[i].name) != 0)
			at = (at + 1) & (room - 1);
		if (!table[at])
			table[at] = i + 1;
		funcs[i].name_id = table[at] - 1;
	}
}

/* ------------------------------------------------------------ the whole file */

static bool has_section(const struct elf_file *image, const char *part)
{
	for (size_t i = 0; i < image->section_cnt; i++)
		if (strstr(elf_file_section_name(image, &image->sections[i]),
			   part))
			return true;
	return false;
}

static void add_rseq(struct user_file *file, const uint8_t *descr,
		     uint64_t start)
{
	uint64_t len = elf_get(file->image.format, descr + RSEQ_LEN_OFF, 8);

	if (start && len <= UINT64_MAX - start)
		vec_push(&file->rseqs,
			 ((struct user_range){ start, start + len }));
}

/* Position-independent files have the start addresses in relocations. */
static void relocate_rseqs(struct user_file *file,
			   const struct elf_section *table,
			   const struct elf_section *rseqs, const char *data)
{
	struct elf_format fmt = file->image.format;
	_cleanup_free_ char *entries = NULL;

	if (table->type != SHT_RELA || !fmt.is_64 ||
	    elf_file_load(&file->image, table->fileoff, table->file_bytes,
			   &entries))
		return;
	for (uint64_t at = 0; table->file_bytes - at >= sizeof(Elf64_Rela);
	     at += sizeof(Elf64_Rela)) {
		const uint8_t *entry = (const uint8_t *)entries + at;
		uint64_t off = elf_get(fmt, entry, 8) - rseqs->vaddr;

		if (off < rseqs->file_bytes && off % RSEQ_BYTES ==
		    RSEQ_START_OFF && rseqs->file_bytes - off >= 24)
			add_rseq(file, (const uint8_t *)data + off -
				 RSEQ_START_OFF, elf_get(fmt, entry + 16, 8));
	}
}

static void find_rseqs(struct user_file *file)
{
	const struct elf_file *image = &file->image;
	const struct elf_section *rseqs =
		elf_file_find(image, "__rseq_cs", 0);
	_cleanup_free_ char *data = NULL;

	if (!rseqs || elf_file_load(image, rseqs->fileoff, rseqs->file_bytes,
				     &data))
		return;
	for (uint64_t at = 0; rseqs->file_bytes - at >= RSEQ_BYTES;
	     at += RSEQ_BYTES) {
		const uint8_t *descr = (const uint8_t *)data + at;

		add_rseq(file, descr,
			 elf_get(image->format, descr + RSEQ_START_OFF, 8));
	}
	for (size_t i = 0; i < image->section_cnt; i++)
		relocate_rseqs(file, &image->sections[i], rseqs, data);
}

/* Whether the file has the symbol table that strip(1) removes. */
static bool has_symtab(const struct elf_file *image)
{
	for (size_t i = 0; i < image->section_cnt; i++)
		if (image->sections[i].type == SHT_SYMTAB &&
		    image->sections[i].file_bytes)
			return true;
	return false;
}

static void add_funcs(struct user_file *file, const struct elf_file *named,
		      const struct elf_symtab *symtab)
{
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if ((sym->type == STT_FUNC || sym->type == STT_GNU_IFUNC) &&
		    sym->section_idx != SHN_UNDEF && sym->name_len)
			add_func(file, named, sym);
	}
}

/* Sorts the functions; a name in both symbol tables is kept once. */
static void order_funcs(struct user_file *file)
{
	struct user_func *funcs = file->funcs.v;
	size_t cnt = 0;

	qsort(funcs, file->funcs.cnt, sizeof(funcs[0]), compare_funcs);
	for (size_t i = 0; i < file->funcs.cnt; i++)
		if (!cnt || funcs[cnt - 1].vaddr != funcs[i].vaddr ||
		    strcmp(funcs[cnt - 1].name, funcs[i].name) != 0)
			funcs[cnt++] = funcs[i];
	file->funcs.cnt = cnt;
}

void user_file_load(struct user_file *file, pid_t pid)
{
	uint8_t entry[8] = { 0 };
	const char *why;

	if (file->is_loaded)
		return;
	file->is_loaded = true;
	file->debug.fd = -1;
	if (elf_file_init_fd(&file->image, file->fd, &why))
		return;
	if (elf_symtab_init(&file->symtab, &file->image))
		file->symtab = (struct elf_symtab){ 0 };
	/* e_entry is after 24 bytes in both classes */
	if (!elf_file_read(&file->image, 24, entry, sizeof(entry)))
		file->entry_vaddr = elf_get(file->image.format, entry,
					    file->image.format.is_64 ? 8 : 4);
	file->is_go = has_section(&file->image, ".gopclntab") ||
		      has_section(&file->image, ".go.buildinfo");
	file->is_stripped =
		!has_symtab(&file->image) && !user_debug_open(file, pid);
	add_funcs(file, &file->image, &file->symtab);
	add_funcs(file, &file->debug.image, &file->debug.symtab);
	if (!file->funcs.cnt)
		return;
	user_ifuncs_resolve(file);
	order_funcs(file);
	number_names(file);
	find_rseqs(file);
}

void user_file_deinit(struct user_file *file)
{
	if (file->is_loaded) {
		elf_symtab_deinit(&file->symtab);
		elf_file_deinit(&file->image);
		user_debug_close(&file->debug);
	}
	vec_deinit(&file->funcs);
	vec_deinit(&file->rseqs);
	for (size_t i = 0; i < file->loops.cnt; i++)
		code_loop_deinit(&file->loops.v[i]);
	vec_deinit(&file->loops);
	for (size_t i = 0; i < file->returns.cnt; i++)
		vec_deinit(&file->returns.v[i].fileoffs);
	vec_deinit(&file->returns);
	close(file->fd);
}

/* -------------------------------------------------------------------- code */

static bool is_in_rseq(const struct user_file *file, uint64_t vaddr)
{
	for (size_t i = 0; i < file->rseqs.cnt; i++)
		if (vaddr >= file->rseqs.v[i].start_vaddr &&
		    vaddr < file->rseqs.v[i].end_vaddr)
			return true;
	return false;
}

/* Reads @len bytes of @file from @fileoff on, and more as read-ahead. */
static bool window_fill(struct user_window *window,
			const struct user_file *file, uint64_t fileoff,
			size_t len)
{
	uint64_t left = file->image.size_bytes - fileoff;

	if (fileoff > file->image.size_bytes || len > left)
		return false;
	if (len < WINDOW_BYTES)
		len = left < WINDOW_BYTES ? left : WINDOW_BYTES;
	if (window->room < len) {
		free(window->bytes);
		window->bytes = xmalloc(len);
		window->room = len;
	}
	window->len = 0;
	if (elf_file_read(&file->image, fileoff, window->bytes, len))
		return false;
	window->fd = file->fd;
	window->fileoff = fileoff;
	window->len = len;
	return true;
}

/*
 * Returns the bytes of a function, or NULL if the file ends before the function
 * does. They are valid until the next call.
 */
static const uint8_t *func_code(const struct user_file *file,
				const struct user_func *func)
{
	struct user_window *window = file->window;
	uint64_t off = func->fileoff - window->fileoff;

	if (window->fd == file->fd && func->fileoff >= window->fileoff &&
	    off < window->len && func->size_bytes <= window->len - off)
		return window->bytes + off;
	return window_fill(window, file, func->fileoff, func->size_bytes) ?
		window->bytes : NULL;
}

static bool is_endbr(const uint8_t *code, size_t len)
{
	return len > ENDBR_BYTES && code[0] == 0xf3 && code[1] == 0x0f &&
	       code[2] == 0x1e && (code[3] == 0xfa || code[3] == 0xfb);
}

/* Whether all jumps back to the entry can be probed, as the entry can. */
static bool can_mark(const struct user_file *file, const struct user_func *func,
		     const struct code_loop *loop)
{
	for (size_t i = 0; i < loop->backs.cnt; i++)
		if (loop->backs.v[i].off == func->entry_off ||
		    is_in_rseq(file, func->vaddr + loop->backs.v[i].off))
			return false;
	return true;
}

/* Applies the bits @begin of code_begin_find() to a function; takes @loop. */
static void place_loop(struct user_file *file, struct user_func *func,
		       unsigned int begin, struct code_loop *loop)
{
	if ((begin & CODE_BEGIN_LOOP) && can_mark(file, func, loop)) {
		vec_push(&file->loops, *loop);
		func->loop = (uint32_t)file->loops.cnt;
		return;
	}
	if (begin & (CODE_BEGIN_START | CODE_BEGIN_LOOP))
		func->refusal = CODE_REFUSAL_loop;
	code_loop_deinit(loop);
}

static void place_arm64(struct user_file *file, struct user_func *func,
			const uint8_t *code)
{
	struct code_loop loop = { 0 };
	unsigned int begin = code_begin_find(file->image.machine, code,
					     func->size_bytes, false, &loop);

	func->refusal = (uint8_t)code_insn_refusal(file->image.machine, code,
						   func->size_bytes);
	place_loop(file, func, begin, &loop);
}

/*
 * mov (%esp),%ebx and the like: 32-bit code calls such a function
 * (__x86.get_pc_thunk.bx) to find its data by the return address.
 */
static bool reads_return(const uint8_t *code, size_t len)
{
	if (len && (code[0] & 0xf8) == 0x48) { /* rex.w */
		code++;
		len--;
	}
	return len >= 3 && code[0] == 0x8b && (code[1] & 0xc7) == 0x04 &&
		code[2] == 0x24;
}

static void place_x86(struct user_file *file, struct user_func *func,
		      const uint8_t *code)
{
	size_t len = func->size_bytes;
	struct code_loop loop = { 0 };
	bool has_endbr = is_endbr(code, len);
	unsigned int begin = code_begin_find(file->image.machine, code, len,
					     has_endbr, &loop);

	func->entry_off = has_endbr ? ENDBR_BYTES : 0;
	if (func->entry_off &&
	    ((begin & CODE_BEGIN_BEHIND) ||
	     code_insn_refusal(file->image.machine, code + ENDBR_BYTES,
			       len - ENDBR_BYTES)))
		func->entry_off = 0;
	if (!func->entry_off)
		func->refusal = (uint8_t)code_insn_refusal(file->image.machine,
							   code, len);
	func->reads_return = reads_return(code + func->entry_off,
					  len - func->entry_off);
	place_loop(file, func, begin, &loop);
}

enum code_refusal user_func_place(struct user_file *file,
				  struct user_func *func)
{
	const uint8_t *code;

	if (func->is_placed || func->refusal != CODE_OK)
		return func->refusal;
	func->is_placed = true;
	code = func_code(file, func);
	if (is_in_rseq(file, func->vaddr))
		func->refusal = CODE_REFUSAL_rseq;
	else if (!code)
		func->refusal = CODE_REFUSAL_cut;
	else if (file->image.machine == EM_X86_64 ||
		 file->image.machine == EM_386)
		place_x86(file, func, code);
	else if (file->image.machine == EM_AARCH64)
		place_arm64(file, func, code);
	return func->refusal;
}

const struct code_insns *user_func_insns(struct user_code *user,
					 uint32_t file_idx, uint32_t func_idx,
					 const char **why_ret)
{
	struct user_file *file = &user->files.v[file_idx];
	const struct user_func *func = &file->funcs.v[func_idx];
	const uint8_t *code;

	if (user->insns_file == file_idx + 1 &&
	    user->insns_func == func_idx + 1)
		return &user->insns;
	user->insns_file = 0;
	code = func_code(file, func);
	if (!code) {
		*why_ret = code_refusal_text(CODE_REFUSAL_cut);
		return NULL;
	}
	if (code_insns_find(&user->insns, file->image.machine, code,
			    func->size_bytes, why_ret))
		return NULL;
	user->insns_file = file_idx + 1;
	user->insns_func = func_idx + 1;
	return &user->insns;
}

enum code_refusal user_func_offset(const struct user_file *file,
				   const struct user_func *func,
				   const struct code_insns *insns, uint32_t off)
{
	ssize_t idx = code_insns_at(insns, off);

	if (idx < 0)
		return off >= insns->end_off && off < func->size_bytes ?
			CODE_REFUSAL_data :
			CODE_REFUSAL_no_insn;
	if (is_in_rseq(file, func->vaddr + off))
		return CODE_REFUSAL_rseq;
	/*
	 * only memory below the stack pointer is damaged, and at the entry it
	 * is unused
	 */
	if (insns->refusals.v[idx] == CODE_REFUSAL_long_nop && !off)
		return CODE_OK;
	return insns->refusals.v[idx];
}
