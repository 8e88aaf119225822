// SPDX-License-Identifier: BSD-2-Clause
/*
 * Answers two questions, each with an index that is built at its first use:
 *
 *	which function is at 0x401234?	functions, sorted by address
 *	where is "counter"?		symbols, hashed by name
 *
 * Functions may be nested, so an entry of the address index also has the
 * highest end of all entries before it: the search goes back only as far as
 * an entry can still contain the address.
 *
 * A name may belong to several static variables. Local symbols follow a FILE
 * symbol with their source file; for a site in a function of a known source
 * file, the variable of that file is meant. Otherwise the name is ambiguous,
 * unless all variables have one address.
 *
 * Linkers also make global symbols local, if they are hidden or by a version
 * script. Only lld and mold then keep them with their source file.
 */
#include "elf/symtab.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "elf/byte_order.h"

/*
 * All names together may have so many bytes, and so many times those of the
 * string table: names share their ends, but in a file that was made for it a
 * million names can be one of a megabyte.
 */
#define NAMES_MIN_BYTES (UINT64_C(64) << 20)
enum { NAMES_FACTOR = 16 };

/* ---- loading ------------------------------------------------------------ */

static void decode_symbol(struct elf_format fmt, const uint8_t *p,
			  struct elf_symbol *ret, uint32_t *name_off_ret)
{
	uint8_t info = fmt.is_64 ? p[4] : p[12];

	*name_off_ret = elf_get(fmt, p, 4);
	ret->section_idx = elf_get(fmt, p + (fmt.is_64 ? 6 : 14), 2);
	ret->value =
		fmt.is_64 ? elf_get(fmt, p + 8, 8) : elf_get(fmt, p + 4, 4);
	ret->size_bytes =
		fmt.is_64 ? elf_get(fmt, p + 16, 8) : elf_get(fmt, p + 8, 4);
	ret->type = info & 0xf;
	ret->bind = info >> 4;
	ret->visibility = ELF64_ST_VISIBILITY(fmt.is_64 ? p[5] : p[13]);
}

/*
 * The linker writes memcpy as "memcpy@@GLIBC_2.14". Returns the length of the
 * name without the version.
 */
static uint32_t cut_version(struct elf_symtab *symtab, const char *name)
{
	size_t len = strcspn(name, "@");

	if (name[len])
		symtab->strings[name + len - symtab->strings] = '\0';
	return (uint32_t)len;
}

/* Excludes mapping symbols ($x) and local labels (.L1). */
static bool is_label(const struct elf_file *image,
		     const struct elf_symbol *sym)
{
	return sym->type == STT_NOTYPE && sym->section_idx != SHN_UNDEF &&
		sym->section_idx < image->section_cnt &&
		image->sections[sym->section_idx].flags & SHF_EXECINSTR &&
		sym->name[0] != '$' && sym->name[0] != '.';
}

static int decode_symbols(struct elf_symtab *symtab,
			  const struct elf_file *image, const char *table,
			  size_t entry_bytes, size_t strings_len)
{
	uint64_t left = NAMES_MIN_BYTES + NAMES_FACTOR * (uint64_t)strings_len;

	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		struct elf_symbol *sym = &symtab->symbols[i];
		uint32_t name_off;

		decode_symbol(image->format,
			      (const uint8_t *)table + i * entry_bytes, sym,
			      &name_off);
		sym->name = name_off < strings_len ?
			symtab->strings + name_off :
			"";
		sym->name_len = cut_version(symtab, sym->name);
		sym->is_label = is_label(image, sym);
		if (sym->name_len > left)
			return -EBADMSG;
		left -= sym->name_len;
	}
	return 0;
}

/*
 * What was global comes after a FILE symbol without a name (GNU ld), or after
 * the last one, which names another file (gold).
 */
static void set_units(struct elf_symtab *symtab)
{
	size_t last_file = 0;
	uint32_t unit = 0;

	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		struct elf_symbol *sym = &symtab->symbols[i];

		if (sym->type == STT_FILE) {
			unit = sym->name_len ? i : 0;
			last_file = i;
		}
		sym->unit = sym->bind == STB_LOCAL ? unit : 0;
	}
	for (size_t i = last_file; i < symtab->symbol_cnt; i++)
		symtab->symbols[i].unit = 0;
}

/* strip -x leaves the names of source files. */
static bool has_local(const struct elf_symtab *symtab)
{
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if (sym->bind == STB_LOCAL && sym->name_len &&
		    sym->type != STT_FILE)
			return true;
	}
	return false;
}

/*
 * Code of a library reaches exported variables by the GOT, so those that it
 * names are local. A stripped library has only exported ones, which are others.
 */
