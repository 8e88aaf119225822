// SPDX-License-Identifier: BSD-2-Clause
/*
 * A model of D's arithmetic that shares nothing with the compiler:
 *
 *	ranks fold SEED CNT	constant expressions: EXPRESSION|VALUE:TYPE
 *	ranks expr SEED CNT	with arg0..arg7: lines `args V0 ... V7`, and
 *				EXPRESSION|VALUE of those that follow
 *	ranks table SEED TURN	a D script; its output after a line `--`
 *
 * The rules: each operand of an operation on two integers is brought to the
 * type of the two that has the higher rank (its bits, and one more if it is
 * unsigned; the left one if they are equal), which is the type of the result.
 * Where both are constants and the type has 32 bits, a result that it can't
 * hold is a long or an unsigned long.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { ARG_CNT = 8, BATCH = 40, DEPTH_MAX = 4, TEXT_MAX = 4096 };

static const struct type {
	const char *name;
	int bits;
	bool is_unsigned, is_bool;
} types[] = {
	{ "char", 8, false, false },
	{ "signed char", 8, false, false },
	{ "unsigned char", 8, true, false },
	{ "short", 16, false, false },
	{ "unsigned short", 16, true, false },
	{ "int", 32, false, false },
	{ "unsigned int", 32, true, false },
	{ "long", 64, false, false },
	{ "unsigned long", 64, true, false },
	{ "long long", 64, false, false },
	{ "unsigned long long", 64, true, false },
	{ "_Bool", 8, true, true },
	/* from here on those of the table */
	{ "int8_t", 8, false, false },
	{ "uint8_t", 8, true, false },
	{ "int16_t", 16, false, false },
	{ "uint16_t", 16, true, false },
	{ "int32_t", 32, false, false },
	{ "uint32_t", 32, true, false },
	{ "int64_t", 64, false, false },
	{ "uint64_t", 64, true, false },
};

enum { TABLE_FIRST = 12, TABLE_CNT = 8 };

