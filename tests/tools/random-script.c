// SPDX-License-Identifier: BSD-2-Clause
/*
 * Prints the random D script of a number:
 *
 *	random-script SEED
 *
 * The names come from the tables of the language (builtins.def, ops.def), so
 * that a new row is tried without a change here. Expressions are made by kind
 * (number, string, address), and mostly fit where they stand; once in a while
 * one of another kind is put there: a script may be wrong, which is what the
 * checker is for. Nothing destructive is written.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum kind { NUMBER, STRING, ADDRESS, KIND_CNT };

struct row {
	char sort;
	const char *name, *proto;
	unsigned int flags;
};

enum {
	PROBE_ARG = 1,
	USER_MEM = 2,
	RECORDS = 4,
	DESTRUCTIVE = 8,
	SPECULATES = 16,
	COMMITS = 32,
	DIRECT = 64
};

static const struct row rows[] = {
#define VAR(name, type, flags) { 'v', #name, type, flags },
#define SUBR(name, proto, flags) { 's', #name, proto, flags },
#define ACT(name, proto, flags) { 'a', #name, proto, flags },
#define AGG(name, proto, flags) { '@', #name, proto, flags },
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

static const struct op {
	const char *text;
	int arity;
} ops[] = {
#define OP(name, text, arity) { text, arity },
#include "lang/table/ops.def"
#undef OP
};

static uint64_t state;
static bool wrong;
static void expr(enum kind kind, int depth);

static unsigned int below(unsigned int limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned int)(state >> 11) % limit;
}

static const struct op *operator_of(void)
{
	const struct op *op;

	do
		op = &ops[below(LENGTH(ops))];
	while (op->arity > 2 || strchr(".[(", *op->text) ||
	       !strcmp(op->text, "->") ||
	       (!wrong && (op->text[strlen(op->text) - 1] == '=') &&
		!strstr("== != <= >=", op->text)) ||
	       (op->arity == 1 && !wrong && !strchr("!~-+", *op->text)) ||
	       (!wrong &&
		(!strcmp(op->text, "++") || !strcmp(op->text, "--"))));
	return op;
}

static const char *pick(const char *const *texts, size_t cnt)
{
	return texts[below((unsigned int)cnt)];
}
#define PICK(texts) pick(texts, LENGTH(texts))

static enum kind kind_of(const char *type, size_t len)
{
	if (len >= 6 && !strncmp(type, "string", 6))
		return STRING;
	return memchr(type, '*', len) ? ADDRESS : NUMBER;
}

static const struct row *row_of(char sort, enum kind kind)
{
	for (int i = 0; i < 1000; i++) {
		const struct row *row = &rows[below(LENGTH(rows))];
		size_t len = strcspn(row->proto, "(");

		if (row->sort != sort || row->flags & DESTRUCTIVE ||
		    strstr(row->name, "regs"))
			continue;
		/* no value that computes */
		if (!wrong && sort == 's' &&
		    (row->flags & RECORDS || !strncmp(row->proto, "void(", 5)))
			continue;
		if (sort == '@' || sort == 'a' ||
		    kind_of(row->proto, len) == kind)
			return row;
	}
	return NULL;
}

/* Prints @text; #n, #s, #a: an expression of that kind, @depth deep */
static void form(const char *text, int depth)
{
	for (; *text; text++) {
		if (*text != '#' || !strchr("nsa", text[1])) {
			putchar(*text);
			continue;
		}
		text++;
		expr(*text == 'n'	  ? NUMBER :
			     *text == 's' ? STRING :
					    ADDRESS,
		     depth);
	}
}

static void constant(void)
{
	static const char *const small[] = { "1", "2",	"3",  "4", "5",
					     "8", "10", "16", "20" };

	printf("%s", PICK(small));
}

static void argument(const char *type, size_t len, const struct row *row)
{
	if (len == 1 && *type == '@')
		printf("@%s%u", row_of('@', NUMBER)->name, below(4));
	else if (len == 3 && !strncmp(type, "...", 3))
		expr(below(KIND_CNT), 1);
	else if (len == 6 && !strncmp(type, "size_t", 6) && below(4))
		constant();
	else if (len == 3 && !strncmp(type, "int", 3) && row->flags & RECORDS)
		constant();
	else
		expr(kind_of(type, len), 1 + (int)below(2));
}

/* name(arguments of the prototype) */
static void call(const struct row *row)
{
	const char *at = strchr(row->proto, '(') + 1;

	printf("%s(", row->name);
	for (bool first = true; *at && *at != ')'; first = false) {
		bool optional = *at == '[';
		size_t len = strcspn(at += optional, ",])");

		if (optional && below(2))
			break;
		printf("%s", first ? "" : ", ");
		argument(at, len, row);
		at += len;
		at += strspn(at, "], ");
	}
	printf(")");
}

