// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of types. In: base words, pointers to, arrays of ... Out: one
 * struct type per distinct type, so that pointers can be compared.
 *
 * Derived types are interned under a key made of the addresses of the types
 * that they are derived from ('P' target, 'A' element count, ...): it is short,
 * whatever the depth of the type. Structs, unions, enums and typedefs are found by name.
 * A struct may be completed after types were derived from it; its qualified
 * copies are brought up to date then (type_set_members).
 *
 * The text of types is in type_print.c, the layout of structs in layout.c.
 */
#include "lang/type/type.h"

#include <errno.h>
#include <string.h>

static const struct {
	const char *name;
	enum type_kind kind;
	uint8_t size_bytes, align_bytes;
	bool is_signed;
} base_types[BASE_CNT] = {
	[BASE_VOID] = { "void", TYPE_VOID, 0, 1, false },
	[BASE_BOOL] = { "_Bool", TYPE_INT, 1, 1, false },
	[BASE_CHAR] = { "char", TYPE_INT, 1, 1, true },
	[BASE_SCHAR] = { "signed char", TYPE_INT, 1, 1, true },
	[BASE_UCHAR] = { "unsigned char", TYPE_INT, 1, 1, false },
	[BASE_SHORT] = { "short", TYPE_INT, 2, 2, true },
	[BASE_USHORT] = { "unsigned short", TYPE_INT, 2, 2, false },
	[BASE_INT] = { "int", TYPE_INT, 4, 4, true },
	[BASE_UINT] = { "unsigned int", TYPE_INT, 4, 4, false },
	[BASE_LONG] = { "long", TYPE_INT, 8, 8, true },
	[BASE_ULONG] = { "unsigned long", TYPE_INT, 8, 8, false },
	[BASE_LLONG] = { "long long", TYPE_INT, 8, 8, true },
	[BASE_ULLONG] = { "unsigned long long", TYPE_INT, 8, 8, false },
	[BASE_FLOAT] = { "float", TYPE_FLOAT, 4, 4, true },
	[BASE_DOUBLE] = { "double", TYPE_FLOAT, 8, 8, true },
	[BASE_LDOUBLE] = { "long double", TYPE_FLOAT, 16, 16, true },
	[BASE_INT128] = { "__int128", TYPE_FLOAT, 16, 16, true },
	[BASE_UINT128] = { "unsigned __int128", TYPE_FLOAT, 16, 16, false },
	[BASE_STRING] = { "string", TYPE_STRING, 0, 1, false },
	[BASE_SYMADDR] = { "_symaddr", TYPE_SYMADDR, 8, 8, false },
	[BASE_USYMADDR] = { "_usymaddr", TYPE_USYMADDR, 16, 8, false },
	[BASE_STACK] = { "stack", TYPE_STACK, 0, 8, false },
	[BASE_USTACK] = { "ustack", TYPE_STACK, 0, 8, false },
	[BASE_DYN] = { "<DYN>", TYPE_DYN, 0, 1, false },
};

static const struct {
	const char *name;
	enum type_base base;
} builtin_typedefs[] = {
	{ "int8_t", BASE_SCHAR },	{ "int16_t", BASE_SHORT },
	{ "int32_t", BASE_INT },	{ "int64_t", BASE_LONG },
	{ "intptr_t", BASE_LONG },	{ "ssize_t", BASE_LONG },
	{ "uint8_t", BASE_UCHAR },	{ "uint16_t", BASE_USHORT },
	{ "uint32_t", BASE_UINT },	{ "uint64_t", BASE_ULONG },
	{ "uchar_t", BASE_UCHAR },	{ "ushort_t", BASE_USHORT },
	{ "uint_t", BASE_UINT },	{ "ulong_t", BASE_ULONG },
	{ "u_longlong_t", BASE_ULLONG }, { "ptrdiff_t", BASE_LONG },
	{ "uintptr_t", BASE_ULONG },	{ "size_t", BASE_ULONG },
	{ "id_t", BASE_INT },		{ "pid_t", BASE_INT },
	{ "uid_t", BASE_UINT },		{ "gid_t", BASE_UINT },
	{ "dev_t", BASE_UINT },		{ "processorid_t", BASE_INT },
	{ "walltimestamp_t", BASE_LONG },
	{ "bool", BASE_BOOL },
	/* of programs: the kernel's has 2 bytes */
#if defined __aarch64__
	{ "wchar_t", BASE_UINT },
#else
	{ "wchar_t", BASE_INT },
#endif
	{ "__int128_t", BASE_INT128 },	{ "__uint128_t", BASE_UINT128 },
	/* of other systems */
	{ "boolean_t", BASE_INT },	{ "hrtime_t", BASE_LLONG },
	{ "longlong_t", BASE_LLONG },	{ "offset_t", BASE_LLONG },
	{ "u_long", BASE_ULONG },	{ "u_int", BASE_UINT },
	{ "u_short", BASE_USHORT },	{ "u_char", BASE_UCHAR },
	{ "zoneid_t", BASE_INT },	{ "projid_t", BASE_INT },
	{ "taskid_t", BASE_INT },	{ "lwpid_t", BASE_INT },
	{ "major_t", BASE_UINT },	{ "minor_t", BASE_UINT },
	/* of programs */
	{ "in_port_t", BASE_USHORT },	{ "in_addr_t", BASE_UINT },
	{ "socklen_t", BASE_UINT },	{ "useconds_t", BASE_UINT },
	{ "off64_t", BASE_LONG },	{ "off_t", BASE_LONG },
	{ "loff_t", BASE_LLONG },	{ "ino_t", BASE_ULONG },
	{ "mode_t", BASE_UINT },	{ "key_t", BASE_INT },
	{ "time_t", BASE_LONG },	{ "suseconds_t", BASE_LONG },
	{ "clock_t", BASE_LONG },	{ "clockid_t", BASE_INT },
	{ "intmax_t", BASE_LONG },	{ "uintmax_t", BASE_ULONG },
};

