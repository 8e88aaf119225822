// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts BTF records to types of lang/. Each record becomes one type,
 * together with the types that it refers to:
 *
 *	[7] PTR -> [6] CONST -> [5] STRUCT 'file'	const struct file *
 *
 * but a struct, union or enum at first has only its name and size. Its members
 * are made when type_resolve() needs them (struct type_lazy), so
 * curthread->mm->pgd costs three structs and not the 8,000 that can be reached
 * from task_struct. That also ends the recursion of types that contain pointers
 * to themselves.
 *
 * Offsets of members and sizes are taken from BTF, never computed: the kernel
 * has packed and over-aligned structs. BTF does not have alignments; the
 * largest alignment of a member is used if it fits the offsets.
 *
 * Damaged input: an id that is found again while its type is being made, one
 * that does not exist, or more than DEPTH_MAX steps give void.
 */
#include "runtime/types/btf_type.h"

#include <errno.h>
#include <string.h>

enum { DEPTH_MAX = 200 };

/* Stands in `made` while the type is being made. */
static const struct type in_progress;

/* The data needed to make members later; in the table's arena. */
struct btf_lazy {
	struct type_lazy lazy;
	struct btf_types *types;
	uint32_t id;
};

void btf_types_init(struct btf_types *types, struct btf_blob *blob,
		    struct btf_types *base)
{
	*types = (struct btf_types){ .blob = blob, .base = base };
}

void btf_types_deinit(struct btf_types *types)
{
	map_deinit(&types->made);
}

static const struct type *type_of(struct btf_types *types, uint32_t id)
{
	return btf_types_get(types, types->table, id);
}

static struct type *new_type(struct btf_types *types, enum type_kind kind,
			     const char *name)
{
	struct type *type = arena_new(types->table->arena, struct type);

	type->kind = kind;
	type->bare = type;
	type->name = *name ? arena_strdup(types->table->arena, name) : NULL;
	type->align_bytes = 1;
	return type;
}

/* ------------------------------------------------------------- plain types */

/* The integer types of C on LP64, which differ in more than size and sign. */
static const struct {
	const char *name;
	enum type_base base;
} named_ints[] = {
	{ "char", BASE_CHAR },
	{ "long long int", BASE_LLONG },
	{ "long long", BASE_LLONG },
	{ "long long unsigned int", BASE_ULLONG },
	{ "unsigned long long", BASE_ULLONG },
};

static enum type_base int_base(const struct btf_record *record)
{
	static const enum type_base bases[][2] = {
		[1] = { BASE_UCHAR, BASE_SCHAR },
		[2] = { BASE_USHORT, BASE_SHORT },
		[4] = { BASE_UINT, BASE_INT },
		[8] = { BASE_ULONG, BASE_LONG },
	};
	uint32_t encoding = BTF_INT_ENCODING(*(const uint32_t *)record->extra);
	uint32_t size = record->type_id;

	if (encoding & BTF_INT_BOOL && size == 1)
		return BASE_BOOL;
	for (size_t i = 0; i < sizeof(named_ints) / sizeof(named_ints[0]); i++)
		if (size == (i ? 8 : 1) &&
		    strcmp(record->name, named_ints[i].name) == 0)
			return named_ints[i].base;
	if (size == 16)
		return encoding & BTF_INT_SIGNED ? BASE_INT128 : BASE_UINT128;
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return BASE_CNT;
	return bases[size][!!(encoding & BTF_INT_SIGNED)];
}

/* Numbers of unusual sizes: data that can be stored but not computed with. */
static const struct type *opaque_type(struct btf_types *types,
				      const struct btf_record *record)
{
	struct type *type = new_type(types, TYPE_FLOAT, record->name);
	uint32_t size = record->type_id;

	if (size > 64 || (size & (size - 1)))
		return type_base(types->table, BASE_VOID);
	type->size_bytes = size;
	type->align_bytes = size ? size : 1;
	if (!type->name)
		type->name = "";
	return type;
}

static const struct type *number_type(struct btf_types *types,
				      const struct btf_record *record)
{
	enum type_base base = BASE_CNT;

	if (record->kind == BTF_KIND_INT)
		base = int_base(record);
	else if (record->type_id == 4)
		base = BASE_FLOAT;
	else if (record->type_id == 8)
		base = BASE_DOUBLE;
	else if (record->type_id == 16)
		base = BASE_LDOUBLE;
	return base == BASE_CNT ? opaque_type(types, record) :
				  type_base(types->table, base);
}

static const struct type *array_of(struct btf_types *types,
				   const struct btf_record *record)
{
	const struct btf_array *array = record->extra;
	const struct type *elem = type_of(types, array->type);

	if (type_size_bytes(elem) * (uint64_t)array->nelems > UINT32_MAX)
		return type_base(types->table, BASE_VOID);
	return type_array(types->table, elem, array->nelems);
}