static void number_leaf(void)
{
	static const char *const good[] = {
		"0",
		"1",
		"-1",
		"7",
		"64",
		"0x7fffffff",
		"0x80000000",
		"0xffffffffffffffff",
		"'a'",
		"4294967296ULL",
		"-9223372036854775807",
		"this->n",
		"self->n",
		"global",
		"narrow",
		"twice[3]",
		"INLINED",
		"sizeof(struct fuzz)",
		"sizeof(int)",
		"$pid",
		"$target",
		"curthread->pid",
		"curthread->tgid",
		"*this->p",
		"*(int *)alloca(8)",
		"RED",
		"((struct task_struct *)curthread)->real_parent->pid",
		"offsetof(struct fuzz, b)",
		"curpsinfo->pr_pid",
		"(int64_t)this->p",
		"strlen(this->s)",
		"probename == \"BEGIN\"",
		"((struct fuzz *)this->q)->a",
		"((struct fuzz *)this->q)->bits.d",
		"uregs[R_RIP]",
	};
	static const char *const rare[] = {
		"st.a",
		"st.bits.c",
		"this->lst.a",
		"this->b[3]",
		"st.b[2]",
		"vector[1]",
		"self->lst.bits.d",
		"args[0]",
		"`jiffies",
		"`max_pfn",
		"regs",
		"nothing",
		"1.5",
		"struct",
	};

	printf("%s", wrong && !below(8) ? PICK(rare) : PICK(good));
}

static void number(int depth)
{
	static const char *const forms[] = {
		"array[#n, #s]", "(char)#n",	   "(uint8_t)#n",
		"(short)#n",	 "(int)#n",	   "(uint32_t)#n",
		"(int64_t)#n",	 "(#n ? #n : #n)", "(#s == #s)",
		"(#s < #s)",	 "(#s >= #s)",	   "(int8_t)#n",
		"(uint16_t)#n",	 "(_Bool)#n",	   "(int)(#s)",
		"(ON ? #n : nothing)", "loose[#n]", "(unnamed + #n)",
		"(this->free & #n)", "(SIGHUP << #n)", "(#s)[#n]",
		"*(#s + #n)",	 "xlate <struct pair> (both).a",
		"xlate <struct pair> (xlate <struct pair> (both)).b",
	};
	const struct op *op = operator_of();
	const struct row *row;

	switch (depth <= 0 ? below(3) : below(12)) {
	case 0:
		row = row_of('v', NUMBER);
		printf("%s", row->name);
		return;
	case 1:
	case 2:
		number_leaf();
		return;
	case 3:
	case 4:
		call(row_of('s', NUMBER));
		return;
	case 5:
	case 6:
	case 7:
		form(PICK(forms), depth - 1);
		return;
	default:
		form(op->arity == 2 ? "(#n " : "(", depth - 1);
		printf("%s", op->text);
		form(" #n)", depth - 1);
	}
}

static void string(int depth)
{
	static const char *const good[] = {
		"\"\"",
		"\"/usr/lib//x\"",
		"\"a,b;c\"",
		"\"12\"",
		"this->s",
		"self->s",
		"text",
		"NAMED",
		"stringof(curthread->comm)",
		"curpsinfo->pr_psargs",
		"probefunc",
		"copyinstr(arg2)",
		"stringof(copyin(arg2, 4))",
		"words[3]",
		"(string)this->q",
		"*this->sp",
		"this->sp[1]",
		"(OFF ? nothing : NAMED)",
	};
	static const char *const rare[] = {
		"stringof(this->b)", "$$1",  "stringof(st.b)",
		"(string)this->b",   "NULL", "curthread->comm",
	};

	switch (depth <= 0 ? below(3) : below(9)) {
	case 0:
		printf("%s", row_of('v', STRING)->name);
		return;
	case 1:
	case 2:
		printf("%s", wrong && !below(8) ? PICK(rare) : PICK(good));
		return;
	case 3:
	case 4:
		form(below(2)	      ? "texts[#n, #s]" :
			     below(3) ? "(#n ? #s : #s)" :
					"(#s + #n)",
		     depth - 1);
		return;
	default:
		call(row_of('s', STRING));
	}
}

