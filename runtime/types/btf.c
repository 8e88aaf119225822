// SPDX-License-Identifier: BSD-2-Clause
/*
 * The kernel's types by name. /sys/kernel/btf has a file for the kernel
 * (vmlinux) and one, split from it, for each module. A name without a module
 * is looked for in vmlinux and, only when it is not there, in the modules in
 * order of their names.
 *
 * The cost of a lookup: the first name opens vmlinux (0.1 ms where it can be mapped)
 * and walks to the name (up to 0.8 ms); see btf_reader.c.
 */
#include "runtime/types/btf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/types/btf_reader.h"
#include "runtime/types/btf_type.h"

static const char vmlinux[] = "vmlinux";

/* A BTF file; opened when it is needed. */
struct btf_file {
	char *name;
	bool is_tried;
	int err;
	struct btf_blob blob;
	struct btf_types types;
};

struct btf_source {
	struct type_source ops; /* first */
	char *dir;
	struct kallsyms *kallsyms;
	bool is_listed;
	VEC(struct btf_file *) files; /* [0] is vmlinux */
};

/* ------------------------------------------------------------------- files */

static struct btf_file *add_file(struct btf_source *source, const char *name)
{
	struct btf_file *file = xcalloc(1, sizeof(*file));

	file->name = xstrdup(name);
	vec_push(&source->files, file);
	return file;
}

static int open_file(struct btf_source *source, struct btf_file *file)
{
	struct btf_file *base = source->files.v[0];
	bool is_base = file == base;
	_cleanup_free_ char *path = NULL;

	if (file->is_tried)
		return file->err;
	file->is_tried = true;
	file->err = is_base ? 0 : open_file(source, base);
	if (file->err)
		return file->err;
	path = xasprintf("%s/%s", source->dir, file->name);
	file->err =
		btf_blob_open(&file->blob, path, is_base ? NULL : &base->blob);
	if (!file->err)
		btf_types_init(&file->types, &file->blob,
			       is_base ? NULL : &base->types);
	return file->err;
}

static int compare_files(const void *a, const void *b)
{
	const struct btf_file *const *file_a = a, *const *file_b = b;

	return strcmp((*file_a)->name, (*file_b)->name);
}

/* Adds all modules that have BTF. */
static void list_files(struct btf_source *source)
{
	DIR *dir = opendir(source->dir);
	struct dirent *entry;

	source->is_listed = true;
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' &&
		    strcmp(entry->d_name, vmlinux) != 0)
			add_file(source, entry->d_name);
	closedir(dir);
	qsort(source->files.v + 1, source->files.cnt - 1,
	      sizeof(source->files.v[0]), compare_files);
}

/* Opens file @i; NULL: it can't be opened. -ENOENT: there are no more files. */
static int file_at(struct btf_source *source, size_t i,
		   struct btf_file **ret)
{
	if (i == source->files.cnt && !source->is_listed)
		list_files(source);
	if (i == source->files.cnt)
		return -ENOENT;
	*ret = open_file(source, source->files.v[i]) ? NULL :
						       source->files.v[i];
	return 0;
}

static int find_enumerator(struct type_source *ops, struct type_table *table,
			   const char *name, const struct type **type_ret,
			   int64_t *value_ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct btf_record record;
	struct btf_file *file;

	for (size_t i = 0; !file_at(source, i, &file); i++) {
		const struct type *type;

		if (!file || btf_blob_find_enumerator(&file->blob, name,
						      &record))
			continue;
		*type_ret = btf_types_get(&file->types, table, record.id);
		type = type_resolve(*type_ret);
		for (size_t e = 0; e < type->member_cnt; e++)
			if (strcmp(type->enumerators[e].name, name) == 0) {
				*value_ret = type->enumerators[e].value;
				return 0;
			}
	}
	return -ENOENT;
}

/*
 * Finds the record of @name in @module (NULL: anywhere), and its file. Returns
 * 0, -ENOENT, or -errno: there is no BTF at all.
 */