static struct type *type_new(struct type_table *table, enum type_kind kind)
{
	struct type *type = arena_new(table->arena, struct type);

	type->kind = kind;
	type->bare = type;
	type->align_bytes = 1;
	return type;
}

void type_table_init(struct type_table *table, struct arena *arena,
		     struct type_source *source)
{
	uint32_t strsize_bytes = 256;

	*table = (struct type_table){
		.arena = arena,
		.source = source,
		.strsize_bytes = strsize_bytes,
	};
	for (size_t i = 0; i < BASE_CNT; i++) {
		struct type *type = type_new(table, base_types[i].kind);

		type->name = base_types[i].name;
		type->size_bytes = base_types[i].size_bytes;
		type->align_bytes = base_types[i].align_bytes;
		type->is_signed = base_types[i].is_signed;
		type->is_bool = i == BASE_BOOL;
		type->is_int128 = i == BASE_INT128 || i == BASE_UINT128;
		if (i == BASE_STRING)
			type->size_bytes = strsize_bytes;
		table->base[i] = type;
	}
	for (size_t i = 0;
	     i < sizeof(builtin_typedefs) / sizeof(builtin_typedefs[0]); i++) {
		struct type *type = (struct type *)type_add_typedef(
			table, builtin_typedefs[i].name,
			table->base[builtin_typedefs[i].base]);

		type->is_builtin = true;
		*map_put_str(&table->builtins, type->name) = type;
	}
}

void type_set_strsize(struct type_table *table, uint32_t strsize_bytes)
{
	table->strsize_bytes = strsize_bytes;
	((struct type *)table->base[BASE_STRING])->size_bytes = strsize_bytes;
}

static void scopes_deinit(struct map *scopes)
{
	for (size_t i = 0; i < scopes->cnt; i++) {
		struct type_scope *scope = scopes->entries[i].value;

		map_deinit(&scope->names);
		map_deinit(&scope->tags);
	}
	map_deinit(scopes);
}

void type_table_deinit(struct type_table *table)
{
	map_deinit(&table->interned);
	map_deinit(&table->names);
	map_deinit(&table->builtins);
	map_deinit(&table->tags);
	scopes_deinit(&table->scopes);
}

/* ----------------------------------------------------------- derived types */

struct derived_key {
	uintptr_t tag; /* 'P', 'A', 'Q' */
	const struct type *from;
	uint64_t number; /* element count, qualifiers */
};

static struct type **derived_slot(struct type_table *table, char tag,
				  const struct type *from, uint64_t number)
{
	struct derived_key key = { (uintptr_t)tag, from, number };

	return (struct type **)map_put(&table->interned, &key, sizeof(key));
}

const struct type *type_pointer(struct type_table *table,
				const struct type *target)
{
	struct type **slot = derived_slot(table, 'P', target, 0);

	if (!*slot) {
		*slot = type_new(table, TYPE_POINTER);
		(*slot)->target = target;
		(*slot)->size_bytes = (*slot)->align_bytes = 8;
	}
	return *slot;
}