static void address(int depth)
{
	static const char *const good[] = {
		"this->p",
		"this->q",
		"self->q",
		"curthread",
		"arg2",
		"alloca(16)",
		"copyin(arg2, 4)",
		"&curthread->pid",
		"0",
		"NULL",
		"(uintptr_t)&curthread->tgid",
		"(char *)this->q + 1",
		"(void *)0x10",
	};
	static const char *const rare[] = {
		"&`jiffies", "&`init_task", "st.b",	  "&st",
		"&global",   "this->b",	    "&this->lst", "vector",
	};

	if (depth <= 0 || below(3))
		printf("%s", wrong && !below(8) ? PICK(rare) : PICK(good));
	else if (below(2))
		call(row_of('s', ADDRESS));
	else
		form("((int *)#a + #n)", depth - 1);
}

static void expr(enum kind kind, int depth)
{
	if (wrong && !below(15))
		kind = below(KIND_CNT);
	if (kind == STRING)
		string(depth);
	else if (kind == ADDRESS)
		address(depth);
	else
		number(depth);
}

/* The keys belong to the digit, the bounds to the function: a name always means the same */
static void aggregate(void)
{
	static const char *const keyed[] = { "", "[#n]", "[#s, (int64_t)#n]",
					     "[ustack(4), #s]" };
	const struct row *row = row_of('@', NUMBER);
	unsigned int keys = below(LENGTH(keyed));

	printf("@%s%u", row->name, keys);
	form(keyed[keys], 2);
	printf(" = %s(", row->name);
	if (strcmp(row->name, "count"))
		expr(NUMBER, 2);
	if (!strcmp(row->name, "lquantize"))
		printf(", -10, 100, 7");
	if (!strcmp(row->name, "llquantize"))
		printf(", 10, 0, 6, 20");
	printf(")");
}

static void assignment(void)
{
	static const char *const numbers[] = { "global",     "narrow",
					       "this->n",    "self->n",
					       "this->free", "self->free",
					       "unnamed" };
	static const char *const rare[] = {
		"st.a",	     "st.bits.c", "this->lst.a",     "this->b[5]",
		"vector[2]", "*this->p",  "self->lst.bits.d"
	};
	static const char *const strings[] = { "this->s", "self->s", "text",
					       "words[2]", "self->free2" };
	static const char *const forms[] = {
		"this->p = (int *)#a",
		"this->q = (void *)#a",
		"self->q = (void *)#a",
		"texts[#n, #s] = #s",
		"this->sp = (string *)alloca(2 * sizeof(string))",
		"*this->sp = #s",
		"this->sp[1] = #s",
		"text[#n] = #n",
		"*self->s = (char)#n",
		"this->s[3] = '\\0'",
		"words[2][#n] = 'x'",
		"texts[#n, #s][1] = #n",
		"(*this->sp)[#n] = #n",
		"*(text + #n) = #n",
		"bcopy(#s, text, #n)",
		"bcopy(this->q, texts[#n, #s], 4)",
		"both = xlate <struct pair> (both)",
		"both.a = #n",
		"loose[#n] = #n",
		"loose[#n] = (char)#n",
		"self->loose[#s, #n] = #n",
		"self->loose[#s, (int64_t)#n] += (short)#n",
		"unnamed = (uint8_t)#n",
		"unnamed = timestamp",
		"this->free = (short)#n",
		"self->free = (int64_t)#n",
		"global += global++ + #n",
		"self->n -= --self->n",
		"this->n *= (this->n = #n) + this->n",
		"array[#n, #s] |= global++",
	};
	static const char *const marks[] = { "=",  "=",	 "=",  "+=",  "-=",
					     "*=", "/=", "%=", "<<=", ">>=",
					     "&=", "|=", "^=" };

	switch (below(7)) {
	case 0:
		printf("%s", PICK(strings));
		form(" = #s", 2);
		return;
	case 1:
		printf("%s%s", PICK(numbers), below(2) ? "++" : "--");
		return;
	case 2:
		form("array[#n, #s] ", 1);
		printf("%s", PICK(marks));
		form(" #n", 2);
		return;
	case 3:
	case 4:
		form(PICK(forms), 2);
		return;
	default:
		printf("%s %s ",
		       wrong && !below(4) ? PICK(rare) : PICK(numbers),
		       PICK(marks));
		expr(NUMBER, 3);
	}
}

static void formatted(void)
{
	static const char *const numeric[] = { "%d",   "%x",   "%5u",
					       "%-8o", "%c",   "%i",
					       "%#x",  "%lld", "%p" };
	static const char *const odd[] = { "%k",  "%a",	 "%A",	 "%Y", "%S",
					   "%*d", "%@d", "%.3s", "%q", "%" };
	char kinds[4];
	unsigned int cnt = 1 + below(LENGTH(kinds));

	printf("printf(\"");
	for (unsigned int i = 0; i < cnt; i++) {
		kinds[i] = below(3) ? NUMBER : STRING;
		printf(" %s",
		       !below(20)		  ? PICK(odd) :
			       kinds[i] == STRING ? "%s" :
						    PICK(numeric));
	}
	printf("\\n\"");
	for (unsigned int i = 0; i < cnt; i++) {
		printf(", ");
		expr((enum kind)kinds[i], 2);
	}
	printf(")");
}