static const struct type *typedef_of(struct btf_types *types,
				     const struct btf_record *record)
{
	const struct type *target = type_of(types, record->type_id);
	struct type *type = new_type(types, TYPE_TYPEDEF, record->name);

	if (!type->name)
		return target;
	type->target = target;
	/* like type_add_typedef(), but without looking at the target */
	type->size_bytes = target->size_bytes;
	type->align_bytes = target->align_bytes;
	type->is_signed = target->is_signed;
	return type;
}

/* A last parameter without name and type is `...`. */
static const struct type *function_of(struct btf_types *types,
				      const struct btf_record *record)
{
	const struct btf_param *params = record->extra;
	size_t cnt = record->vlen;
	bool is_variadic = cnt && !params[cnt - 1].type;
	const struct type *result = type_of(types, record->type_id);
	const struct type **list = arena_new_array(
		types->table->arena, const struct type *, cnt + 1);

	cnt -= is_variadic;
	for (size_t i = 0; i < cnt; i++)
		list[i] = type_of(types, params[i].type);
	return type_function(types->table, result, list, cnt, is_variadic);
}

/* ------------------------------------------- structs, unions, enums: at first */

static void complete(struct type_lazy *lazy, struct type *type);

static const struct type *pending_type(struct btf_types *types,
				       const struct btf_record *record,
				       enum type_kind kind)
{
	struct type *type = new_type(types, kind, record->name);
	struct btf_lazy *lazy = arena_new(types->table->arena, struct btf_lazy);

	*lazy = (struct btf_lazy){ { complete }, types, record->id };
	type->lazy = &lazy->lazy;
	type->size_bytes = record->type_id;
	type->is_signed = kind == TYPE_ENUM && record->kind_flag;
	return type;
}

/* Only declared; the definition, if there is one, has the same name. */
static const struct type *forward_of(struct btf_types *types,
				     const struct btf_record *record)
{
	uint32_t kind = record->kind_flag ? BTF_KIND_UNION : BTF_KIND_STRUCT;
	struct btf_record found;
	struct type *type;

	for (struct btf_types *at = types; at; at = at->base)
		if (btf_blob_find(at->blob, 1u << kind, record->name, &found) ==
		    0)
			return btf_types_get(at, types->table, found.id);
	type = new_type(types, record->kind_flag ? TYPE_UNION : TYPE_STRUCT,
			record->name);
	type->is_incomplete = true;
	return type;
}

/* -------------------------------------------- structs, unions, enums: members */

/*
 * Old encoders say "3 bits from bit 5 on" in the member's integer type, and
 * the member has the offset of that integer.
 */
static void old_bitfield(struct btf_types *types, uint32_t type_id,
			 struct type_member *member)
{
	struct btf_record record;
	uint32_t data;

	for (unsigned int i = 0; i < DEPTH_MAX; i++) {
		if (btf_blob_get(types->blob, type_id, &record))
			return;
		if (record.kind != BTF_KIND_TYPEDEF &&
		    record.kind != BTF_KIND_CONST &&
		    record.kind != BTF_KIND_VOLATILE)
			break;
		type_id = record.type_id;
	}
	if (record.kind != BTF_KIND_INT)
		return;
	data = *(const uint32_t *)record.extra;
	member->offset_bits += BTF_INT_OFFSET(data);
	if (BTF_INT_BITS(data) < (uint64_t)record.type_id * 8)
		member->bitfield_bits = BTF_INT_BITS(data);
}

static void member_of(struct btf_types *types, const struct btf_record *record,
		      const struct btf_member *from, struct type_member *ret)
{
	const char *name = btf_blob_name(types->blob, from->name_off);

	*ret = (struct type_member){
		.name = *name ? arena_strdup(types->table->arena, name) : NULL,
		.type = type_of(types, from->type),
		.offset_bits = from->offset,
	};
	if (record->kind_flag) {
		ret->offset_bits = BTF_MEMBER_BIT_OFFSET(from->offset);
		ret->bitfield_bits = BTF_MEMBER_BITFIELD_SIZE(from->offset);
	} else {
		old_bitfield(types, from->type, ret);
	}
}

/*
 * Whether the member is inside the struct, and its bits inside its type. An
 * incomplete type is the struct itself, whose members are being made.
 */
static bool member_fits(const struct type *type,
			const struct type_member *member)
{
	uint64_t bits = type_size_bytes(member->type) * 8;
	const struct type *elem = type_resolve(member->type);

	while (elem->kind == TYPE_ARRAY)
		elem = type_resolve(elem->target);
	if (elem->is_incomplete)
		return false;
	if (member->bitfield_bits) {
		if (member->bitfield_bits > bits ||
		    !type_is_integer(member->type) ||
		    !type_field_fits_word(member->offset_bits,
					  member->bitfield_bits))
			return false;
		bits = member->bitfield_bits;
	}
	return member->offset_bits + bits <= type->size_bytes * 8 &&
		(member->bitfield_bits || member->offset_bits % 8 == 0);
}

