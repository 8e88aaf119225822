// SPDX-License-Identifier: BSD-2-Clause
/*
 * From the symbol table of a file to functions that can be probed:
 *
 *	4010c0 size 37 GLOBAL work	  file offset 10c0
 *
 * and from a function to its code and its instructions, at which probes at
 * offsets are. Where its entry is probed: entry_address.c.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "elf/byte_order.h"
#include "runtime/provider/user_code/user_code.h"

enum {
	FUNC_BYTES_MAX = 64 << 20,
	WINDOW_BYTES = 256 << 10,
};

const char *code_refusal_text(enum code_refusal refusal)
{
	static const char *const texts[] = {
#define REFUSAL(name, reach, text) [CODE_REFUSAL_##name] = text,
#include "runtime/provider/machine_code/probe_refusals.def"
#undef REFUSAL
	};

	return texts[refusal];
}

bool code_refusal_is_of_one(enum code_refusal refusal)
{
	enum reach { ALL, RETURN, ONE };
	static const enum reach reaches[] = {
#define REFUSAL(name, reach, text) [CODE_REFUSAL_##name] = reach,
#include "runtime/provider/machine_code/probe_refusals.def"
#undef REFUSAL
	};

	return refusal != CODE_OK && reaches[refusal] == ONE;
}

/* --------------------------------------------------------------- functions */

/* Section numbers refer to @named, the file that the symbol is from. */
static enum code_refusal symbol_refusal(const struct elf_file *image,
					const struct elf_file *named,
					const struct elf_symbol *sym,
					const char *name)
{
	const struct elf_segment *segment =
		elf_segment_at(image, sym->value, PF_X);
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
		elf_segment_at(&file->image, sym->value, PF_X);
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
	user_ifuncs_resolve(file, pid);
	order_funcs(file);
	number_names(file);
	user_rseqs_find(file);
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

const uint8_t *user_func_code(const struct user_file *file,
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
	code = user_func_code(file, func);
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
	if (user_file_is_in_rseq(file, func->vaddr + off))
		return CODE_REFUSAL_rseq;
	/*
	 * only memory below the stack pointer is damaged, and at the entry it
	 * is unused
	 */
	if (insns->refusals.v[idx] == CODE_REFUSAL_long_nop && !off)
		return CODE_OK;
	return insns->refusals.v[idx];
}