static void statement(int depth)
{
	static const char *const whole[] = { "speculate(self->spec)",
					     "commit(self->spec)",
					     "discard(self->spec)",
					     "self->spec = speculation()",
					     "tracemem(this->q, 16)",
					     "tracemem(curthread, 64, 20)",
					     "bcopy(\"abcdefg\", alloca(8), 8)",
					     "copyinto(arg2, 4, this->q)",
					     "stack()",
					     "ustack(3)",
					     "printa(@count1)",
					     "printa(\"%d %@d\\n\", @count1)",
					     "self->n = 0",
					     "self->s = 0",
					     "this->p = alloca(32)",
					     "this->q = copyin(arg2, 8)",
					     "clear(@count1)",
					     "trunc(@sum1, 2)",
					     "sym(arg0)",
					     "usym(arg0)",
					     "trace(curpsinfo->pr_fname)",
					     "self->q = NULL",
					     "trace(this->b)",
					     "trace(curthread->comm)",
					     "ON ? @count0 = count() : nothing",
					     "OFF ? nothing(1) : trace(pid)",
					     "OFF ? 1 : ON ? printf(\"x\") : 2",
					     "ON ? stack() : ustack()" };
	bool braces = depth && !below(5);

	if (braces) {
		form("if (#n) { ", 2);
		statement(depth - 1);
		printf("} else { ");
		statement(depth - 1);
		printf("} ");
		return;
	}
	switch (below(9)) {
	case 0:
	case 1:
	case 2:
		assignment();
		break;
	case 3:
		aggregate();
		break;
	case 4:
		formatted();
		break;
	case 5:
		printf("%s", PICK(whole));
		break;
	case 6:
		call(row_of('a', NUMBER));
		break;
	case 7:
		printf("trace(");
		expr(below(KIND_CNT), 3);
		printf(")");
		break;
	default:
		expr(below(2) ? STRING : NUMBER, 3);
	}
	printf("; ");
}

static void clause(const char *probe)
{
	unsigned int cnt = 1 + below(6);

	printf("%s\n", probe);
	if (!strchr(probe, '/') && !below(3))
		form("/#n/\n", 2);
	printf("{\n");
	while (cnt--) {
		printf("\t");
		statement(2);
		printf("\n");
	}
	printf("}\n\n");
}

static void declarations(void)
{
	static const char *const types[] = { "int64_t", "uint64_t", "int",
					     "short", "uint8_t" };

	printf("enum colour { RED = 3 };\n"
	       "struct fuzz { int a; char b[8]; struct { short c:3; int d:7; } bits; };\n"
	       "struct fuzz st;\nself struct fuzz lst;\nthis struct fuzz lst;\n"
	       "this char b[16];\nthis int *p;\nthis void *q;\nself void *q;\n"
	       "self string s;\nthis string s;\nstring text;\nstring words[int];\n"
	       "string texts[int64_t, string];\nself int spec;\nint vector[4];\n"
	       "inline int twice[int x] = x * 2;\ninline string NAMED = execname;\n"
	       "inline int INLINED = narrow + 1;\ninline int ON = 1;\n"
	       "inline int OFF = ON - 1;\nthis string *sp;\n"
	       "struct pair { int a, b; };\nstruct pair both;\n"
	       "translator struct pair < struct pair v > { a = v.b; b = v.a; };\n");
	printf("%s array[int64_t, string];\n", PICK(types));
	printf("%s global;\n%s narrow;\n", PICK(types), PICK(types));
	printf("self %s n;\nthis %s n;\n\n", PICK(types), PICK(types));
}

int main(int argc, char **argv)
{
	static const char *const probes[] = {
		"BEGIN",
		"loop$target:::tick",
		"loop$target:::",
		"syscall::getpid:entry\n/pid == $target/",
		"END",
		"ERROR",
		"BEGIN",
		"loop$target:::signed-value",
		"syscall::write:entry,syscall::exit_group:entry\n/pid == $target/"
	};
	unsigned int cnt;

	if (argc != 2)
		return 2;
	state = strtoull(argv[1], NULL, 0) * 0x9e3779b97f4a7c15ULL + 1;
	for (int i = 0; i < 16; i++)
		below(2);
	wrong = !below(3);
	printf("/* random-script %s */\n", argv[1]);
	declarations();
	for (cnt = 1 + below(5); cnt; cnt--)
		clause(PICK(probes));
	return 0;
}
