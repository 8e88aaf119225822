// SPDX-License-Identifier: BSD-2-Clause
/*
 * A line of /proc/kallsyms is
 *
 *	ffffffff812076b0 t do_exit
 *	ffffffffc0201000 T nf_hook	[nf_tables]
 *
 * address, kind, name and, for symbols of a module, its name. Lines of the
 * kernel come first and mostly in order. Without CAP_SYSLOG, or if
 * kptr_restrict is 2, all addresses are zero.
 *
 * Functions (kinds t and w) are kept in a table sorted by address, with 16
 * bytes and the name for each. A function reaches to the next one, because
 * kallsyms has no sizes; _etext and similar symbols only mark the end of an
 * area. Of several names at one address the most public one is shown
 * (function_rank).
 *
 * The last function of a module reaches at most to the module's end. Where there
 * is no function, there may be one of a module that was loaded meanwhile: then
 * the file is read again, if /proc/modules has changed.
 *
 * A symbol is looked up by its name during compilation. A script names few, so
 * the first ones are found by reading the file up to their line. Providers whose
 * probes are functions ask for dozens; then all names, those of variables as
 * well, are read once and kept in a hash table.
 */
#include "runtime/symbol/kallsyms.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/system/clock.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/symbol/module_ranges.h"

/* How often modules of this kernel are looked for. */
#define MODULES_NS UINT64_C(1000000000)

enum {
	READ_BYTES = 64 << 10,
	NAME_MAX_BYTES = 1024,
	/* no function is longer than this */
	REACH_BYTES = 4 << 20,
	/* so many symbols are looked up by name without a table of all names */
	NAME_SCAN_MAX = 2,
};

/* A line; the texts end with NUL. */
struct line {
	uint64_t kaddr;
	char kind;
	const char *name;
	const char *module; /* NULL: the kernel itself */
};

struct function {
	uint64_t start_kaddr;
	uint32_t name_off;
	uint16_t module_idx;
	bool is_end; /* the end of an area, no function */
	uint8_t rank; /* function_rank() */
};

/* A line in the table of names. */
struct named {
	uint64_t kaddr;
	uint32_t name_off;
	uint32_t next; /* index + 1 of one further down with this hash; 0: none */
	uint16_t module_idx;
};

struct name_table {
	VEC(struct named) symbols; /* in the order of the file */
	struct strbuf names; /* those of kallsyms are lent to others */
	uint32_t *buckets; /* index + 1; NULL: the table was not made yet */
	uint32_t bucket_cnt; /* a power of two */
	bool sees_addresses; /* a line had one that is not zero */
};

struct kallsyms {
	char *path, *modules_path;
	bool is_loaded;
	bool hides_addresses;
	int err; /* of loading */
	VEC(struct function) functions; /* by address */
	struct strbuf names;
	VEC(struct strbuf) old_names; /* lent; owned */
	struct module_ranges ranges;
	uint64_t ranges_ns; /* when they were last seen to be current */
	uint64_t period_ns; /* they are not looked at earlier again */
	struct map modules; /* name -> nothing, by module_idx */
	VEC(uint64_t) module_kaddrs; /* by module_idx; once loaded */
	unsigned int name_scan_cnt;
	struct name_table by_name;
};

struct kallsyms *kallsyms_create(const char *path)
{
	struct kallsyms *syms = xcalloc(1, sizeof(*syms));

	syms->path = xstrdup(path ? path : "/proc/kallsyms");
	syms->modules_path =
		path ? xasprintf("%s.modules", path) : xstrdup("/proc/modules");
	syms->period_ns = path ? 0 : MODULES_NS;
	map_put_str(&syms->modules, "vmlinux");
	return syms;
}

void kallsyms_destroy(struct kallsyms *syms)
{
	if (!syms)
		return;
	vec_deinit(&syms->functions);
	strbuf_deinit(&syms->names);
	for (size_t i = 0; i < syms->old_names.cnt; i++)
		strbuf_deinit(&syms->old_names.v[i]);
	vec_deinit(&syms->old_names);
	module_ranges_deinit(&syms->ranges);
	free(syms->modules_path);
	map_deinit(&syms->modules);
	vec_deinit(&syms->module_kaddrs);
	vec_deinit(&syms->by_name.symbols);
	strbuf_deinit(&syms->by_name.names);
	free(syms->by_name.buckets);
	free(syms->path);
	free(syms);
}

