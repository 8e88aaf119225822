// SPDX-License-Identifier: BSD-2-Clause
/*
 * Operands: one row per form. An argument is printed into a line that names
 * everything a reader of it needs, and compared with the expected one:
 *
 *	"s4 const -1"	"u8 mem rsp+8"	"u4 none: <reason>"
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "base/text/strbuf.h"
#include "sdt/arg.h"
#include "sdt/regs.h"

struct row {
	const char *text;
	const char *expected;
};

/* The symbols of these tests. */
static int resolve(void *ctx, const char *name, size_t len, uint64_t *ret)
{
	static const struct {
		const char *name;
		int err;
		uint64_t vaddr;
	} symbols[] = {
		{ "sym", 0, 0x1000 },	      { "end", 0, 0x1100 },
		{ "unlinked", -EAGAIN, 0 },   { "twice", -ENOTUNIQ, 0 },
		{ "perthread", -ENOTSUP, 0 }, { "x.1234", 0, 0x2000 },
		{ "_ZN1a1bE", 0, 0x3004 },    { "f", 0, 0x4000 },
		{ "cx", 0, 0x5000 },
	};

	(void)ctx;
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
		if (strlen(symbols[i].name) == len &&
		    !memcmp(symbols[i].name, name, len)) {
			*ret = symbols[i].vaddr;
			return symbols[i].err;
		}
	return -ENOENT;
}

static void put_reg(struct strbuf *sb, uint16_t machine, int row)
{
	const struct sdt_reg *reg = sdt_reg_get(machine, row);

	strbuf_puts(sb, reg ? reg->name : "?");
}

static void put_memory(struct strbuf *sb, uint16_t machine,
		       const struct sdt_arg *arg)
{
	strbuf_puts(sb, "mem");
	if (arg->is_addr32)
		strbuf_puts(sb, "32");
	strbuf_putc(sb, ' ');
	if (arg->reg != SDT_REG_NONE)
		put_reg(sb, machine, arg->reg);
	if (arg->index_reg != SDT_REG_NONE) {
		strbuf_putc(sb, '+');
		put_reg(sb, machine, arg->index_reg);
		strbuf_printf(sb, ":%c%u*%u", arg->index_signed ? 's' : 'u',
			      arg->index_bytes, arg->scale);
	}
	strbuf_printf(sb, "%+lld%s", (long long)arg->value,
		      arg->is_vaddr ? " vaddr" : "");
}

static void put_arg(struct strbuf *sb, uint16_t machine,
		    const struct sdt_arg *arg)
{
	strbuf_printf(sb, "%c%u%s ", arg->is_signed ? 's' : 'u',
		      arg->size_bytes, arg->is_float ? "f" : "");
	switch (arg->kind) {
	case SDT_ARG_CONST:
		strbuf_printf(sb, "const %lld%s", (long long)arg->value,
			      arg->is_vaddr ? " vaddr" : "");
		break;
	case SDT_ARG_REG:
		strbuf_puts(sb, "reg ");
		put_reg(sb, machine, arg->reg);
		if (arg->reg_shift)
			strbuf_printf(sb, ">>%u", arg->reg_shift);
		break;
	case SDT_ARG_MEM:
		put_memory(sb, machine, arg);
		break;
	case SDT_ARG_NONE:
		strbuf_printf(sb, "none: %s", arg->why);
		break;
	}
}

static void check_rows(uint16_t machine, const struct row *rows, size_t cnt)
{
	struct sdt_arg_env env = { .machine = machine, .resolve = resolve };
	int failed = 0;

	for (size_t i = 0; i < cnt; i++) {
		struct strbuf sb = { 0 };
		struct sdt_arg arg;

		sdt_arg_parse(&env, rows[i].text, strlen(rows[i].text), &arg);
		put_arg(&sb, machine, &arg);
		if (strcmp(strbuf_text(&sb), rows[i].expected)) {
			print_error("%s\n  expected %s\n  found    %s\n",
				    rows[i].text, rows[i].expected,
				    strbuf_text(&sb));
			failed++;
		}
		strbuf_deinit(&sb);
	}
	assert_int_equal(failed, 0);
}

