// SPDX-License-Identifier: BSD-2-Clause
/*
 * print(): shows the bytes of an object, by its type, as a tree of members.
 *
 *	0xffff888003bc1500 = *
 *	                                            (struct point) {
 *	                                             .x = (int)1,
 *	                                             .to = (char [2]) [
 *	                                              (char)'a',
 *	                                             ],
 *	                                            }
 *
 * Members that are zero are omitted, except enumerations; so are the zeros at
 * the end of an array. Anything beyond printsize, or nested too deeply, is
 * shown as "...".
 */
#include "runtime/consume/text/print.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/printable.h"

enum {
	INDENT = 44,
	DEPTH_MAX = 10,
	ADDRESS_BYTES = 8,
};

/* An object in the recorded bytes. */
struct object {
	const uint8_t *bytes;
	uint64_t have_bytes; /* of it; may be less than its size */
	uint32_t bit_off, bit_cnt; /* a bit-field; bit_cnt 0: none */
};

static void put_object(const struct type *type, const struct object *obj,
		       unsigned int depth, struct strbuf *out);

static void begin_line(unsigned int depth, struct strbuf *out)
{
	strbuf_pad(out, ' ', INDENT + depth);
}

static bool is_whole(const struct type *type, const struct object *obj)
{
	uint64_t end = obj->bit_cnt ?
			       (obj->bit_off + obj->bit_cnt + 7) / 8 :
			       type_size_bytes(type);

	return end <= obj->have_bytes;
}

/* ----------------------------------------------------------------- numbers */

/* Reads up to 64 bits at any bit offset; the object was recorded that far. */
static uint64_t read_bits(const struct object *obj, uint32_t bit_cnt)
{
	uint64_t value = 0;

	for (uint32_t i = 0; i < bit_cnt; i++) {
		uint32_t bit = obj->bit_off + i;

		if (obj->bytes[bit / 8] >> (bit % 8) & 1)
			value |= UINT64_C(1) << i;
	}
	return value;
}

static uint64_t read_number(const struct type *type, const struct object *obj)
{
	uint32_t bits = obj->bit_cnt ? obj->bit_cnt :
				       (uint32_t)type_size_bytes(type) * 8;
	bool is_signed = obj->bit_cnt ? type_is_signed_field(type) :
					type_is_signed(type);
	uint64_t value;

	if (bits > 64)
		bits = 64;
	value = read_bits(obj, bits);
	if (is_signed && bits < 64 && value >> (bits - 1))
		value |= ~UINT64_C(0) << bits;
	return value;
}

static void put_enumerator(const struct type *type, uint64_t value,
			   struct strbuf *out)
{
	for (size_t i = 0; i < type->member_cnt; i++)
		if ((uint64_t)type->enumerators[i].value == value) {
			strbuf_puts(out, type->enumerators[i].name);
			return;
		}
	strbuf_printf(out, "%" PRId64, (int64_t)value);
}

static bool is_char(const struct type *type)
{
	return type->kind == TYPE_INT && type->name &&
	       strcmp(type->name, "char") == 0;
}

static void put_number(const struct type *type, const struct object *obj,
		       struct strbuf *out)
{
	uint64_t value = read_number(type, obj);

	if (type->kind == TYPE_POINTER)
		strbuf_printf(out, "0x%" PRIx64, value);
	else if (type->kind == TYPE_ENUM)
		put_enumerator(type, value, out);
	else if (is_char(type) && !obj->bit_cnt && value >= ' ' &&
		 value <= '~')
		strbuf_printf(out, "'%c'", (char)value);
	else if (type_is_signed(type))
		strbuf_printf(out, "%" PRId64, (int64_t)value);
	else
		strbuf_printf(out, "%" PRIu64, value);
}

static void put_int128(const struct object *obj, struct strbuf *out)
{
	uint64_t low, high;

	memcpy(&low, obj->bytes, sizeof(low));
	memcpy(&high, obj->bytes + sizeof(low), sizeof(high));
	if (high)
		strbuf_printf(out, "0x%" PRIx64 "%016" PRIx64, high, low);
	else
		strbuf_printf(out, "0x%" PRIx64, low);
}

static void put_float(const struct type *type, const struct object *obj,
		      struct strbuf *out)
{
	long double wide = 0;
	double number;
	float narrow;

	if (type->size_bytes == sizeof(narrow)) {
		memcpy(&narrow, obj->bytes, sizeof(narrow));
		wide = (long double)narrow;
	} else if (type->size_bytes == sizeof(number)) {
		memcpy(&number, obj->bytes, sizeof(number));
		wide = (long double)number;
	} else if (type->size_bytes == sizeof(wide)) {
		memcpy(&wide, obj->bytes, sizeof(wide));
	}
	strbuf_printf(out, "%Lg", wide);
}

/* -------------------------------------------------------- structs and arrays */

static bool is_zero(const struct type *type, const struct object *obj)
{
	if (obj->bit_cnt)
		return !read_bits(obj, obj->bit_cnt);
	for (uint64_t i = 0; i < type_size_bytes(type); i++)
		if (obj->bytes[i])
			return false;
	return true;
}

static struct object member_object(const struct object *obj,
				   const struct type_member *member)
{
	uint32_t off = member->offset_bits / 8;
	struct object part = {
		.bytes = obj->bytes + off,
		.have_bytes = off < obj->have_bytes ? obj->have_bytes - off : 0,
		.bit_off = member->offset_bits % 8,
		.bit_cnt = member->bitfield_bits,
	};

	return part;
}