/* ----------------------------------------------------------------- reading */

/* Splits a line (ending in NUL) into its fields. */
static bool parse_line(char *text, struct line *ret)
{
	char *end, *p;

	ret->kaddr = strtoull(text, &end, 16);
	if (end == text || *end != ' ' || !end[1] || end[2] != ' ')
		return false;
	ret->kind = end[1];
	ret->name = end + 3;
	ret->module = NULL;
	p = strchr(end + 3, '\t');
	if (p) {
		*p++ = '\0';
		end = strchr(p, ']');
		if (*p != '[' || !end)
			return false;
		*end = '\0';
		ret->module = p + 1;
	}
	return *ret->name && strlen(ret->name) < NAME_MAX_BYTES;
}

/* Parses all complete lines in @text; returns their length in bytes. */
static size_t scan_lines(char *text, size_t len,
			 bool (*fn)(void *ctx, const struct line *line),
			 void *ctx, bool *stop)
{
	size_t pos = 0;
	char *newline;

	while (!*stop &&
	       (newline = memchr(text + pos, '\n', len - pos)) != NULL) {
		struct line line;

		*newline = '\0';
		if (parse_line(text + pos, &line))
			*stop = fn(ctx, &line);
		pos = (size_t)(newline - text) + 1;
	}
	return pos;
}

/* Calls @fn for each line until it returns true. Returns 0 or -errno. */
static int scan_file(const char *path,
		     bool (*fn)(void *ctx, const struct line *line), void *ctx)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ char *text = xmalloc(READ_BYTES);
	size_t len = 0;
	bool stop = false;

	if (fd < 0)
		return -errno;
	while (!stop) {
		ssize_t n = read(fd, text + len, READ_BYTES - len);
		size_t used;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		len += (size_t)n;
		used = scan_lines(text, len, fn, ctx, &stop);
		if (!used && len == READ_BYTES)
			return -EBADMSG;
		memmove(text, text + used, len - used);
		len -= used;
	}
	return 0;
}

/* --------------------------------------------------------------- functions */

static uint16_t module_index(struct kallsyms *syms, const char *module)
{
	/* the lines of a module stand together */
	for (size_t i = syms->modules.cnt; i--;)
		if (strcmp(syms->modules.entries[i].key, module) == 0)
			return (uint16_t)i;
	if (syms->modules.cnt == UINT16_MAX)
		return UINT16_MAX - 1;
	map_put_str(&syms->modules, module);
	return (uint16_t)(syms->modules.cnt - 1);
}

/* Of two names of one address, the one with the higher rank is shown. */
static uint8_t function_rank(const struct line *line)
{
	bool is_global = isupper((unsigned char)line->kind);
	size_t underscores = strspn(line->name, "_");

	return (uint8_t)(is_global * 8 +
			 (underscores < 3 ? 3 - underscores : 0));
}

static bool is_area_end(const char *name)
{
	static const char *const ends[] = { "_etext", "_einittext",
					    "__entry_text_end" };

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (strcmp(name, ends[i]) == 0)
			return true;
	return false;
}

/*
 * The nops before a function, which newer kernels name. They are never
 * executed, and as many as the functions: they would double the table. A
 * return address can be there, that of a call at the end of the function
 * before, to which it belongs.
 */
static bool is_padding(const char *name)
{
	static const char prefix[] = "__pfx_";

	return strncmp(name, prefix, sizeof(prefix) - 1) == 0;
}

static bool add_function(void *ctx, const struct line *line)
{
	struct kallsyms *syms = ctx;
	char kind = (char)tolower((unsigned char)line->kind);
	struct function *function;

	if ((kind != 't' && kind != 'w') || !line->kaddr ||
	    is_padding(line->name))
		return false;
	function = vec_add(&syms->functions);
	function->start_kaddr = line->kaddr;
	function->name_off = (uint32_t)syms->names.len;
	function->module_idx =
		line->module ? module_index(syms, line->module) : 0;
	function->is_end = is_area_end(line->name);
	function->rank = function->is_end ? 0 : function_rank(line);
	strbuf_add(&syms->names, line->name, strlen(line->name) + 1);
	return false;
}

/*
 * By address; for one address the best name is last, then the first in the
 * file.
 */
static int compare_functions(const void *a_, const void *b_)
{
	const struct function *a = a_, *b = b_;

	if (a->start_kaddr != b->start_kaddr)
		return a->start_kaddr < b->start_kaddr ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return a->name_off > b->name_off ? -1 : a->name_off < b->name_off;
}