/* The alignment that fits the places of all members: 1 when it is packed. */
static uint32_t struct_align(const struct type *type)
{
	uint32_t align = 1;

	for (size_t i = 0; i < type->member_cnt; i++) {
		const struct type_member *member = &type->members[i];
		uint32_t wanted = type_align_bytes(member->type);

		if (!member->bitfield_bits &&
		    member->offset_bits % (wanted * 8))
			return 1;
		if (wanted > align)
			align = wanted;
	}
	return type->size_bytes % align ? 1 : align;
}

static void make_members(struct btf_types *types,
			 const struct btf_record *record, struct type *type)
{
	const struct btf_member *from = record->extra;
	struct type_member *members = arena_new_array(
		types->table->arena, struct type_member, record->vlen + 1);
	size_t cnt = 0;

	for (uint32_t i = 0; i < record->vlen; i++) {
		member_of(types, record, &from[i], &members[cnt]);
		cnt += member_fits(type, &members[cnt]);
	}
	type->members = members;
	type->member_cnt = cnt;
	type_set_layout(types->table, type, type->size_bytes,
			struct_align(type));
}

static void make_enumerators(struct btf_types *types,
			     const struct btf_record *record, struct type *type)
{
	const struct btf_enum *small = record->extra;
	const struct btf_enum64 *large = record->extra;
	struct type_enumerator *list = arena_new_array(
		types->table->arena, struct type_enumerator, record->vlen + 1);

	for (uint32_t i = 0; i < record->vlen; i++) {
		bool is_large = record->kind == BTF_KIND_ENUM64;
		uint32_t name_off =
			is_large ? large[i].name_off : small[i].name_off;

		list[i].name =
			arena_strdup(types->table->arena,
				     btf_blob_name(types->blob, name_off));
		list[i].value = is_large ?
			(int64_t)((uint64_t)large[i].val_hi32 << 32 |
				  large[i].val_lo32) :
			record->kind_flag ? small[i].val :
					    (int64_t)(uint32_t)small[i].val;
	}
	type->enumerators = list;
	type->member_cnt = record->vlen;
	type_set_layout(types->table, type, type->size_bytes,
			(uint32_t)type->size_bytes);
}

static void complete(struct type_lazy *lazy, struct type *type)
{
	struct btf_lazy *pending = (struct btf_lazy *)lazy;
	struct btf_types *types = pending->types;
	struct btf_record record;

	if (types->depth >= DEPTH_MAX ||
	    btf_blob_get(types->blob, pending->id, &record))
		return;
	types->depth++;
	type->is_incomplete = true; /* see member_fits() */
	if (type->kind == TYPE_ENUM)
		make_enumerators(types, &record, type);
	else
		make_members(types, &record, type);
	types->depth--;
}

/* --------------------------------------------------------------- all kinds */

/* An enum must have the size of an integer. */
static const struct type *enum_of(struct btf_types *types,
				  const struct btf_record *record)
{
	uint32_t size = record->type_id;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return type_base(types->table, BASE_VOID);
	return pending_type(types, record, TYPE_ENUM);
}

static const struct type *convert(struct btf_types *types,
				  const struct btf_record *record)
{
	switch (record->kind) {
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
		return number_type(types, record);
	case BTF_KIND_PTR:
		return type_pointer(types->table,
				    type_of(types, record->type_id));
	case BTF_KIND_ARRAY:
		return array_of(types, record);
	case BTF_KIND_STRUCT:
		return pending_type(types, record, TYPE_STRUCT);
	case BTF_KIND_UNION:
		return pending_type(types, record, TYPE_UNION);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return enum_of(types, record);
	case BTF_KIND_FWD:
		return forward_of(types, record);
	case BTF_KIND_TYPEDEF:
		return typedef_of(types, record);
	case BTF_KIND_CONST:
		return type_qualified(types->table,
				      type_of(types, record->type_id),
				      QUAL_CONST);
	case BTF_KIND_VOLATILE:
		return type_qualified(types->table,
				      type_of(types, record->type_id),
				      QUAL_VOLATILE);
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
	case BTF_KIND_FUNC:
	case BTF_KIND_VAR:
		return type_of(types, record->type_id);
	case BTF_KIND_FUNC_PROTO:
		return function_of(types, record);
	}
	return type_base(types->table, BASE_VOID); /* DATASEC, DECL_TAG */
}

const struct type *btf_types_get(struct btf_types *types,
				 struct type_table *table, uint32_t id)
{
	const struct type *type;
	struct btf_record record;
	void **slot;

	while (types->base && id < types->blob->first_id)
		types = types->base;
	types->table = table;
	slot = map_find(&types->made, &id, sizeof(id));
	if (slot)
		return *slot == &in_progress ? type_base(table, BASE_VOID) :
					       *slot;
	if (types->depth >= DEPTH_MAX || btf_blob_get(types->blob, id, &record))
		return type_base(table, BASE_VOID);
	*map_put(&types->made, &id, sizeof(id)) = (void *)&in_progress;
	types->depth++;
	type = convert(types, &record);
	types->depth--;
	*map_put(&types->made, &id, sizeof(id)) = (void *)type;
	return type;
}