static int find_record(struct btf_source *source, const char *module,
		       uint32_t kinds, const char *name,
		       struct btf_file **file_ret, struct btf_record *ret)
{
	int err = open_file(source, source->files.v[0]);

	if (err)
		return err;
	for (size_t i = 0; i < source->files.cnt || !source->is_listed; i++) {
		struct btf_file *file;

		if (i == source->files.cnt)
			list_files(source);
		if (i == source->files.cnt)
			break;
		file = source->files.v[i];
		if ((module && strcmp(module, file->name) != 0) ||
		    open_file(source, file) ||
		    btf_blob_find(&file->blob, kinds, name, ret))
			continue;
		*file_ret = file;
		return 0;
	}
	return -ENOENT;
}

/* ------------------------------------------------------------- the source */

static uint32_t kinds_of(enum type_kind kind)
{
	if (kind == TYPE_STRUCT)
		return 1u << BTF_KIND_STRUCT;
	if (kind == TYPE_UNION)
		return 1u << BTF_KIND_UNION;
	if (kind == TYPE_ENUM)
		return 1u << BTF_KIND_ENUM | 1u << BTF_KIND_ENUM64;
	return 1u << BTF_KIND_TYPEDEF | 1u << BTF_KIND_INT |
		1u << BTF_KIND_FLOAT;
}

static int find_type(struct type_source *ops, struct type_table *table,
		     const char *module, enum type_kind kind, const char *name,
		     const struct type **ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct btf_record record;
	struct btf_file *file;
	int err = find_record(source, module, kinds_of(kind), name, &file,
			      &record);

	if (!err)
		*ret = btf_types_get(&file->types, table, record.id);
	return err;
}

/*
 * The type of a symbol of the kernel: void if BTF lacks it (it has functions,
 * per-CPU variables, and other variables only on newer kernels).
 */
static const struct type *symbol_type(struct btf_source *source,
				      struct type_table *table,
				      const char *module, const char *name)
{
	struct btf_record record;
	struct btf_file *file;

	if (find_record(source, module,
			1u << BTF_KIND_VAR | 1u << BTF_KIND_FUNC, name, &file,
			&record))
		return type_base(table, BASE_VOID);
	return btf_types_get(&file->types, table, record.id);
}

static int find_symbol(struct type_source *ops, struct type_table *table,
		       const char *module, const char *name,
		       const struct type **type_ret, uint64_t *kaddr_ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct kallsyms_symbol symbol;
	int err;

	if (module && !*module)
		module = NULL;
	if (!source->kallsyms)
		return -ENOENT;
	err = kallsyms_find_name(source->kallsyms, module, name, &symbol);
	if (err == -ENOENT &&
	    kallsyms_find_name(source->kallsyms, NULL, "init_task", &symbol))
		return -ENODATA; /* every kernel has it */
	if (err)
		return err;
	*type_ret = symbol_type(source, table, symbol.module, name);
	*kaddr_ret = symbol.start_kaddr;
	return 0;
}

/* BTF lists every function that is called through a pointer. */
static int find_function_addr(struct type_source *ops, const char *name,
			      uint64_t *kaddr_ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct kallsyms_symbol symbol;
	struct btf_record record;
	struct btf_file *file;
	int err = find_record(source, vmlinux, 1u << BTF_KIND_FUNC, name, &file,
			      &record);

	if (err)
		return err;
	if (!source->kallsyms)
		return -ENOENT;
	err = kallsyms_find_name(source->kallsyms, vmlinux, name, &symbol);
	if (!err)
		*kaddr_ret = symbol.start_kaddr;
	return err;
}

struct type_source *btf_source_create(const char *dir,
				      struct kallsyms *kallsyms)
{
	struct btf_source *source = xcalloc(1, sizeof(*source));

	source->ops.find = find_type;
	source->ops.enumerator = find_enumerator;
	source->ops.symbol = find_symbol;
	source->ops.function_addr = find_function_addr;
	source->dir = xstrdup(dir ? dir : "/sys/kernel/btf");
	source->kallsyms = kallsyms;
	add_file(source, vmlinux);
	return &source->ops;
}