static void find_module_starts(struct kallsyms *syms)
{
	syms->module_kaddrs.cnt = 0;
	while (syms->module_kaddrs.cnt < syms->modules.cnt)
		vec_push(&syms->module_kaddrs, 0);
	for (size_t i = 0; i < syms->functions.cnt; i++) {
		const struct function *function = &syms->functions.v[i];
		uint64_t *kaddr = &syms->module_kaddrs.v[function->module_idx];

		if (!*kaddr)
			*kaddr = function->start_kaddr;
	}
}

static void load(struct kallsyms *syms)
{
	syms->is_loaded = true;
	syms->ranges_ns = clock_ns(CLOCK_MONOTONIC);
	module_ranges_read(&syms->ranges, syms->modules_path);
	syms->err = scan_file(syms->path, add_function, syms);
	if (syms->err)
		return;
	syms->hides_addresses = !syms->functions.cnt;
	if (syms->hides_addresses)
		syms->err = -EPERM;
	else
		qsort(syms->functions.v, syms->functions.cnt,
		      sizeof(syms->functions.v[0]), compare_functions);
	find_module_starts(syms);
}

/* The last function that starts at or below @kaddr, or NULL. */
static const struct function *function_below(const struct kallsyms *syms,
					     uint64_t kaddr)
{
	size_t low = 0, high = syms->functions.cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (syms->functions.v[mid].start_kaddr <= kaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &syms->functions.v[low - 1] : NULL;
}

static const char *module_name(const struct kallsyms *syms,
			       const struct function *function)
{
	return syms->modules.entries[function->module_idx].key;
}

/* Can @kaddr be in @function, the last one that starts before it? */
static bool reaches(const struct kallsyms *syms,
		    const struct function *function, uint64_t kaddr)
{
	const struct module_range *range;

	if (function->is_end || kaddr - function->start_kaddr >= REACH_BYTES)
		return false;
	if (!function->module_idx) /* the kernel itself */
		return true;
	range = module_ranges_find(&syms->ranges, module_name(syms, function));
	return !range || function->start_kaddr >= range->end_kaddr ||
		function->start_kaddr < range->start_kaddr ||
		kaddr < range->end_kaddr;
}

static const struct function *function_at(const struct kallsyms *syms,
					  uint64_t kaddr)
{
	const struct function *function = function_below(syms, kaddr);

	return function && reaches(syms, function, kaddr) ? function : NULL;
}

/* Reads the file again if other modules are loaded. Returns whether it did. */
static bool load_again(struct kallsyms *syms)
{
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);

	if (now_ns - syms->ranges_ns < syms->period_ns)
		return false;
	syms->ranges_ns = now_ns;
	if (module_ranges_are_current(&syms->ranges, syms->modules_path))
		return false;
	vec_push(&syms->old_names, syms->names);
	syms->names = (struct strbuf){ 0 };
	syms->functions.cnt = 0;
	load(syms);
	return !syms->err;
}

int kallsyms_find(struct kallsyms *syms, uint64_t kaddr,
		  struct kallsyms_symbol *ret)
{
	const struct function *function;

	if (!syms->is_loaded)
		load(syms);
	if (syms->err)
		return syms->err;
	function = function_at(syms, kaddr);
	if (!function && kaddr >> 63 && load_again(syms))
		function = function_at(syms, kaddr);
	if (!function)
		return syms->err ? syms->err : -ENOENT;
	*ret = (struct kallsyms_symbol){
		.module = module_name(syms, function),
		.name = syms->names.text + function->name_off,
		.start_kaddr = function->start_kaddr,
		.off_bytes = kaddr - function->start_kaddr,
		.module_kaddr = syms->module_kaddrs.v[function->module_idx],
	};
	return 0;
}

int kallsyms_walk(struct kallsyms *syms,
		  void (*fn)(void *ctx, const struct kallsyms_symbol *symbol),
		  void *ctx)
{
	if (!syms->is_loaded)
		load(syms);
	if (syms->err)
		return syms->err;
	for (size_t i = 0; i < syms->functions.cnt; i++) {
		const struct function *function = &syms->functions.v[i];

		if (function->is_end)
			continue;
		fn(ctx,
		   &(struct kallsyms_symbol){
			   .module = module_name(syms, function),
			   .name = syms->names.text + function->name_off,
			   .start_kaddr = function->start_kaddr,
		   });
	}
	return 0;
}