#define CHECK(machine, rows) \
	check_rows(machine, rows, sizeof(rows) / sizeof((rows)[0]))

#define MALFORMED "none: malformed operand"

static void x86_constants(void **state)
{
	static const struct row rows[] = {
		{ "-4@$-1", "s4 const -1" },
		{ "-4@$0x10", "s4 const 16" },
		{ "-4@$-0x10", "s4 const -16" },
		{ "4@$010", "u4 const 8" },
		{ "8@$0", "u8 const 0" },
		{ "4@$-1", "u4 const 4294967295" },
		{ "1@$-1", "u1 const 255" },
		{ "-1@$255", "s1 const -1" },
		{ "-2@$65535", "s2 const -1" },
		{ "8@$18446744073709551615", "u8 const -1" },
		{ "-8@$-9223372036854775808", "s8 const -9223372036854775808" },
		{ "8f@$0", "u8f const 0" },
		{ "8@$sym", "u8 const 4096 vaddr" },
		{ "8@$sym+4", "u8 const 4100 vaddr" },
		{ "8@$sym-4", "u8 const 4092 vaddr" },
		{ "8@$4+sym", "u8 const 4100 vaddr" },
		{ "8@$end-sym", "u8 const 256" },
		{ "8@$(1+2)*8", "u8 const 24" },
		{ "8@$8+-4", "u8 const 4" },
		{ "8@$_ZN1a1bE", "u8 const 12292 vaddr" },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_registers(void **state)
{
	static const struct row rows[] = {
		{ "8@%rdi", "u8 reg rdi" },
		{ "4@%eax", "u4 reg eax" },
		{ "-4@%rax", "s4 reg rax" },
		{ "8@%eax", "u8 reg eax" },
		{ "2@%ax", "u2 reg ax" },
		{ "1@%al", "u1 reg al" },
		{ "1@%ah", "u1 reg ah>>8" },
		{ "-1@%bh", "s1 reg bh>>8" },
		{ "4@%ah", "u4 none: the register has only one byte" },
		{ "1@%dil", "u1 reg dil" },
		{ "1@%spl", "u1 reg spl" },
		{ "4@%r8d", "u4 reg r8d" },
		{ "2@%r15w", "u2 reg r15w" },
		{ "1@%r9b", "u1 reg r9b" },
		{ "8@%rip", "u8 reg rip" },
		{ "4f@%edx", "u4f reg edx" },
		{ "8f@%rax", "u8f reg rax" },
		{ "8f@%xmm0",
		  "u8f none: a vector register, which the kernel "
		  "does not save" },
		{ "8@%st(1)",
		  "u8 none: a vector register, which the kernel "
		  "does not save" },
		{ "-8@rdx", "s8 reg rdx" }, /* -masm=intel */
		{ "1@dl", "u1 reg dl" },
		{ "4@eax", "u4 reg eax" },
		{ "2@cx", "u2 none: a register in Intel syntax, or a symbol "
			  "with this name" },
		{ "-4@DWORD PTR 8[rsi]",
		  "s4 none: memory in Intel syntax (-masm=intel)" },
		{ "8@%rzx", "u8 none: unknown register" },
		{ "8@%", "u8 none: unknown register" },
		{ "8@%rax%rbx", "u8 " MALFORMED },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_memory(void **state)
{
	static const struct row rows[] = {
		{ "8@(%rsp)", "u8 mem rsp+0" },
		{ "8@8(%rsp)", "u8 mem rsp+8" },
		{ "2@-2(%rbp)", "u2 mem rbp-2" },
		{ "-4@0x10(%r12)", "s4 mem r12+16" },
		{ "8@(%rax,%rdx,4)", "u8 mem rax+rdx:u8*4+0" },
		{ "8@(%rax,%rdx)", "u8 mem rax+rdx:u8*1+0" },
		{ "8@-8(%rax,%rdx,8)", "u8 mem rax+rdx:u8*8-8" },
		{ "8@8(%rax, %rdx, 4)", "u8 mem rax+rdx:u8*4+8" },
		{ "8@16(,%rcx,8)", "u8 mem +rcx:u8*8+16" },
		{ "8@(4+4)(%rsp)", "u8 mem rsp+8" },
		{ "4@(%eax,%edx,2)", "u4 mem32 eax+edx:u4*2+0" },
		{ "4@4096", "u4 mem +4096" },
		{ "4@(%rax,%edx,4)",
		  "u4 none: base and index of different widths" },
		{ "4@(%rax,%rsp,4)",
		  "u4 none: the stack pointer can't be an index" },
		{ "4@(%rax,%rdx,3)", "u4 none: scale is not 1, 2, 4 or 8" },
		{ "4@(%rax,%rdx,0)", "u4 none: scale is not 1, 2, 4 or 8" },
		{ "4@(%rax,%rdx,sym)", "u4 none: scale is not 1, 2, 4 or 8" },
		{ "4@(%ax)", "u4 none: not a register for addresses" },
		{ "4@(%eflags)", "u4 none: not a register for addresses" },
		{ "4@(%rax,%rip,1)", "u4 none: not a register for addresses" },
		{ "4@()", "u4 " MALFORMED },
		{ "4@(,)", "u4 none: malformed address" },
		{ "4@(%rax", "u4 none: missing )" },
		{ "4@(%rax,%rbx,4", "u4 none: missing )" },
		{ "4@(%rax)8", "u4 " MALFORMED },
		{ "4@8(%rax)(%rbx)", "u4 " MALFORMED },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_symbols(void **state)
{
	static const struct row rows[] = {
		{ "-4@sym(%rip)", "s4 mem +4096 vaddr" },
		{ "-4@sym+8(%rip)", "s4 mem +4104 vaddr" },
		{ "-4@sym-4(%rip)", "s4 mem +4092 vaddr" },
		{ "-4@40+sym(%rip)", "s4 mem +4136 vaddr" },
		{ "-4@x.1234(%rip)", "s4 mem +8192 vaddr" },
		{ "-4@f(%rip)", "s4 mem +16384 vaddr" },
		{ "-4@sym@PLT(%rip)", "s4 mem +4096 vaddr" },
		{ "-4@sym", "s4 mem +4096 vaddr" },
		{ "-4@sym(,%rax,4)", "s4 mem +rax:u8*4+4096 vaddr" },
		{ "-4@sym+4(%rdx)", "s4 mem rdx+4100 vaddr" },
		{ "-4@8(%rip)", "s4 none: relative to an instruction" },
		{ "-4@end-sym(%rip)", "s4 none: relative to an instruction" },
		{ "-4@sym+end(%rip)", "s4 none: not a single address" },
		{ "-4@-sym(%rip)", "s4 none: not a single address" },
		{ "-4@sym*2(%rip)", "s4 none: a product of addresses" },
		{ "-4@sym(%rip,%rax,4)",
		  "s4 none: not a register for addresses" },
		{ "-4@twice(%rip)", "s4 none: several symbols have this name" },
		{ "-4@unlinked(%rip)",
		  "s4 none: an address that is known only after linking" },
		{ "-4@perthread(%rip)", "s4 none: a thread-local variable" },
		{ "-4@%fs:sym@tpoff",
		  "s4 none: relative to a segment register" },
		{ "-4@%fs:0(%rax)", "s4 none: relative to a segment register" },
		{ "8@%gs:40", "u8 none: relative to a segment register" },
		{ "-4@sym@tpoff(%rax)", "s4 none: a thread-local variable" },
		{ "8@sym@GOTPCREL(%rip)",
		  "u8 none: an address in the linker's "
		  "tables, not the value" },
		{ "8f@.LC0(%rip)",
		  "u8f none: a local label, which no symbol "
		  "table keeps" },
		{ "-4@nosuch(%rip)",
		  "s4 none: the file's symbol table does "
		  "not have this symbol" },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_sizes(void **state)
{
	static const struct row rows[] = {
		{ "%rdi", "s8 reg rdi" },
		{ "%eax", "s4 reg eax" },
		{ "%ah", "s1 reg ah>>8" },
		{ "8(%rsp)", "s8 mem rsp+8" },
		{ "$5", "s8 const 5" },
		{ "sym(%rip)", "s8 mem +4096 vaddr" },
		{ "sym@GOTPCREL(%rip)",
		  "s0 none: an address in the linker's "
		  "tables, not the value" },
		{ "-16@%rax", "s16 none: size is not 1, 2, 4 or 8 bytes" },
		{ "16@(%rax)", "u16 none: size is not 1, 2, 4 or 8 bytes" },
		{ "3@%eax", "u3 none: size is not 1, 2, 4 or 8 bytes" },
		{ "0@%eax", "u0 none: size is not 1, 2, 4 or 8 bytes" },
		{ "99999999999@%eax",
		  "u255 none: size is not 1, 2, 4 or 8 bytes" },
		{ "264@%eax", "u255 none: size is not 1, 2, 4 or 8 bytes" },
		{ "2f@%eax", "u2f none: floating point of unknown size" },
		{ "16f@(%rax)", "u16f none: size is not 1, 2, 4 or 8 bytes" },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_hostile(void **state)
{
	static const struct row rows[] = {
		{ "", "s0 " MALFORMED },
		{ "@", "s0 " MALFORMED },
		{ "-", "s0 " MALFORMED },
		{ "4@", "u4 " MALFORMED },
		{ "-@%eax", "s0 " MALFORMED },
		{ "4f", "s0 none: malformed number" },
		{ "4@@%eax", "u4 " MALFORMED },
		{ "4@$", "u4 " MALFORMED },
		{ "4@$0x", "u4 none: malformed number" },
		{ "4@$09", "u4 none: malformed number" },
		{ "4@$1a", "u4 none: malformed number" },
		{ "4@$18446744073709551616",
		  "u4 none: a number does not fit in 64 bits" },
		{ "4@$5)", "u4 " MALFORMED },
		{ "4@$(5", "u4 none: missing )" },
		{ "4@$((((((((((1))))))))))", "u4 none: too many parentheses" },
		{ "4@*8(%rsp)", "u4 " MALFORMED },
		{ "4@%eax,%ebx", "u4 " MALFORMED },
		{ "4@[rax+8]", "u4 " MALFORMED },
		{ "4@DWORD PTR [rax]",
		  "u4 none: memory in Intel syntax (-masm=intel)" },
		{ "4@\"a b\"(%rip)", "u4 " MALFORMED },
		{ "4@$1+", "u4 " MALFORMED },
		{ "4@$--1", "u4 const 1" },
		{ "4@sym@(%rip)",
		  "u4 none: an address in the linker's tables, "
		  "not the value" },
	};

	(void)state;
	CHECK(EM_X86_64, rows);
}

static void x86_32_bits(void **state)
{
	static const struct row rows[] = {
		{ "4@%eax", "u4 reg eax" },
		{ "-4@8(%esp)", "s4 mem32 esp+8" },
		{ "-4@sym", "s4 mem32 +4096 vaddr" },
		{ "4@sym(,%ecx,4)", "u4 mem32 +ecx:u4*4+4096 vaddr" },
		{ "8@%eax", "u8 none: a 64-bit value in two registers" },
		{ "8@8(%esp)", "u8 mem32 esp+8" },
		{ "8@%rax",
		  "u8 none: a register that 32-bit programs do not "
		  "have" },
		{ "4@%r8d",
		  "u4 none: a register that 32-bit programs do not "
		  "have" },
		{ "8(%esp)", "s4 mem32 esp+8" },
	};

	(void)state;
	CHECK(EM_386, rows);
}

static void arm64_registers_and_constants(void **state)
{
	static const struct row rows[] = {
		{ "8@x1", "u8 reg x1" },
		{ "-4@x1", "s4 reg x1" },
		{ "-4@w1", "s4 reg w1" },
		{ "8@x30", "u8 reg x30" },
		{ "8@sp", "u8 reg sp" },
		{ "4@wsp", "u4 reg wsp" },
		{ "8@fp", "u8 reg fp" },
		{ "8@lr", "u8 reg lr" },
		{ "8@xzr", "u8 const 0" },
		{ "4@wzr", "u4 const 0" },
		{ "x0", "s8 reg x0" },
		{ "w0", "s4 reg w0" },
		{ "xzr", "s8 const 0" },
		{ "4@5", "u4 const 5" },
		{ "4@#5", "u4 const 5" },
		{ "-4@-1", "s4 const -1" },
		{ "-4@#-0x10", "s4 const -16" },
		{ "8@sym+4", "u8 const 4100 vaddr" },
		{ "8f@d0",
		  "u8f none: a vector register, which the kernel "
		  "does not save" },
		{ "4f@s31",
		  "u4f none: a vector register, which the kernel "
		  "does not save" },
		{ "8@x31",
		  "u8 none: the file's symbol table does not have "
		  "this symbol" },
	};

	(void)state;
	CHECK(EM_AARCH64, rows);
}

static void arm64_memory(void **state)
{
	static const struct row rows[] = {
		{ "4@[sp, 16]", "u4 mem sp+16" },
		{ "4@[sp,16]", "u4 mem sp+16" },
		{ "4@[sp, #16]", "u4 mem sp+16" },
		{ "4@[x29, -4]", "u4 mem x29-4" },
		{ "8@[x19]", "u8 mem x19+0" },
		{ "[x22, 20]", "s8 mem x22+20" },
		{ "[x22]", "s8 mem x22+0" },
		{ "8@[x0, x1]", "u8 mem x0+x1:u8*1+0" },
		{ "8@[x0, x1, lsl 3]", "u8 mem x0+x1:u8*8+0" },
		{ "8@[x0, x1, lsl #3]", "u8 mem x0+x1:u8*8+0" },
		{ "8@[x0, w1, uxtw 2]", "u8 mem x0+w1:u4*4+0" },
		{ "8@[x0, w1, sxtw 3]", "u8 mem x0+w1:s4*8+0" },
		{ "8@[x0, w1, sxtw]", "u8 mem x0+w1:s4*1+0" },
		{ "8@[x0, x1, sxtx 3]", "u8 mem x0+x1:s8*8+0" },
		{ "8@[x0, x1, lsl 4]", "u8 mem x0+x1:u8*16+0" },
		{ "8@[x0, xzr]", "u8 mem x0+0" },
		{ "4@[x0, #:lo12:_ZN1a1bE]", "u4 mem x0+4" },
		{ "4@[x0, :lo12:_ZN1a1bE+4]", "u4 mem x0+8" },
		{ "4@[x0, :got_lo12:sym]",
		  "u4 none: an address in the "
		  "linker's tables, not the value" },
		{ "8@[x0, w1, lsl 3]",
		  "u8 none: base and index of different widths" },
		{ "8@[x0, x1, lsl 5]",
		  "u8 none: index shifted by more than 4" },
		{ "8@[x0, x1, ror 3]",
		  "u8 none: unknown extension of the index" },
		{ "8@[w0]", "u8 none: not a register for addresses" },
		{ "8@[xzr]", "u8 none: not a register for addresses" },
		{ "8@[sym]", "u8 none: unknown base register" },
		{ "8@[x0, 8]!",
		  "u8 none: a base register that is changed by "
		  "the access" },
		{ "8@[x0], 8",
		  "u8 none: a base register that is changed by "
		  "the access" },
		{ "8@[x0, sym]", "u8 none: an address as displacement" },
		{ "8@[x0", "u8 none: missing ]" },
		{ "8@[x0, ", "u8 " MALFORMED },
		{ "8@[", "u8 none: unknown base register" },
		{ "8@[x0, x1, lsl 18446744073709551615]",
		  "u8 none: index shifted by more than 4" },
	};

	(void)state;
	CHECK(EM_AARCH64, rows);
}

/* A register alone stays a symbol where compilers write those alone. */
static void i386_symbols(void **state)
{
	static const struct row rows[] = {
		{ "-4@cx", "s4 mem32 +20480 vaddr" },
	};

	(void)state;
	CHECK(EM_386, rows);
}

/* What is one operand. */
static void intel_list(void **state)
{
	const char *text = "-8@rdi -4@DWORD PTR 8[rsi] 1@BYTE PTR [rsp - 8] -4@7";
	static const char *const expected[] = {
		"-8@rdi", "-4@DWORD PTR 8[rsi]", "1@BYTE PTR [rsp - 8]", "-4@7",
	};
	const char *arg;
	size_t len;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		arg = sdt_arg_next(&text, &len);
		assert_non_null(arg);
		assert_int_equal(len, strlen(expected[i]));
		assert_memory_equal(arg, expected[i], len);
	}
	assert_null(sdt_arg_next(&text, &len));
}

/* Listed with size and sign, though nobody can read them. */
static void other_machines(void **state)
{
	static const struct row rows[] = {
		{ "4@r0", "u4 none: operands of this machine are not known" },
		{ "-4@[sp, #8]",
		  "s4 none: operands of this machine are not known" },
		{ "8@-24(s0)",
		  "u8 none: operands of this machine are not known" },
		{ "8@112(1)",
		  "u8 none: operands of this machine are not known" },
	};

	(void)state;
	CHECK(EM_ARM, rows);
	CHECK(EM_RISCV, rows);
	CHECK(EM_PPC64, rows);
}

static void without_symbols(void **state)
{
	struct sdt_arg_env env = { .machine = EM_X86_64 };
	struct sdt_arg arg;

	(void)state;
	sdt_arg_parse(&env, "4@sym(%rip)", 11, &arg);
	assert_int_equal(arg.kind, SDT_ARG_NONE);
	assert_string_equal(arg.why, "symbols were not looked up");
}

static void splitting(void **state)
{
	static const char text[] = "  4@[sp, 16]\t8@8(%rax, %rdx, 4) 1@%al ";
	struct sdt_arg_env env = { .machine = EM_X86_64 };
	struct sdt_arg args[SDT_ARG_MAX];
	struct arena arena;

	(void)state;
	arena_init(&arena);
	assert_int_equal(sdt_args_parse(&env, text, &arena, args), 3);
	assert_string_equal(args[0].text, "4@[sp, 16]");
	assert_string_equal(args[1].text, "8@8(%rax, %rdx, 4)");
	assert_string_equal(args[2].text, "1@%al");
	assert_int_equal(sdt_args_parse(&env, "", &arena, args), 0);
	assert_int_equal(sdt_args_parse(&env, "   ", &arena, args), 0);
	/* a bracket that is never closed takes the rest */
	assert_int_equal(sdt_args_parse(&env, "4@(%rax 4@$1", &arena, args), 1);
	/* and one too many does not join what follows */
	assert_int_equal(sdt_args_parse(&env, "4@%rax) 4@$1", &arena, args), 2);
	arena_deinit(&arena);
}

static void at_most_twelve(void **state)
{
	struct sdt_arg_env env = { .machine = EM_X86_64 };
	struct sdt_arg args[SDT_ARG_MAX];
	struct strbuf sb = { 0 };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (int i = 0; i < 1000; i++)
		strbuf_printf(&sb, "4@$%d ", i);
	assert_int_equal(sdt_args_parse(&env, sb.text, &arena, args),
			 SDT_ARG_MAX);
	assert_int_equal(args[11].value, 11);
	strbuf_deinit(&sb);
	arena_deinit(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(x86_constants),
		cmocka_unit_test(x86_registers),
		cmocka_unit_test(x86_memory),
		cmocka_unit_test(x86_symbols),
		cmocka_unit_test(x86_sizes),
		cmocka_unit_test(x86_hostile),
		cmocka_unit_test(x86_32_bits),
		cmocka_unit_test(arm64_registers_and_constants),
		cmocka_unit_test(arm64_memory),
		cmocka_unit_test(i386_symbols),
		cmocka_unit_test(intel_list),
		cmocka_unit_test(other_machines),
		cmocka_unit_test(without_symbols),
		cmocka_unit_test(splitting),
		cmocka_unit_test(at_most_twelve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