static const struct type *named(const char *name)
{
	for (size_t i = 0; i < LENGTH(types); i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	abort();
}

/* The value as it is in 64 bits, extended by its sign. */
struct value {
	uint64_t v;
	const struct type *type;
	bool is_const;
};

static uint64_t seed;

static uint32_t rnd(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

/* ------------------------------------------------------------------ the rules */

static uint64_t bring(uint64_t v, const struct type *type)
{
	if (type->is_bool)
		return v != 0;
	switch (type->bits) {
	case 8:
		return type->is_unsigned ? (uint8_t)v : (uint64_t)(int8_t)v;
	case 16:
		return type->is_unsigned ? (uint16_t)v : (uint64_t)(int16_t)v;
	case 32:
		return type->is_unsigned ? (uint32_t)v : (uint64_t)(int32_t)v;
	}
	return v;
}

static const struct type *in_operation(const struct type *type)
{
	return type->is_bool ? named("unsigned char") : type;
}

static const struct type *higher(struct value a, struct value b)
{
	const struct type *left = in_operation(a.type);
	const struct type *right = in_operation(b.type);

	return left->bits + left->is_unsigned < right->bits + right->is_unsigned ?
		       right : left;
}

/* The type of the result of an operation of @type. */
static struct value given(uint64_t v, const struct type *type, bool is_const)
{
	bool fits = true;

	if (is_const && type->bits == 32 && type->is_unsigned)
		fits = (int64_t)v >= -INT64_C(0x100000000) &&
		       (int64_t)v < INT64_C(0x100000000);
	else if (is_const && type->bits == 32)
		fits = (int64_t)v >= INT32_MIN && (int64_t)v <= INT32_MAX;
	if (!fits)
		type = named(type->is_unsigned ? "unsigned long" : "long");
	return (struct value){ bring(v, type), type, is_const };
}

static uint64_t magnitude(uint64_t v)
{
	return (int64_t)v < 0 ? 0 - v : v;
}

static uint64_t divide(uint64_t a, uint64_t b, bool is_unsigned, bool is_mod)
{
	uint64_t result;

	if (is_unsigned)
		return is_mod ? a % b : a / b;
	result = is_mod ? magnitude(a) % magnitude(b) :
			  magnitude(a) / magnitude(b);
	if (is_mod)
		return (int64_t)a < 0 ? 0 - result : result;
	return ((int64_t)a < 0) != ((int64_t)b < 0) ? 0 - result : result;
}

static uint64_t shift_right(uint64_t a, unsigned int by, bool is_unsigned)
{
	uint64_t result = a >> by;

	if (!is_unsigned && (int64_t)a < 0 && by)
		result |= ~UINT64_C(0) << (64 - by);
	return result;
}

static struct value truth(bool is_true, bool is_const)
{
	return (struct value){ is_true, named("int"), is_const };
}

static bool is_less(uint64_t a, uint64_t b, bool is_unsigned)
{
	return is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

static struct value relation(const char *op, struct value a, struct value b)
{
	const struct type *type = higher(a, b);
	uint64_t x = bring(a.v, type), y = bring(b.v, type);
	bool less = is_less(x, y, type->is_unsigned), equal = x == y;
	bool is_true = strcmp(op, "<") == 0 ? less :
		       strcmp(op, "<=") == 0 ? less || equal :
		       strcmp(op, ">") == 0 ? !less && !equal :
		       strcmp(op, ">=") == 0 ? !less :
		       strcmp(op, "==") == 0 ? equal : !equal;

	return truth(is_true, a.is_const && b.is_const);
}

static struct value binary(const char *op, struct value a, struct value b)
{
	bool is_const = a.is_const && b.is_const;
	const struct type *type = higher(a, b);
	uint64_t x = a.v, y = b.v;

	if (strcmp(op, "&&") == 0)
		return truth(x && y, is_const);
	if (strcmp(op, "||") == 0)
		return truth(x || y, is_const);
	if (strcmp(op, "^^") == 0)
		return truth(!x != !y, is_const);
	if (strchr("<>=!", op[0]) && strcmp(op, "<<") && strcmp(op, ">>"))
		return relation(op, a, b);
	if (!is_const || strchr("/%>", op[0])) {
		x = bring(x, type);
		y = bring(y, type);
	}
	switch (op[0]) {
	case '+':
		return given(x + y, type, is_const);
	case '-':
		return given(x - y, type, is_const);
	case '*':
		return given(x * y, type, is_const);
	case '&':
		return given(x & y, type, is_const);
	case '|':
		return given(x | y, type, is_const);
	case '^':
		return given(x ^ y, type, is_const);
	case '<':
		return given(x << (y & 63), type, is_const);
	case '>':
		return given(shift_right(x, y & 63, type->is_unsigned), type,
			     is_const);
	}
	return given(divide(x, y, type->is_unsigned, op[0] == '%'), type,
		     is_const);
}

static struct value unary(char op, struct value a)
{
	const struct type *type = in_operation(a.type);

	if (op == '!')
		return truth(!a.v, a.is_const);
	return given(op == '-' ? 0 - a.v : op == '~' ? ~a.v : a.v, type,
		     a.is_const);
}

static struct value cast(const struct type *type, struct value a)
{
	return (struct value){ bring(a.v, type), type, a.is_const };
}

/* A known condition leaves nothing of the other operand, not even its type. */
static struct value choice(struct value cond, struct value a, struct value b)
{
	const struct type *type = higher(a, b);

	if (cond.is_const)
		return cond.v ? a : b;
	return (struct value){ bring(cond.v ? a.v : b.v, type), type, false };
}

/* ---------------------------------------------------------- random expressions */

static uint64_t args[ARG_CNT];
static bool has_args;
static char text[TEXT_MAX];
static size_t len;

static void put(const char *s)
{
	size_t n = strlen(s);

	if (len + n >= TEXT_MAX)
		abort();
	memcpy(text + len, s, n + 1);
	len += n;
}

static struct value expr(int depth);

static struct value constant(void)
{
	static const char *const numbers[] = {
		"0", "1", "2", "7", "42", "255", "256", "65535", "2147483647",
		"2147483648", "4294967295", "4294967296", "0x80000000",
		"0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff",
		"017", "1u", "3U", "5L", "7UL", "9LL", "11ull", "1000000",
	};
	const char *s = numbers[rnd(LENGTH(numbers))];
	uint64_t v = strtoull(s, NULL, 0);
	bool is_unsigned = strpbrk(s, "uU"), is_long = strpbrk(s, "lL");
	bool may_unsigned = is_unsigned || (s[0] == '0' && s[1]);
	const char *longs[2] = { "long", "unsigned long" };

	put(s);
	if (strstr(s, "LL") || strstr(s, "ll")) {
		longs[0] = "long long";
		longs[1] = "unsigned long long";
	}
	if (!is_long && !is_unsigned && v <= INT32_MAX)
		return (struct value){ v, named("int"), true };
	if (!is_long && may_unsigned && v <= UINT32_MAX)
		return (struct value){ v, named("unsigned int"), true };
	if (!is_unsigned && v <= INT64_MAX)
		return (struct value){ v, named(longs[0]), true };
	return (struct value){ v, named(longs[1]), true };
}

static struct value leaf(void)
{
	const struct type *type = &types[rnd(LENGTH(types))];
	struct value v;
	char name[32];
	uint32_t i;

	if (!has_args || rnd(4) == 0) {
		if (rnd(3))
			return constant();
		snprintf(name, sizeof(name), "(%s)", type->name);
		put(name);
		return cast(type, constant());
	}
	i = rnd(ARG_CNT);
	v = (struct value){ args[i], named("int64_t"), false };
	if (rnd(3)) {
		snprintf(name, sizeof(name), "(%s)", type->name);
		put(name);
		v = cast(type, v);
	}
	snprintf(name, sizeof(name), "arg%u", i);
	put(name);
	return v;
}

/* `(e & mask) + add`, all ints except e. */
static struct value bounded(int depth, unsigned int mask, int add)
{
	struct value v, by = { mask, named("int"), true };
	char tail[32];

	put("((");
	v = binary("&", expr(depth), by);
	snprintf(tail, sizeof(tail), " & %u)", mask);
	put(tail);
	if (add) {
		by.v = (uint64_t)(int64_t)abs(add);
		v = binary(add < 0 ? "-" : "+", v, by);
		snprintf(tail, sizeof(tail), " %c %d", add < 0 ? '-' : '+',
			 abs(add));
		put(tail);
	}
	put(")");
	return v;
}

static struct value infix(const char *op, int depth)
{
	struct value a, b;

	put("(");
	a = expr(depth);
	put(" ");
	put(op);
	put(" ");
	if (strchr("/%", op[0]))
		b = bounded(depth, 7, rnd(2) ? 1 : -9 + (int)rnd(2));
	else if (strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0)
		b = bounded(depth, rnd(2) ? 31 : 63, 0);
	else
		b = expr(depth);
	put(")");
	return binary(op, a, b);
}

static struct value prefixed(int depth)
{
	static const char ops[] = "-~!+";
	const struct type *type = &types[rnd(LENGTH(types))];
	char op[2] = { ops[rnd(4)] };
	struct value v;

	if (rnd(2)) {
		put(op);
		type = NULL;
	} else {
		put("(");
		put(type->name);
		put(")");
	}
	put("(");
	v = expr(depth);
	put(")");
	return type ? cast(type, v) : unary(op[0], v);
}

static struct value chosen(int depth)
{
	struct value cond, a, b;

	put("(");
	cond = expr(depth);
	put(" ? ");
	a = expr(depth);
	put(" : ");
	b = expr(depth);
	put(")");
	return choice(cond, a, b);
}

static struct value expr(int depth)
{
	static const char *const ops[] = {
		"+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==",
		"!=", "&&", "||", "^^", "/", "%", "<<", ">>", "+", "*", "/",
		"%", "<<", ">>",
	};
	uint32_t kind = rnd(10);

	if (depth == 0 || kind == 0)
		return leaf();
	if (kind < 3)
		return prefixed(depth - 1);
	if (kind == 3)
		return chosen(depth - 1);
	return infix(ops[rnd(LENGTH(ops))], depth - 1);
}

static void pick_args(void)
{
	static const int64_t edges[] = {
		0,	   1,	      -1,	  INT64_MIN, INT64_MAX,
		INT32_MIN, INT32_MAX, UINT32_MAX, 128,	     255,
		256,	   32768,     65535,	  65536,
	};

	printf("args");
	for (int i = 0; i < ARG_CNT; i++) {
		if (rnd(2))
			args[i] = (uint64_t)edges[rnd(LENGTH(edges))];
		else
			args[i] = ((uint64_t)rnd(1u << 31) << 33 |
				   rnd(1u << 31)) >> rnd(64);
		if (rnd(2))
			args[i] = 0 - args[i];
		printf(" %" PRId64, (int64_t)args[i]);
	}
	printf("\n");
}

static void print_value(struct value v)
{
	printf(v.type->is_unsigned ? "%" PRIu64 : "%" PRId64, v.v);
}

static void print_expressions(unsigned long cnt)
{
	for (unsigned long i = 0; i < cnt; i++) {
		struct value v;

		if (has_args && i % BATCH == 0)
			pick_args();
		len = 0;
		v = expr(1 + (int)rnd(DEPTH_MAX));
		printf("%s|", text);
		if (has_args) {
			printf("%" PRId64 "\n", (int64_t)v.v);
			continue;
		}
		print_value(v);
		printf(":%s\n", v.type->name);
	}
}

/* ------------------------------------------------------------------- the table */

/* The place of a variable, and how it is written. */
static const struct scope {
	const char *declaration, *name;
} scopes[] = {
	{ "%s g_%s;\n", "g_%s" },
	{ "self %s s_%s;\n", "self->s_%s" },
	{ "this %s t_%s;\n", "this->t_%s" },
	{ "%s a_%s[int];\n", "a_%s[7]" },
	{ "self %s b_%s[string];\n", "self->b_%s[\"k\"]" },
	{ "%s f_%s[3];\n", "f_%s[1]" },
	{ NULL, "m.m_%s" },
	{ NULL, "u_%s" },	    /* made by its first assignment */
	{ NULL, "self->v_%s" },
	{ NULL, "w_%s[\"k\", 1]" },
};

static const char *const table_ops[] = {
	"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">",
	">=", "==", "!=", "&&", "||", "^^",
};

static void print_declarations(void)
{
	for (size_t i = 0; i < LENGTH(scopes); i++)
		for (int t = 0; scopes[i].declaration && t < TABLE_CNT; t++) {
			const char *name = types[TABLE_FIRST + t].name;

			printf(scopes[i].declaration, name, name);
		}
	printf("struct members {");
	for (int t = 0; t < TABLE_CNT; t++)
		printf(" %s m_%s;", types[TABLE_FIRST + t].name,
		       types[TABLE_FIRST + t].name);
	printf(" } ;\nstruct members m;\n");
}

static struct value operand(const struct type *type, bool is_divisor)
{
	static const int64_t edges[] = {
		1, -1, 2, 3, 100, 127, -128, -7, 32767, -32768, 255, 65535,
		INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, 0, 128,
		32768,
	};
	uint64_t v;

	do
		v = bring((uint64_t)edges[rnd(LENGTH(edges))], type);
	while (is_divisor && !v);
	return (struct value){ v, type, false };
}

static struct value shifted(const char *op, struct value a, struct value b)
{
	struct value seven = { 7, named("int"), true };

	return binary(op, a, binary("&", b, seven));
}

/* One clause: all operators on two variables; false: its output instead. */
static void print_clause(const struct type *types_of[2],
			 const struct scope *scopes_of[2], bool is_script)
{
	struct value a = operand(types_of[0], false);
	struct value b = operand(types_of[1], true);
	char left[64], right[64];

	snprintf(left, sizeof(left), scopes_of[0]->name, types_of[0]->name);
	snprintf(right, sizeof(right), scopes_of[1]->name, types_of[1]->name);
	if (is_script) {
		printf("BEGIN { %s = (%s)%" PRId64 "LL; %s = (%s)%" PRId64
		       "LL; printf(\"", left, a.type->name, (int64_t)a.v,
		       right, b.type->name, (int64_t)b.v);
		for (size_t i = 0; i < LENGTH(table_ops); i++)
			printf(" %%d");
		printf("\\n\"");
	}
	for (size_t i = 0; i < LENGTH(table_ops); i++) {
		const char *op = table_ops[i];
		bool is_shift = i == 8 || i == 9;

		if (is_script && is_shift)
			printf(", %s %s (%s & 7)", left, op, right);
		else if (is_script)
			printf(", %s %s %s", left, op, right);
		else {
			printf(" ");
			print_value(is_shift ? shifted(op, a, b) :
					       binary(op, a, b));
		}
	}
	printf(is_script ? "); }\n" : "\n");
}

/* All pairs of types; the scopes take turns. */
static void print_clauses(bool is_script, size_t turn)
{
	for (size_t i = 0; i < TABLE_CNT * TABLE_CNT; i++) {
		const struct type *pair[2] = {
			&types[TABLE_FIRST + i / TABLE_CNT],
			&types[TABLE_FIRST + i % TABLE_CNT],
		};
		size_t left = (i + turn) % LENGTH(scopes);
		size_t right = (left + 1 + rnd(LENGTH(scopes) - 1)) %
			LENGTH(scopes);
		const struct scope *where[2] = { &scopes[left],
						 &scopes[right] };

		print_clause(pair, where, is_script);
	}
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	unsigned long cnt = argc > 3 ? strtoul(argv[3], NULL, 0) : 0;

	seed = first;
	if (argc > 1 && strcmp(argv[1], "table") == 0) {
		print_declarations();
		print_clauses(true, cnt);
		seed = first;
		printf("BEGIN { exit(0); }\n--\n");
		print_clauses(false, cnt);
		return 0;
	}
	has_args = argc > 1 && strcmp(argv[1], "expr") == 0;
	print_expressions(cnt);
	return 0;
}