const struct type *type_array(struct type_table *table,
			      const struct type *elem, uint64_t elem_cnt)
{
	struct type **slot = derived_slot(table, 'A', elem, elem_cnt);

	if (!*slot) {
		*slot = type_new(table, TYPE_ARRAY);
		(*slot)->target = elem;
		(*slot)->elem_cnt = elem_cnt;
		type_note_string(table, type_resolve(elem));
		(*slot)->size_bytes = type_size_bytes(elem) * elem_cnt;
		(*slot)->align_bytes = type_align_bytes(elem);
	}
	return *slot;
}

const struct type *type_qualified(struct type_table *table,
				  const struct type *type, unsigned int quals)
{
	struct type **slot;

	quals |= type->quals;
	if (quals == type->quals)
		return type;
	slot = derived_slot(table, 'Q', type->bare, quals);
	if (!*slot) {
		*slot = type_new(table, type->kind);
		**slot = *type->bare;
		(*slot)->quals = quals;
	}
	return *slot;
}

const struct type *type_function(struct type_table *table,
				 const struct type *result,
				 const struct type *const *params,
				 size_t param_cnt, bool is_variadic)
{
	struct strbuf key = { 0 };
	struct type **slot;

	strbuf_putc(&key, is_variadic ? 'V' : 'F');
	strbuf_add(&key, &result, sizeof(result));
	if (param_cnt)
		strbuf_add(&key, params, param_cnt * sizeof(params[0]));
	slot = (struct type **)map_put(&table->interned, key.text, key.len);
	strbuf_deinit(&key);
	if (!*slot) {
		const struct type **copy = arena_new_array(
			table->arena, const struct type *, param_cnt + 1);

		if (param_cnt)
			memcpy(copy, params, param_cnt * sizeof(params[0]));
		*slot = type_new(table, TYPE_FUNCTION);
		(*slot)->target = result;
		(*slot)->params = copy;
		(*slot)->param_cnt = param_cnt;
		(*slot)->is_variadic = is_variadic;
	}
	return *slot;
}

const struct type *type_unknown(struct type_table *table, const char *name)
{
	const char *key = arena_printf(table->arena, "unknown %s", name);
	struct type **slot =
		(struct type **)map_put_str(&table->interned, key);

	if (!*slot) {
		*slot = type_new(table, TYPE_UNKNOWN);
		(*slot)->name = arena_strdup(table->arena, name);
	}
	return *slot;
}

/* ------------------------------------------------------------- named types */

struct type *type_add_typedef(struct type_table *table, const char *name,
			      const struct type *target)
{
	struct type *type = type_new(table, TYPE_TYPEDEF);

	type->name = arena_strdup(table->arena, name);
	type->target = target;
	type->size_bytes = type_size_bytes(target);
	type->align_bytes = type_align_bytes(target);
	type->is_signed = type_is_signed(target);
	*map_put_str(&table->names, name) = type;
	return type;
}

static const char *kind_word(enum type_kind kind)
{
	return kind == TYPE_STRUCT ? "struct" :
	       kind == TYPE_UNION ? "union" : "enum";
}

/* The slot of "struct TAG" in the table of tags. */
static struct type **tag_slot(struct type_table *table, enum type_kind kind,
			      const char *tag)
{
	struct strbuf key = { 0 };
	struct type **slot;

	strbuf_printf(&key, "%s %s", kind_word(kind), tag);
	slot = (struct type **)map_put(&table->tags, key.text, key.len);
	strbuf_deinit(&key);
	return slot;
}

struct type *type_new_tagged(struct type_table *table, enum type_kind kind,
			     const char *tag)
{
	struct type **slot = tag ? tag_slot(table, kind, tag) : NULL;
	struct type *type = slot ? *slot : NULL;

	if (!type) {
		type = type_new(table, kind);
		type->name = tag ? arena_strdup(table->arena, tag) : NULL;
		type->is_incomplete = true;
		if (slot)
			*slot = type;
	}
	return type;
}

const struct type *type_tagged(struct type_table *table, enum type_kind kind,
			       const char *tag)
{
	const struct type *found;

	/* not kept: the program may still declare one of this name */
	if (tag && table->source && !*tag_slot(table, kind, tag) &&
	    table->source->find(table->source, table, NULL, kind, tag,
				&found) == 0)
		return found;
	return type_new_tagged(table, kind, tag);
}

const struct type *type_find_declared(const struct type_table *table,
				      const char *name)
{
	return map_get_str(&table->names, name);
}