void btf_source_set_folder(struct type_source *ops, const char *dir)
{
	struct btf_source *source = (struct btf_source *)ops;

	free(source->dir);
	source->dir = xstrdup(dir);
}

void btf_source_destroy(struct type_source *ops)
{
	struct btf_source *source = (struct btf_source *)ops;

	if (!source)
		return;
	for (size_t i = 0; i < source->files.cnt; i++) {
		struct btf_file *file = source->files.v[i];

		btf_types_deinit(&file->types);
		btf_blob_deinit(&file->blob);
		free(file->name);
		free(file);
	}
	vec_deinit(&source->files);
	free(source->dir);
	free(source);
}

/* --------------------------------------------- functions and tracepoints */

int btf_func_find(struct type_source *ops, struct type_table *table,
		  const char *module, const char *name, struct btf_func *ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	const struct type *type;
	struct btf_record record;
	struct btf_file *file;
	int err = find_record(source, module, 1u << BTF_KIND_FUNC, name, &file,
			      &record);

	if (err)
		return err;
	type = btf_types_get(&file->types, table, record.id);
	if (type->kind != TYPE_FUNCTION)
		return -ENOENT;
	*ret = (struct btf_func){ file->name, record.id, type };
	return 0;
}

int btf_percpu_find(struct type_source *ops, struct type_table *table,
		    const char *name, uint32_t *id_ret,
		    const struct type **type_ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct btf_record record;
	struct btf_file *file;
	int err = find_record(source, vmlinux, 1u << BTF_KIND_VAR, name, &file,
			      &record);

	if (err)
		return err;
	*id_ret = record.id;
	*type_ret = btf_types_get(&file->types, table, record.id);
	return 0;
}

/* The function that a typedef points to, without its first parameter. */
static const struct type *without_data(struct type_table *table,
				       const struct type *type)
{
	type = type_resolve(type);
	if (type->kind != TYPE_POINTER)
		return NULL;
	type = type_resolve(type->target);
	if (type->kind != TYPE_FUNCTION || !type->param_cnt)
		return NULL;
	return type_function(table, type->target, type->params + 1,
			     type->param_cnt - 1, type->is_variadic);
}

static const char tracepoint_prefix[] = "btf_trace_";

struct tracepoints {
	void (*found)(void *arg, const char *name);
	void *arg;
};

static void typedef_found(void *arg, const char *name)
{
	const struct tracepoints *to = arg;
	const size_t len = sizeof(tracepoint_prefix) - 1;

	if (!strncmp(name, tracepoint_prefix, len))
		to->found(to->arg, name + len);
}

int btf_tracepoint_each(struct type_source *ops,
			void (*found)(void *arg, const char *name), void *arg)
{
	struct btf_source *source = (struct btf_source *)ops;
	struct tracepoints to = { found, arg };
	int err = open_file(source, source->files.v[0]);

	if (err)
		return err;
	if (!source->is_listed)
		list_files(source);
	for (size_t i = 0; i < source->files.cnt; i++)
		if (!open_file(source, source->files.v[i]))
			btf_blob_each(&source->files.v[i]->blob,
				      BTF_KIND_TYPEDEF, typedef_found, &to);
	return 0;
}

int btf_tracepoint_find(struct type_source *ops, struct type_table *table,
			const char *module, const char *name,
			struct btf_func *ret)
{
	struct btf_source *source = (struct btf_source *)ops;
	_cleanup_free_ char *typedef_name = xasprintf("%s%s", tracepoint_prefix, name);
	const struct type *type;
	struct btf_record record;
	struct btf_file *file;
	int err = find_record(source, module, 1u << BTF_KIND_TYPEDEF,
			      typedef_name, &file, &record);

	if (err)
		return err;
	type = without_data(table,
			    btf_types_get(&file->types, table, record.id));
	if (!type)
		return -ENOENT;
	*ret = (struct btf_func){ file->name, record.id, type };
	return 0;
}
