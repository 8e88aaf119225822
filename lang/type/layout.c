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

/* How one member is placed; all in bits. */
struct member_rule {
	uint64_t align;	     /* where it begins; 1 if that is any bit */
	uint64_t unit;	     /* BIT-FIELD: of its type; 0: it may cross any */
	uint64_t type_align; /* the least alignment of the whole */
};

/* A bit-field without name and with width 0 is given as width UINT32_MAX. */
static bool is_zero_width(const struct type_member *member)
{
	return member->bitfield_bits == UINT32_MAX;
}

static uint64_t at_most(uint64_t align, uint64_t limit)
{
	return limit && align > limit ? limit : align;
}

static struct member_rule member_rule(const struct type_member *member,
				      const struct layout_attrs *attrs,
				      bool is_packed, uint64_t pack_bits)
{
	uint64_t own = type_align_bytes(member->type) * UINT64_C(8);
	uint64_t wanted = attrs->align_bytes * UINT64_C(8);
	bool is_field = member->bitfield_bits;
	struct member_rule rule = { .align = is_field ? 1 : 8 };

	is_packed |= attrs->is_packed;
	if (is_zero_width(member))
		rule.align = own; /* never packed */
	else if (!is_packed && !is_field)
		rule.align = own;
	if (!is_zero_width(member)) {
		rule.align = wanted > rule.align ? wanted : rule.align;
		rule.align = at_most(rule.align, pack_bits);
	}
	if (is_field && !is_zero_width(member) && !is_packed && !pack_bits)
		rule.unit = own;
	if (is_field && !member->name && !MACHINE_UNNAMED_ALIGN)
		return rule;
	rule.type_align = rule.align;
	/* #pragma pack(N) makes compilers forget that a bit-field is packed */
	if (is_field && (!is_packed || pack_bits) &&
	    at_most(own, pack_bits) > rule.align)
		rule.type_align = at_most(own, pack_bits);
	return rule;
}

/* The bit offset of @member when the previous one ends at @end. */
static uint64_t member_place(const struct type_member *member,
			     const struct member_rule *rule, uint64_t end)
{
	uint64_t begin = align_up(end, rule->align), unit = rule->unit;

	/* as many units as the type has, usually one */
	if (unit && (begin % unit + member->bitfield_bits + unit - 1) / unit >
			    type_size_bytes(member->type) * 8 / unit)
		return align_up(begin, unit);
	return begin;
}

static uint64_t member_bits(const struct type_member *member)
{
	if (is_zero_width(member))
		return 0;
	return member->bitfield_bits ? member->bitfield_bits :
				       type_size_bytes(member->type) * 8;
}

static int place_members(struct type *type, struct type_member *members,
			 size_t member_cnt, const struct type_layout *layout)
{
	static const struct layout_attrs none;
	uint64_t end = 0, size = 0, align = 8;

	if (layout->attrs.align_bytes)
		align = layout->attrs.align_bytes * UINT64_C(8);
	for (size_t i = 0; i < member_cnt; i++) {
		struct type_member *member = &members[i];
		struct member_rule rule = member_rule(
			member, layout->members ? &layout->members[i] : &none,
			layout->attrs.is_packed, layout->pack_bytes * 8);
		uint64_t begin = member_place(
			member, &rule, type->kind == TYPE_UNION ? 0 : end);

		end = begin + member_bits(member);
		if (is_zero_width(member))
			member->bitfield_bits = 0;
		if (end > STRUCT_BITS_MAX ||
		    type_size_bytes(member->type) > STRUCT_BITS_MAX / 8)
			return -E2BIG;
		if (member->bitfield_bits &&
		    !type_field_fits_word(begin, end - begin))
			return -ENOTSUP;
		member->offset_bits = (uint32_t)begin;
		if (rule.type_align > align)
			align = rule.type_align;
		if (end > size)
			size = end;
	}
	type->align_bytes = (uint32_t)(align / 8);
	type->size_bytes = align_up((size + 7) / 8, align / 8);
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
		     struct type_member *members, size_t member_cnt,
		     const struct type_layout *layout)
{
	static const struct type_layout plain;
	size_t kept_cnt = 0;
	int err = place_members(type, members, member_cnt,
				layout ? layout : &plain);

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

void type_set_unknown(struct type_table *table, struct type *type)
{
	type->members = NULL;
	type->enumerators = NULL;
	type->member_cnt = 0;
	type->size_bytes = 0;
	type->align_bytes = 1;
	type->is_incomplete = true;
	type->has_other_layout = true;
	update_qualified(table, type);
}

/* The bytes that hold all enumerators. */
static uint64_t enum_bytes(const struct type *type, bool *is_signed_ret)
{
	int64_t least = 0, most = 0;

	for (size_t i = 0; i < type->member_cnt; i++) {
		int64_t value = type->enumerators[i].value;

		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	*is_signed_ret = least < 0;
	if (least < 0)
		return least >= INT8_MIN && most <= INT8_MAX   ? 1 :
		       least >= INT16_MIN && most <= INT16_MAX ? 2 :
		       least >= INT32_MIN && most <= INT32_MAX ? 4 : 8;
	return most <= UINT8_MAX  ? 1 :
	       most <= UINT16_MAX ? 2 :
	       most <= UINT32_MAX ? 4 : 8;
}

void type_set_enumerators(struct type_table *table, struct type *type,
			  const struct type_enumerator *enumerators,
			  size_t enumerator_cnt)
{
	bool is_signed;

	type->enumerators = enumerators;
	type->member_cnt = enumerator_cnt;
	type->size_bytes = enum_bytes(type, &is_signed);
	if (type->size_bytes < 4)
		type->size_bytes = 4;
	type->align_bytes = (uint32_t)type->size_bytes;
	/* in D an int, with whatever enumerators that an int can hold */
	type->is_signed = is_signed || !type_exceeds_int(type);
	type->is_incomplete = false;
	update_qualified(table, type);
}

void type_pack_enum(struct type_table *table, struct type *type)
{
	type->size_bytes = enum_bytes(type, &type->is_signed);
	type->align_bytes = (uint32_t)type->size_bytes;
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