/* ------------------------------------------------------------------- names */

struct name_search {
	struct kallsyms *syms;
	const char *module, *name;
	bool sees_addresses; /* a line had one that is not zero */
	bool is_found;
	uint16_t module_idx;
	uint64_t kaddr;
};

static bool match_name(void *ctx, const struct line *line)
{
	struct name_search *search = ctx;
	const char *module = line->module ? line->module : "vmlinux";

	if (line->kaddr)
		search->sees_addresses = true;
	if (strcmp(line->name, search->name) != 0 ||
	    (search->module && strcmp(module, search->module) != 0))
		return false;
	search->module_idx = module_index(search->syms, module);
	search->kaddr = line->kaddr;
	search->is_found = true;
	return true;
}

static bool add_name(void *ctx, const struct line *line)
{
	struct kallsyms *syms = ctx;
	struct named *symbol = vec_add(&syms->by_name.symbols);

	symbol->kaddr = line->kaddr;
	symbol->name_off = (uint32_t)syms->by_name.names.len;
	symbol->module_idx = line->module ? module_index(syms, line->module) : 0;
	strbuf_add(&syms->by_name.names, line->name, strlen(line->name) + 1);
	if (line->kaddr)
		syms->by_name.sees_addresses = true;
	return false;
}

static uint32_t *name_bucket(const struct name_table *table, const char *name)
{
	return &table->buckets[hash_text(name) & (table->bucket_cnt - 1)];
}

static int load_names(struct kallsyms *syms)
{
	struct name_table *table = &syms->by_name;
	int err = scan_file(syms->path, add_name, syms);

	if (err) {
		table->symbols.cnt = 0;
		table->names.len = 0;
		return err;
	}
	table->bucket_cnt = 1;
	while (table->bucket_cnt < table->symbols.cnt)
		table->bucket_cnt *= 2;
	table->buckets = xcalloc(table->bucket_cnt, sizeof(*table->buckets));
	/* from the end, so that each list is in the order of the file */
	for (size_t i = table->symbols.cnt; i--;) {
		struct named *symbol = &table->symbols.v[i];
		uint32_t *bucket =
			name_bucket(table, table->names.text + symbol->name_off);

		symbol->next = *bucket;
		*bucket = (uint32_t)i + 1;
	}
	return 0;
}

static int find_in_names(struct name_search *search)
{
	struct kallsyms *syms = search->syms;
	const struct name_table *table = &syms->by_name;
	int err = table->buckets ? 0 : load_names(syms);
	const struct named *symbol;

	if (err)
		return err;
	search->sees_addresses = table->sees_addresses;
	for (uint32_t at = *name_bucket(table, search->name); at;
	     at = symbol->next) {
		symbol = &table->symbols.v[at - 1];
		if (strcmp(table->names.text + symbol->name_off,
			   search->name) != 0 ||
		    (search->module &&
		     strcmp(syms->modules.entries[symbol->module_idx].key,
			    search->module) != 0))
			continue;
		search->module_idx = symbol->module_idx;
		search->kaddr = symbol->kaddr;
		search->is_found = true;
		break;
	}
	return 0;
}

int kallsyms_find_name(struct kallsyms *syms, const char *module,
		       const char *name, struct kallsyms_symbol *ret)
{
	struct name_search search = {
		.syms = syms,
		.module = module,
		.name = name,
	};
	int err = syms->name_scan_cnt++ < NAME_SCAN_MAX ?
			  scan_file(syms->path, match_name, &search) :
			  find_in_names(&search);

	if (!err && !search.is_found)
		return -ENOENT;
	/* a per-CPU variable may be at 0, but then others are not */
	if (!err && !search.sees_addresses) {
		syms->hides_addresses = true;
		err = -EPERM;
	}
	if (err) {
		syms->err = err;
		return err;
	}
	*ret = (struct kallsyms_symbol){
		.module = syms->modules.entries[search.module_idx].key,
		.name = name,
		.start_kaddr = search.kaddr,
	};
	return 0;
}

const char *kallsyms_problem(const struct kallsyms *syms)
{
	if (syms->hides_addresses)
		return "the kernel hides the addresses of its symbols: "
		       "CAP_SYSLOG is missing, or kernel.kptr_restrict is 2";
	if (syms->err)
		return "symbols of the kernel can't be read from "
		       "/proc/kallsyms";
	return NULL;
}