static bool lacks_variables(const struct elf_symtab *symtab,
			    const struct elf_file *image)
{
	if (image->elf_type != ET_DYN)
		return false;
	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_INTERP)
			return false; /* a program */
	return !has_local(symtab);
}

static const struct elf_section *find_table(const struct elf_file *image)
{
	static const uint32_t types[] = { SHT_SYMTAB, SHT_DYNSYM };

	for (size_t t = 0; t < 2; t++)
		for (size_t i = 0; i < image->section_cnt; i++)
			if (image->sections[i].type == types[t] &&
			    image->sections[i].file_bytes)
				return &image->sections[i];
	return NULL;
}

int elf_symtab_init(struct elf_symtab *symtab, const struct elf_file *image)
{
	const struct elf_section *table = find_table(image);
	size_t entry_bytes =
		image->format.is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	_cleanup_free_ char *data = NULL;
	const struct elf_section *strings;
	int err;

	*symtab = (struct elf_symtab){
		.machine = image->machine,
		.elf_type = image->elf_type,
	};
	if (!table)
		return 0;
	if (table->link >= image->section_cnt)
		return -EBADMSG;
	strings = &image->sections[table->link];
	err = elf_file_load(image, table->fileoff, table->file_bytes, &data);
	if (!err)
		err = elf_file_load(image, strings->fileoff,
				     strings->file_bytes, &symtab->strings);
	if (err)
		return err;
	symtab->symbol_cnt = table->file_bytes / entry_bytes;
	symtab->symbols =
		xcalloc(symtab->symbol_cnt + 1, sizeof(symtab->symbols[0]));
	err = decode_symbols(symtab, image, data, entry_bytes,
			     strings->file_bytes);
	if (err) {
		elf_symtab_deinit(symtab);
		return err;
	}
	set_units(symtab);
	symtab->lacks_variables = lacks_variables(symtab, image);
	return 0;
}

void elf_symtab_deinit(struct elf_symtab *symtab)
{
	free(symtab->symbols);
	free(symtab->strings);
	free(symtab->funcs);
	free(symtab->objects);
	free(symtab->buckets);
	free(symtab->next);
	*symtab = (struct elf_symtab){ 0 };
}

/* ---- functions by address ----------------------------------------------- */

/*
 * In a relocatable object each section begins at 0; its number in the high
 * bits makes one address space of them.
 */
static uint64_t func_key(const struct elf_symtab *symtab, uint32_t section_idx,
			 uint64_t vaddr)
{
	if (symtab->elf_type != ET_REL)
		return vaddr;
	return (uint64_t)section_idx << 48 | (vaddr & 0xffffffffffff);
}

static bool is_function(const struct elf_symbol *sym)
{
	return (sym->type == STT_FUNC || sym->type == STT_GNU_IFUNC ||
		sym->is_label) &&
		sym->section_idx != SHN_UNDEF && sym->name_len;
}

static uint64_t func_start(const struct elf_symtab *symtab,
			   const struct elf_symbol *sym)
{
	/* The lowest bit marks Thumb code and is not part of the address. */
	uint64_t mask = symtab->machine == EM_ARM ? ~1ull : ~0ull;

	return func_key(symtab, sym->section_idx, sym->value & mask);
}

static uint64_t add_saturating(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int name_rank(const struct elf_symbol *sym)
{
	int rank = sym->bind == STB_GLOBAL ? 2 : sym->bind == STB_WEAK;

	if (sym->name[0] != '_')
		rank += 8;
	else if (sym->name[1] != '_')
		rank += 4;
	return rank;
}

int elf_symbol_compare_names(const struct elf_symbol *a,
			     const struct elf_symbol *b)
{
	int a_rank = name_rank(a), b_rank = name_rank(b);

	if (a_rank != b_rank)
		return b_rank - a_rank;
	if (a->name_len != b->name_len)
		return compare_u64(a->name_len, b->name_len);
	return strcmp(a->name, b->name);
}

static int compare_funcs(const void *a_, const void *b_, void *symbols_)
{
	const struct elf_symtab_func *a = a_, *b = b_;
	const struct elf_symbol *symbols = symbols_;
	const struct elf_symbol *sa = &symbols[a->symbol];
	const struct elf_symbol *sb = &symbols[b->symbol];
	int names;

	if (a->start != b->start)
		return compare_u64(a->start, b->start);
	/*
	 * Of aliases, the last in this order is shown; labels are never shown
	 * if there is another name.
	 */
	if (sa->is_label != sb->is_label)
		return sb->is_label - sa->is_label;
	names = elf_symbol_compare_names(sb, sa);
	return names ? names : compare_u64(b->symbol, a->symbol);
}

/* Sorts functions (or objects) and computes the ends. */
static void finish_index(struct elf_symtab *symtab,
			 struct elf_symtab_func *funcs, size_t cnt)
{
	uint64_t max_end = 0;

	qsort_r(funcs, cnt, sizeof(*funcs), compare_funcs, symtab->symbols);
	for (size_t i = 0; i < cnt; i++) {
		struct elf_symtab_func *func = &funcs[i];
		uint64_t end = add_saturating(
			func->start, symtab->symbols[func->symbol].size_bytes);

		max_end = end > max_end ? end : max_end;
		func->max_end = max_end;
	}
}

static void add_function(struct elf_symtab *symtab, uint64_t start,
			 uint32_t symbol)
{
	symtab->funcs[symtab->func_cnt++] = (struct elf_symtab_func){
		.start = start, .symbol = symbol };
}

static void sort_functions(struct elf_symtab *symtab)
{
	symtab->funcs =
		xcalloc(symtab->symbol_cnt + 1, sizeof(symtab->funcs[0]));
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if (is_function(sym))
			add_function(symtab, func_start(symtab, sym), i);
	}
	finish_index(symtab, symtab->funcs, symtab->func_cnt);
}