static bool is_shown(const struct type *type, const struct object *obj)
{
	return type_resolve(type)->kind == TYPE_ENUM || !is_zero(type, obj);
}

static void put_members(const struct type *type, const struct object *obj,
			unsigned int depth, struct strbuf *out)
{
	bool is_cut = false;

	for (size_t i = 0; i < type->member_cnt; i++) {
		const struct type_member *member = &type->members[i];
		struct object part = member_object(obj, member);
		enum type_kind kind = type_resolve(member->type)->kind;
		bool is_tree = kind == TYPE_STRUCT || kind == TYPE_UNION ||
			       kind == TYPE_ARRAY;

		if (!type_size_bytes(member->type))
			continue;
		if (!is_whole(member->type, &part) &&
		    !(is_tree && part.have_bytes)) {
			is_cut = true;
			continue;
		}
		if (is_whole(member->type, &part) &&
		    !is_shown(member->type, &part))
			continue;
		begin_line(depth, out);
		if (member->name)
			strbuf_printf(out, ".%s = ", member->name);
		put_object(member->type, &part, depth, out);
		strbuf_puts(out, ",\n");
	}
	if (!is_cut)
		return;
	begin_line(depth, out);
	strbuf_puts(out, "...\n");
}

/*
 * Shows elements up to the last one that is not zero, and "..." for those that
 * were not recorded.
 */
static void put_elements(const struct type *type, const struct object *obj,
			 unsigned int depth, struct strbuf *out)
{
	uint64_t size_bytes = type_size_bytes(type->target);
	uint64_t have = size_bytes ? obj->have_bytes / size_bytes : 0;
	uint64_t cnt = have < type->elem_cnt ? have : type->elem_cnt, end = cnt;

	for (; end && cnt == type->elem_cnt; end--) {
		struct object last = {
			.bytes = obj->bytes + (end - 1) * size_bytes,
			.have_bytes = size_bytes,
		};

		if (!is_zero(type->target, &last))
			break;
	}
	for (uint64_t i = 0; i < end; i++) {
		struct object part = {
			.bytes = obj->bytes + i * size_bytes,
			.have_bytes = size_bytes,
		};

		begin_line(depth, out);
		put_object(type->target, &part, depth, out);
		strbuf_puts(out, ",\n");
	}
	if (cnt == type->elem_cnt)
		return;
	begin_line(depth, out);
	strbuf_puts(out, "...\n");
}

/* ------------------------------------------------------------------ objects */

/* "(struct point)", or "(struct)" if it has no tag. */
static void put_type(const struct type *type, struct strbuf *out)
{
	strbuf_putc(out, '(');
	if (type->kind == TYPE_STRUCT && !type->name)
		strbuf_puts(out, "struct");
	else if (type->kind == TYPE_UNION && !type->name)
		strbuf_puts(out, "union");
	else if (type->kind == TYPE_ENUM && !type->name)
		strbuf_puts(out, "enum");
	else
		type_print(type, out);
	strbuf_putc(out, ')');
}

static void put_tree(const struct type *type, const struct object *obj,
		     unsigned int depth, struct strbuf *out)
{
	bool is_array = type->kind == TYPE_ARRAY;

	if (depth >= DEPTH_MAX) {
		strbuf_puts(out, " ...");
		return;
	}
	strbuf_puts(out, is_array ? " [\n" : " {\n");
	if (is_array)
		put_elements(type, obj, depth + 1, out);
	else
		put_members(type, obj, depth + 1, out);
	begin_line(depth, out);
	strbuf_putc(out, is_array ? ']' : '}');
}

static void put_string(const struct type *type, const struct object *obj,
		       struct strbuf *out)
{
	const char *text = (const char *)obj->bytes;

	strbuf_putc(out, '"');
	printable_add(text, strnlen(text, type->size_bytes), PRINTABLE_SPACE,
		      out);
	strbuf_putc(out, '"');
}

static void put_object(const struct type *type, const struct object *obj,
		       unsigned int depth, struct strbuf *out)
{
	const struct type *bare = type_resolve(type);

	put_type(type, out);
	if (bare->kind == TYPE_STRUCT || bare->kind == TYPE_UNION ||
	    bare->kind == TYPE_ARRAY)
		put_tree(bare, obj, depth, out);
	else if (!is_whole(bare, obj))
		strbuf_puts(out, "...");
	else if (bare->kind == TYPE_STRING)
		put_string(bare, obj, out);
	else if (bare->is_int128)
		put_int128(obj, out);
	else if (bare->kind == TYPE_FLOAT)
		put_float(bare, obj, out);
	else
		put_number(bare, obj, out);
}

void print_datum(const struct rec_field *field, const uint8_t *data,
		 uint64_t max_bytes, struct strbuf *out)
{
	const uint8_t *bytes = data + field->offset_bytes;
	const struct type *type = field->type;
	struct object obj = {
		.bytes = bytes + ADDRESS_BYTES,
		.have_bytes = field->size_bytes - ADDRESS_BYTES,
	};
	uint64_t addr;

	if (obj.have_bytes > max_bytes)
		obj.have_bytes = max_bytes;
	if (type_resolve(type)->kind == TYPE_POINTER) {
		memcpy(&addr, bytes, sizeof(addr));
		strbuf_printf(out, "0x%" PRIx64 " = *\n", addr);
		type = type_resolve(type)->target;
	}
	begin_line(0, out);
	put_object(type, &obj, 0, out);
	strbuf_putc(out, '\n');
}
