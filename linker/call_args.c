// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: declared parameter types. Out: the operand string of a note, as the
 * compiler would have written it: the calling conventions of x86-64 (System V) and arm64
 * (AAPCS64) fix each argument's place.
 *
 *	probe x(int a, char *b, double c)	-4@%edi 8@%rsi 8f@%xmm0
 *						-4@x0 8@x1 8f@d0
 *
 * Integers and pointers take the next of 6 (8) general registers, floating
 * point the next of 8 vector registers, the rest 8 bytes of stack each. An
 * undeclared type is taken to be 8 bytes, unsigned.
 */
#include "linker/call_args.h"

#include <elf.h>

enum arg_class {
	ARG_GENERAL,
	ARG_VECTOR,
	ARG_BAD,
};

struct arg_shape {
	enum arg_class class;
	unsigned int size_bytes;
	bool is_signed;
};

/* Registers used up so far. */
struct arg_places {
	uint16_t e_machine;
	unsigned int general_cnt;
	unsigned int vector_cnt;
	unsigned int stack_off; /* of the next stack argument, bytes */
};

static struct arg_shape shape_of_int(const struct type *type)
{
	unsigned int size =
		type->size_bytes ? (unsigned int)type->size_bytes : 4;

	return (struct arg_shape){ size <= 8 ? ARG_GENERAL : ARG_BAD, size,
				   type->is_signed };
}

/* C compilers take unsigned int unless an enumerator is below 0. */
static struct arg_shape shape_of_enum(const struct type *type)
{
	struct arg_shape shape = shape_of_int(type);

	shape.is_signed = false;
	for (size_t i = 0; i < type->member_cnt; i++)
		shape.is_signed |= type->enumerators[i].value < 0;
	return shape;
}

static struct arg_shape shape_of(const struct type *declared)
{
	const struct type *type = type_resolve(declared);

	switch (type->kind) {
	case TYPE_INT:
		return shape_of_int(type);
	case TYPE_ENUM:
		return shape_of_enum(type);
	case TYPE_FLOAT:
		return (struct arg_shape){ type->size_bytes <= 8 ? ARG_VECTOR :
								   ARG_BAD,
					   (unsigned int)type->size_bytes,
					   false };
	case TYPE_STRING:
	case TYPE_POINTER:
	case TYPE_ARRAY:
	case TYPE_FUNCTION:
	case TYPE_UNKNOWN:
		return (struct arg_shape){ ARG_GENERAL, 8, false };
	case TYPE_VOID:
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_TYPEDEF:
	case TYPE_SYMADDR:
	case TYPE_USYMADDR:
	case TYPE_STACK:
	case TYPE_DYN:
		break;
	}
	return (struct arg_shape){ .class = ARG_BAD };
}

static void put_general(struct arg_places *places, unsigned int size,
			struct strbuf *sb)
{
	static const char *const x86[6][4] = {
		{ "%dil", "%di", "%edi", "%rdi" },
		{ "%sil", "%si", "%esi", "%rsi" },
		{ "%dl", "%dx", "%edx", "%rdx" },
		{ "%cl", "%cx", "%ecx", "%rcx" },
		{ "%r8b", "%r8w", "%r8d", "%r8" },
		{ "%r9b", "%r9w", "%r9d", "%r9" },
	};
	unsigned int width = size == 8 ? 3 : size == 4 ? 2 : size == 2 ? 1 : 0;

	if (places->e_machine == EM_X86_64)
		strbuf_puts(sb, x86[places->general_cnt][width]);
	else
		strbuf_printf(sb, "x%u", places->general_cnt);
	places->general_cnt++;
}

static void put_vector(struct arg_places *places, unsigned int size,
		       struct strbuf *sb)
{
	if (places->e_machine == EM_X86_64)
		strbuf_printf(sb, "%%xmm%u", places->vector_cnt);
	else
		strbuf_printf(sb, "%c%u", size == 4 ? 's' : 'd',
			      places->vector_cnt);
	places->vector_cnt++;
}

static void put_stack(struct arg_places *places, struct strbuf *sb)
{
	if (places->e_machine == EM_X86_64)
		strbuf_printf(sb, "%.0u(%%rsp)", places->stack_off);
	else if (places->stack_off)
		strbuf_printf(sb, "[sp, %u]", places->stack_off);
	else
		strbuf_puts(sb, "[sp]");
	places->stack_off += 8;
}

static void put_operand(struct arg_places *places, struct arg_shape shape,
			struct strbuf *sb)
{
	unsigned int general_max = places->e_machine == EM_X86_64 ? 6 : 8;

	strbuf_printf(sb, "%s%u%s@", shape.is_signed ? "-" : "",
		      shape.size_bytes, shape.class == ARG_VECTOR ? "f" : "");
	if (shape.class == ARG_GENERAL && places->general_cnt < general_max)
		put_general(places, shape.size_bytes, sb);
	else if (shape.class == ARG_VECTOR && places->vector_cnt < 8)
		put_vector(places, shape.size_bytes, sb);
	else
		put_stack(places, sb);
}

const char *link_call_args(uint16_t e_machine, const struct probe_decl *probe,
			   unsigned int stack_bytes, struct strbuf *sb,
			   const struct probe_param **bad_ret)
{
	struct arg_places places = { .e_machine = e_machine,
				     .stack_off = stack_bytes };

	for (const struct probe_param *p = probe->native; p; p = p->next) {
		struct arg_shape shape = shape_of(p->type);

		if (shape.class == ARG_BAD) {
			*bad_ret = p;
			return "is passed in more than one register or not in any";
		}
		strbuf_puts(sb, p == probe->native ? "" : " ");
		put_operand(&places, shape, sb);
	}
	return NULL;
}