static int compare_keys(const void *a, const void *b)
{
	return compare_u64(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Index of the first of the sorted @keys that is not below @key. */
static size_t key_at_or_above(const uint64_t *keys, size_t cnt, uint64_t key)
{
	size_t low = 0, high = cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (keys[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/*
 * Two kinds of functions can be an answer: those around a key, and, where
 * they have no size, the last one below it. below[i] is the last one that
 * begins between keys i - 1 and i.
 */
static void choose_functions(struct elf_symtab *symtab, const uint64_t *keys,
			     size_t cnt, struct elf_symtab_func *below)
{
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];
		struct elf_symtab_func func = { .symbol = (uint32_t)i };
		size_t at;

		if (!is_function(sym))
			continue;
		func.start = func_start(symtab, sym);
		at = key_at_or_above(keys, cnt, func.start);
		if (at == cnt)
			continue;
		if (add_saturating(func.start, sym->size_bytes) > keys[at])
			add_function(symtab, func.start, func.symbol);
		else if (!below[at].symbol ||
			 compare_funcs(&func, &below[at], symtab->symbols) > 0)
			below[at] = func;
	}
}

void elf_symtab_expect(struct elf_symtab *symtab,
		       const struct elf_symtab_place *places, size_t cnt)
{
	_cleanup_free_ uint64_t *keys = xcalloc(cnt + 1, sizeof(*keys));
	_cleanup_free_ struct elf_symtab_func *below =
		xcalloc(cnt + 1, sizeof(*below));

	if (symtab->funcs)
		return;
	for (size_t i = 0; i < cnt; i++)
		keys[i] = func_key(symtab, places[i].section_idx,
				   places[i].vaddr);
	qsort(keys, cnt, sizeof(*keys), compare_keys);
	symtab->funcs = xcalloc(symtab->symbol_cnt + cnt + 1,
				sizeof(symtab->funcs[0]));
	choose_functions(symtab, keys, cnt, below);
	for (size_t i = 0; i < cnt; i++)
		if (below[i].symbol)
			add_function(symtab, below[i].start, below[i].symbol);
	finish_index(symtab, symtab->funcs, symtab->func_cnt);
}

/* Number of functions that start at or below @key. */
static size_t count_below(const struct elf_symtab_func *funcs, size_t cnt,
			  uint64_t key)
{
	size_t low = 0, high = cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (funcs[mid].start <= key)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* A function without a size reaches to the next one of its section. */
static const struct elf_symbol *unsized_function(
	const struct elf_symtab *symtab, size_t below, uint32_t section_idx)
{
	const struct elf_symbol *sym;

	if (!below)
		return NULL;
	sym = &symtab->symbols[symtab->funcs[below - 1].symbol];
	return !sym->size_bytes && sym->section_idx == section_idx ? sym : NULL;
}

/* The last one of the first @below that is around @key, or NULL. */
static const struct elf_symbol *sized_around(
	const struct elf_symtab *symtab, const struct elf_symtab_func *funcs,
	size_t below, uint64_t key)
{
	for (size_t i = below; i && funcs[i - 1].max_end > key; i--) {
		const struct elf_symtab_func *func = &funcs[i - 1];
		const struct elf_symbol *sym = &symtab->symbols[func->symbol];

		if (add_saturating(func->start, sym->size_bytes) > key)
			return sym;
	}
	return NULL;
}

const struct elf_symbol *elf_symtab_function(struct elf_symtab *symtab,
					     uint32_t section_idx,
					     uint64_t vaddr)
{
	uint64_t key = func_key(symtab, section_idx, vaddr);
	const struct elf_symbol *sym;
	size_t below;

	if (!symtab->funcs)
		sort_functions(symtab);
	below = count_below(symtab->funcs, symtab->func_cnt, key);
	sym = sized_around(symtab, symtab->funcs, below, key);
	return sym ? sym : unsized_function(symtab, below, section_idx);
}

/* ---- variables by address ----------------------------------------------- */

static void sort_objects(struct elf_symtab *symtab)
{
	symtab->objects =
		xcalloc(symtab->symbol_cnt + 1, sizeof(symtab->objects[0]));
	for (size_t i = 0; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if (sym->type == STT_OBJECT && sym->name_len &&
		    sym->section_idx != SHN_UNDEF)
			symtab->objects[symtab->object_cnt++] =
				(struct elf_symtab_func){
					.start = sym->value,
					.symbol = (uint32_t)i,
				};
	}
	finish_index(symtab, symtab->objects, symtab->object_cnt);
}

const struct elf_symbol *elf_symtab_object(struct elf_symtab *symtab,
					   uint64_t vaddr)
{
	if (!symtab->objects)
		sort_objects(symtab);
	return sized_around(
		symtab, symtab->objects,
		count_below(symtab->objects, symtab->object_cnt, vaddr), vaddr);
}

/* ---- addresses by name -------------------------------------------------- */

/* Whether a symbol has a link-time address (an absolute number is none). */
static bool has_address(const struct elf_symbol *sym)
{
	switch (sym->type) {
	case STT_NOTYPE:
	case STT_OBJECT:
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_TLS:
		return sym->section_idx != SHN_UNDEF &&
			sym->section_idx < SHN_LORESERVE;
	}
	return false;
}

/* Chains the symbols that have an address by the hash of their name. */
static void index_names(struct elf_symtab *symtab)
{
	size_t bucket_cnt = 16;

	while (bucket_cnt < symtab->symbol_cnt)
		bucket_cnt *= 2;
	symtab->buckets = xcalloc(bucket_cnt, sizeof(uint32_t));
	symtab->next = xcalloc(symtab->symbol_cnt + 1, sizeof(uint32_t));
	symtab->bucket_mask = bucket_cnt - 1;
	/* Number 0 is never a symbol, so it ends a chain. */
	for (size_t i = 1; i < symtab->symbol_cnt; i++) {
		const struct elf_symbol *sym = &symtab->symbols[i];
		uint32_t *bucket;

		if (!sym->name_len || !has_address(sym))
			continue;
		bucket = &symtab->buckets[hash_bytes(sym->name, sym->name_len) &
					  symtab->bucket_mask];
		symtab->next[i] = *bucket;
		*bucket = i;
	}
}

/* The choice among symbols of one name. */
struct choice {
	const struct elf_symbol *best;
	bool is_ambiguous; /* another equally good symbol has another address */
};

/* Hidden variables of lld and mold can be meant by code of any source file. */
static bool is_static(const struct elf_symbol *sym)
{
	return sym->unit && sym->visibility == STV_DEFAULT;
}

/* How well a symbol fits code of @unit; 0: not at all. */
static int fit(const struct elf_symbol *sym, uint32_t unit)
{
	if (!unit)
		return 1;
	if (sym->unit == unit)
		return 3;
	return is_static(sym) ? 0 : 2;
}

static void consider(struct choice *choice, const struct elf_symbol *sym,
		     uint32_t unit)
{
	int old_fit = choice->best ? fit(choice->best, unit) : 0;
	int new_fit = fit(sym, unit);

	if (new_fit > old_fit)
		*choice = (struct choice){ .best = sym };
	else if (new_fit && new_fit == old_fit &&
		 sym->value != choice->best->value)
		choice->is_ambiguous = true;
}

int elf_symtab_resolve(struct elf_symtab *symtab, const char *name, size_t len,
		       uint32_t unit, uint64_t *vaddr_ret)
{
	struct choice choice = { 0 };
	uint32_t i;

	if (symtab->lacks_variables)
		return -ENOENT;
	if (!symtab->buckets)
		index_names(symtab);
	i = symtab->buckets[hash_bytes(name, len) & symtab->bucket_mask];
	for (; i; i = symtab->next[i]) {
		const struct elf_symbol *sym = &symtab->symbols[i];

		if (sym->name_len == len && !memcmp(sym->name, name, len))
			consider(&choice, sym, unit);
	}
	if (!choice.best)
		return -ENOENT;
	if (choice.is_ambiguous)
		return -ENOTUNIQ;
	if (choice.best->type == STT_TLS)
		return -ENOTSUP;
	*vaddr_ret = choice.best->value;
	return 0;
}
