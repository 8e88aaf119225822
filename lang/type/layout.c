// SPDX-License-Identifier: BSD-2-Clause
/*
 * Places of the members of structs and unions, as C compilers choose them on
 * LP64 Linux (System V ABI): each member at the next multiple of its
 * alignment; a bit-field directly after the previous one unless it would
 * cross a boundary of its own type; `int : 0` ends the current unit. Types of
 * bit-fields without a name count for the alignment of the whole on arm64.
 */
#include <errno.h>

#include "lang/type/machine.h"
#include "lang/type/type.h"

/* Larger than anything a tracer copies, and safe in 32 bits of bit offset. */
static const uint64_t STRUCT_BITS_MAX = UINT64_C(1) << 31;

static uint64_t align_up(uint64_t offset, uint64_t align)
{
	return (offset + align - 1) / align * align;
}

/* The bit offset of @member when the previous one ends at @end. */
static uint64_t member_place(const struct type_member *member, bool is_zero,
			     uint64_t end)
{
	uint64_t align_bits = type_align_bytes(member->type) * UINT64_C(8);
	uint64_t size_bits = type_size_bytes(member->type) * 8;

	if (is_zero)
		return align_up(end, align_bits);
	if (!member->bitfield_bits)
		return align_up(end, align_bits);
	if (end % size_bits + member->bitfield_bits > size_bits)
		return align_up(end, align_bits);
	return end;
}

/* A bit-field without name and with width 0 is given as width UINT32_MAX. */
static int place_members(struct type *type, struct type_member *members,
			 size_t member_cnt)
{
	uint64_t end = 0, size = 0;
	uint32_t align = 1;

	for (size_t i = 0; i < member_cnt; i++) {
		struct type_member *member = &members[i];
		bool is_zero = member->bitfield_bits == UINT32_MAX;
		bool is_unnamed = member->bitfield_bits && !member->name;
		uint64_t begin = member_place(member, is_zero,
					      type->kind == TYPE_UNION ? 0 :
									 end);

		if (is_zero)
			member->bitfield_bits = 0;
		end = begin + (is_zero ? 0 :
			       member->bitfield_bits ? member->bitfield_bits :
			       type_size_bytes(member->type) * 8);
		if (end > STRUCT_BITS_MAX ||
		    type_size_bytes(member->type) > STRUCT_BITS_MAX / 8)
			return -E2BIG;
		member->offset_bits = (uint32_t)begin;
		if ((!is_unnamed || MACHINE_UNNAMED_ALIGN) &&
		    type_align_bytes(member->type) > align)
			align = type_align_bytes(member->type);
		if (end > size)
			size = end;
	}
	type->align_bytes = align;
	type->size_bytes = align_up((size + 7) / 8, align);
	return 0;
}

/* Updates the qualified copies of @type. */
static void update_qualified(struct type_table *table, const struct type *type)
{
	for (unsigned int quals = 1; quals <= (QUAL_CONST | QUAL_VOLATILE);
	     quals++) {
		struct type *copy =
			(struct type *)type_qualified(table, type, quals);

		*copy = *type;
		copy->quals = quals;
	}
}

int type_set_members(struct type_table *table, struct type *type,
		     struct type_member *members, size_t member_cnt)
{
	size_t kept_cnt = 0;
	int err = place_members(type, members, member_cnt);

	if (err)
		return err;
	for (size_t i = 0; i < member_cnt; i++)
		type_note_string(table, type_resolve(members[i].type));
	/* padding bit-fields have done their work */
	for (size_t i = 0; i < member_cnt; i++)
		if (members[i].name ||
		    type_resolve(members[i].type)->kind == TYPE_STRUCT ||
		    type_resolve(members[i].type)->kind == TYPE_UNION)
			members[kept_cnt++] = members[i];
	type->members = members;
	type->member_cnt = kept_cnt;
	type->is_incomplete = false;
	update_qualified(table, type);
	return 0;
}

void type_set_enumerators(struct type_table *table, struct type *type,
			  const struct type_enumerator *enumerators,
			  size_t enumerator_cnt)
{
	type->enumerators = enumerators;
	type->member_cnt = enumerator_cnt;
	type->size_bytes = type->align_bytes = 4;
	/* in D an int, with whatever enumerators */
	type->is_signed = true;
	type->is_incomplete = false;
	update_qualified(table, type);
}

void type_set_layout(struct type_table *table, struct type *type,
		     uint64_t size_bytes, uint32_t align_bytes)
{
	type->size_bytes = size_bytes;
	type->align_bytes = align_bytes;
	type->is_incomplete = false;
	update_qualified(table, type);
}