const struct type *type_find_builtin(const struct type_table *table,
				     const char *name)
{
	return map_get_str(&table->builtins, name);
}

const struct type *type_find(struct type_table *table, const char *module,
			     const char *name)
{
	const struct type *type =
		module ? NULL : type_find_declared(table, name);

	if (!type && table->source &&
	    table->source->find(table->source, table, module, TYPE_TYPEDEF,
				name, &type) < 0)
		return NULL;
	return type;
}

const struct type_member *type_find_member(const struct type *type,
					   const char *name,
					   uint32_t *offset_bits_ret)
{
	type = type_resolve(type);
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
		return NULL;
	for (size_t i = 0; i < type->member_cnt; i++) {
		const struct type_member *member = &type->members[i];
		const struct type_member *inner;
		uint32_t inner_bits;

		if (member->name && strcmp(member->name, name) == 0) {
			*offset_bits_ret = member->offset_bits;
			return member;
		}
		inner = member->name ? NULL :
			type_find_member(member->type, name, &inner_bits);
		if (inner) {
			*offset_bits_ret = member->offset_bits + inner_bits;
			return inner;
		}
	}
	return NULL;
}

uint32_t type_member_off(struct type_table *table, const char *tag,
			 const char *name)
{
	uint32_t off_bits;

	if (!type_find_member(
		    type_resolve(type_tagged(table, TYPE_STRUCT, tag)), name,
		    &off_bits))
		return 0;
	return off_bits / 8;
}

/* -------------------------------------------------------------- questions */

static void complete(struct type *type)
{
	struct type_lazy *lazy = type->lazy;

	type->lazy = NULL; /* once, also when it comes back here */
	lazy->complete(lazy, type);
}

const struct type *type_resolve(const struct type *type)
{
	while (type->kind == TYPE_TYPEDEF)
		type = type->target;
	type = type->bare;
	if (type->lazy)
		complete((struct type *)type);
	return type;
}

uint64_t type_size_bytes(const struct type *type)
{
	return type_resolve(type)->size_bytes;
}

uint32_t type_align_bytes(const struct type *type)
{
	for (; type->kind == TYPE_TYPEDEF; type = type->target)
		if (type->attr_align_bytes)
			return type->attr_align_bytes;
	return type_resolve(type)->align_bytes;
}

bool type_is_integer(const struct type *type)
{
	type = type_resolve(type);
	return type->kind == TYPE_INT || type->kind == TYPE_ENUM;
}

bool type_is_scalar(const struct type *type)
{
	return type_is_integer(type) ||
	       type_resolve(type)->kind == TYPE_POINTER;
}

bool type_is_string(const struct type *type)
{
	return type_resolve(type)->kind == TYPE_STRING;
}

bool type_is_stringlike(const struct type *type)
{
	const struct type *elem;

	type = type_resolve(type);
	if (type->kind == TYPE_STRING)
		return true;
	if (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY)
		return false;
	elem = type_resolve(type->target);
	return elem->kind == TYPE_INT && elem->size_bytes == 1 &&
	       !elem->is_bool;
}

bool type_is_signed(const struct type *type)
{
	return type_is_integer(type) && type_resolve(type)->is_signed;
}

bool type_is_signed_field(const struct type *type)
{
	type = type_resolve(type);
	if (type->kind != TYPE_ENUM || !type->is_signed)
		return type_is_signed(type);
	for (size_t i = 0; i < type->member_cnt; i++)
		if (type->enumerators[i].value < 0)
			return true;
	return false;
}

bool type_exceeds_int(const struct type *type)
{
	type = type_resolve(type);
	for (size_t i = 0; i < type->member_cnt; i++)
		if (type->kind == TYPE_ENUM &&
		    type->enumerators[i].value > INT32_MAX)
			return true;
	return false;
}

bool type_is_aligned(const struct type *type)
{
	type = type_resolve(type);
	if (type->kind == TYPE_ARRAY)
		return type_is_aligned(type->target);
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
		return true;
	for (size_t i = 0; i < type->member_cnt; i++) {
		const struct type_member *member = &type->members[i];
		uint32_t align_bits =
			type_resolve(member->type)->align_bytes * 8;
		uint32_t size_bits =
			(uint32_t)type_size_bytes(member->type) * 8;

		if (!type_is_aligned(member->type))
			return false;
		if (member->bitfield_bits ?
		    member->offset_bits % size_bits + member->bitfield_bits >
			    size_bits :
		    align_bits && member->offset_bits % align_bits)
			return false;
	}
	return true;
}
