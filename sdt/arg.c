// SPDX-License-Identifier: BSD-2-Clause
/*
 * A note's operand string, e.g. of a site with three arguments:
 *
 *	"-4@%eax 8@16(%rsp,%rdx,8) 4f@$0"
 *
 * Arguments are separated by blanks; each is "[-]N[f]@OPERAND" with N the
 * size of the C value in bytes, '-' for signed, 'f' for floating point. The
 * size governs: "1@%eax" is the low byte, "8@%eax" all of %rax.
 *
 * Notes written by hand in assembler may have operands alone ("%rdi"). They
 * are signed, as wide as the register, or as an address for anything else.
 *
 * OPERAND is in assembler syntax, which sdt/operand_x86.c and sdt/operand_arm64.c
 * parse. Files of other machines can be listed: their arguments have size and
 * sign, but cannot be read. Nothing here fails: an operand that is not
 * understood makes that argument unavailable, not the probe.
 *
 * How to add a machine: a register table (sdt/regs.c), a parser beside
 * operand_x86.c, a case in parse_operand(), rows in tests/unit/test_sdt_arg.c.
 */
#include "sdt/arg.h"

#include <elf.h>
#include <string.h>

#include "sdt/operand_expr.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Whether the blank at @p is inside "DWORD PTR 8[rsi]", of Intel's syntax. */
static bool is_in_pointer(const char *start, const char *p)
{
	return p - start >= 4 &&
		(!memcmp(p - 4, " PTR", 4) ||
		 (!strncmp(p, " PTR ", 5) &&
		  (!memcmp(p - 4, "WORD", 4) || !memcmp(p - 4, "BYTE", 4))));
}

const char *sdt_arg_next(const char **text, size_t *len_ret)
{
	const char *start = *text;
	const char *p;
	int depth = 0;

	while (is_blank(*start))
		start++;
	for (p = start; *p && (depth > 0 || !is_blank(*p) ||
			       is_in_pointer(start, p)); p++) {
		if (*p == '(' || *p == '[')
			depth++;
		else if (*p == ')' || *p == ']')
			depth--;
	}
	*text = p;
	*len_ret = p - start;
	return p > start ? start : NULL;
}

/*
 * Parses "-4f@": moves past it and sets size, sign and class. Leaves the
 * scanner alone when there is none, as in "%rdi" or "foo@GOTPCREL(%rip)". A
 * size that is no byte count of ours is left as 255, which check_size()
 * refuses.
 */
static bool accept_size(struct operand *op, struct sdt_arg *arg)
{
	struct operand ahead = *op;
	bool is_signed = operand_accept(&ahead, '-');
	const char *digits = ahead.p;
	unsigned size_bytes = 0;
	bool is_float;

	while (operand_peek(&ahead) >= '0' && operand_peek(&ahead) <= '9') {
		if (size_bytes < 255)
			size_bytes = size_bytes * 10 + (*ahead.p - '0');
		ahead.p++;
	}
	if (ahead.p == digits)
		return false;
	is_float = operand_peek(&ahead) == 'f';
	if (is_float)
		ahead.p++;
	if (operand_peek(&ahead) != '@')
		return false;
	ahead.p++;
	arg->size_bytes = size_bytes > 255 ? 255 : size_bytes;
	arg->is_signed = is_signed;
	arg->is_float = is_float;
	*op = ahead;
	return true;
}

static const char *check_size(const struct sdt_arg *arg)
{
	switch (arg->size_bytes) {
	case 1:
	case 2:
		return arg->is_float ? "floating point of unknown size" : NULL;
	case 4:
	case 8:
		return NULL;
	}
	return "size is not 1, 2, 4 or 8 bytes";
}

static const char *parse_operand(struct operand *op, struct sdt_arg *arg)
{
	switch (op->env->machine) {
	case EM_X86_64:
	case EM_386:
		return operand_parse_x86(op, arg);
	case EM_AARCH64:
		return operand_parse_arm64(op, arg);
	}
	return "operands of this machine are not known";
}

/* Converts the constant to its C type, as the program sees it. */
static int64_t value_of_type(int64_t value, unsigned size_bytes, bool is_signed)
{
	unsigned unused_bits = 64 - 8 * size_bytes;
	uint64_t high = (uint64_t)value << unused_bits;

	return is_signed ? (int64_t)high >> unused_bits :
			   (int64_t)(high >> unused_bits);
}

static const char *parse_arg(struct operand *op, struct sdt_arg *arg)
{
	bool has_size = accept_size(op, arg);
	const char *why = has_size ? check_size(arg) : NULL;

	if (why)
		return why;
	if (!has_size)
		arg->is_signed = true;
	why = parse_operand(op, arg);
	if (why)
		return why;
	if (!operand_at_end(op))
		return "malformed operand";
	if (!arg->size_bytes)
		arg->size_bytes = op->env->machine == EM_386 ? 4 : 8;
	if (arg->kind == SDT_ARG_CONST && !arg->is_vaddr)
		arg->value = value_of_type(arg->value, arg->size_bytes,
					   arg->is_signed);
	return NULL;
}

void sdt_arg_parse(const struct sdt_arg_env *env, const char *text, size_t len,
		   struct sdt_arg *ret)
{
	struct operand op = { .p = text, .end = text + len, .env = env };
	struct sdt_arg arg = {
		.kind = SDT_ARG_NONE,
		.reg = SDT_REG_NONE,
		.index_reg = SDT_REG_NONE,
	};
	const char *why = parse_arg(&op, &arg);

	if (why)
		arg = (struct sdt_arg){
			.kind = SDT_ARG_NONE,
			.size_bytes = arg.size_bytes,
			.is_signed = arg.is_signed,
			.is_float = arg.is_float,
			.reg = SDT_REG_NONE,
			.index_reg = SDT_REG_NONE,
			.why = why,
		};
	*ret = arg;
}

uint8_t sdt_args_parse(const struct sdt_arg_env *env, const char *text,
		       struct arena *arena, struct sdt_arg ret[SDT_ARG_MAX])
{
	uint8_t cnt = 0;
	const char *arg;
	size_t len;

	while (cnt < SDT_ARG_MAX && (arg = sdt_arg_next(&text, &len))) {
		sdt_arg_parse(env, arg, len, &ret[cnt]);
		ret[cnt++].text = arena_strndup(arena, arg, len);
	}
	return cnt;
}

