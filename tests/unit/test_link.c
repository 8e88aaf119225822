// SPDX-License-Identifier: BSD-2-Clause
/*
 * The parts of -G: names of machines, patches of instructions, operands of
 * calling conventions, and the object read back by sdt/.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/parse/parse.h"
#include "linker/call_args.h"
#include "linker/patch_call.h"
#include "linker/provider_object.h"
#include "linker/target_machine.h"
#include "sdt/file.h"

/* ---- machines */

static const char *hinted(const char *const *words, size_t cc_cnt, size_t cnt)
{
	struct link_hints hints = { .words = words,
				    .cc_word_cnt = cc_cnt,
				    .word_cnt = cnt };
	const char *bad = NULL;
	const struct link_machine *machine = link_machine_hinted(&hints, &bad);

	return machine ? machine->name : bad;
}

#define HINTED(cc_cnt, ...)                                  \
	hinted((const char *const[]){ __VA_ARGS__ }, cc_cnt, \
	       sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static void test_hints(void **state)
{
	(void)state;
	assert_string_equal(HINTED(1, "/opt/aarch64-linux-gnu-gcc"), "aarch64");
	assert_string_equal(HINTED(2, "ccache", "s390x-linux-gnu-gcc-12"),
			    "s390x");
	assert_string_equal(HINTED(2, "clang", "--target=riscv64-linux-gnu"),
			    "riscv64");
	assert_string_equal(HINTED(3, "clang", "-target", "ppc64le-linux"),
			    "ppc64le");
	assert_string_equal(HINTED(1, "x86_64-linux-gnu-gcc", "-m32"), "i386");
	assert_string_equal(HINTED(1, "x86_64-linux-gnu-gcc", "-m32", "-m64"),
			    "x86_64");
	assert_string_equal(HINTED(1, "i686-linux-gnu-gcc", "-m64"), "x86_64");
	assert_string_equal(HINTED(1, "aarch64-linux-gnu-gcc", "-m64"),
			    "aarch64");
	assert_string_equal(HINTED(1, "gcc", "-arch", "arm64"), "aarch64");
	/* a word of CFLAGS is no compiler */
	assert_string_equal(HINTED(1, "x86_64-linux-gnu-gcc", "s390x-linux.h"),
			    "x86_64");
	/* a name without a row is reported */
	assert_string_equal(HINTED(1, "clang", "--target=vax-dec-vms"),
			    "vax-dec-vms");
	assert_string_equal(HINTED(1, "aarch64-linux-gnu-gcc", "-m32"), "-m32");
}

static void test_machine_names(void **state)
{
	(void)state;
	assert_int_equal(link_machine_named("amd64", 5)->id, LINK_x86_64);
	assert_int_equal(link_machine_of_triplet("powerpc64le-linux-gnu")->id,
			 LINK_ppc64le);
	assert_null(link_machine_named("x86", 2));
	assert_null(link_machine_named("", 0));
	assert_null(link_machine_of_triplet("-linux"));
	for (int i = 0; i < LINK_MACHINE_CNT; i++) {
		const char *bad;
		const char *words[] = { "" };
		struct link_hints none = { .words = words };

		assert_non_null(link_machine_hinted(&none, &bad));
	}
}

/* ---- instructions */

struct patch_row {
	const char *text; /* the instruction and one byte after it */
	size_t rel_off;
	uint32_t type;
	const char *bytes; /* the result */
	uint64_t pc_off;
	unsigned int stack_bytes;
};

static const struct patch_row patch_rows[] = {
	{ "\xe8\0\0\0\0\xcc", 1, R_X86_64_PLT32, "\x90\x0f\x1f\x40\x00", 0, 0 },
	{ "\xe8\0\0\0\0\xcc", 1, R_X86_64_PC32, "\x90\x0f\x1f\x40\x00", 0, 0 },
	{ "\xe9\0\0\0\0\xcc", 1, R_X86_64_PLT32, "\x90\xc3\x0f\x1f\x00", 0, 8 },
	{ "\x0f\x84\0\0\0\0\xcc", 2, R_X86_64_PLT32, "\x75\x04\x90\xc3\x66\x90",
	  2, 8 },
	{ "\x0f\x8f\0\0\0\0\xcc", 2, R_X86_64_PLT32, "\x7e\x04\x90\xc3\x66\x90",
	  2, 8 },
	{ "\xff\x15\0\0\0\0\xcc", 2, R_X86_64_GOTPCRELX,
	  "\x90\x90\x0f\x1f\x40\x00", 0, 0 },
	{ "\xff\x25\0\0\0\0\xcc", 2, R_X86_64_GOTPCRELX,
	  "\x90\xc3\x0f\x1f\x40\x00", 0, 8 },
	{ "\x48\x8d\x05\0\0\0\0\xcc", 3, R_X86_64_PC32, NULL, 0, 0 },
	{ "\x48\x8b\x05\0\0\0\0\xcc", 3, R_X86_64_REX_GOTPCRELX, NULL, 0, 0 },
};

static void test_patches(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(patch_rows) / sizeof(patch_rows[0]);
	     i++) {
		const struct patch_row *row = &patch_rows[i];
		size_t len = row->rel_off + 5;
		struct link_patch patch;
		const char *why =
			link_patch_call(EM_X86_64, (const uint8_t *)row->text,
					len, row->rel_off, row->type, &patch);

		if (!row->bytes) {
			assert_non_null(why);
			continue;
		}
		assert_null(why);
		assert_int_equal(patch.begin_off, 0);
		assert_int_equal(patch.len, len - 1);
		assert_memory_equal(patch.bytes, row->bytes, patch.len);
		assert_int_equal(patch.pc_off, row->pc_off);
		assert_int_equal(patch.stack_bytes, row->stack_bytes);
		assert_int_equal(patch.bytes[patch.pc_off], 0x90);
	}
}

static void test_patch_bounds(void **state)
{
	static const uint8_t call[5] = { 0xe8 };
	struct link_patch patch;

	(void)state;
	for (uint64_t off = 0; off < 12; off++)
		assert_int_equal(!link_patch_call(EM_X86_64, call, sizeof(call),
						  off, R_X86_64_PLT32, &patch),
				 off == 1);
	assert_non_null(link_patch_call(EM_X86_64, call, 5, UINT64_MAX,
					R_X86_64_PLT32, &patch));
	assert_non_null(link_patch_call(EM_AARCH64, call, 5, 4,
					R_AARCH64_CALL26, &patch));
	assert_null(link_patch_call(EM_AARCH64, call, 4, 0, R_AARCH64_JUMP26,
				    &patch));
	assert_memory_equal(patch.bytes, "\xc0\x03\x5f\xd6", 4);
}

/* ---- a definition, parsed */

struct fixture {
	struct arena arena;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct src src;
};

static void fixture_init(struct fixture *fix, const char *text)
{
	struct lang_env env = { 0 };

	arena_init(&fix->arena);
	type_table_init(&fix->types, &fix->arena, NULL);
	program_init(&fix->program, &fix->arena, &fix->types);
	diag_init(&fix->diags, &fix->arena);
	src_init(&fix->src, SRC_FILE, "t.d", text, strlen(text));
	assert_int_equal(lang_parse_providers(&fix->program, &env, &fix->src,
					      &fix->diags),
			 0);
}

static void fixture_deinit(struct fixture *fix)
{
	src_deinit(&fix->src);
	diag_deinit(&fix->diags);
	program_deinit(&fix->program);
	type_table_deinit(&fix->types);
	arena_deinit(&fix->arena);
}

static void expect_args(uint16_t machine, const char *params,
			unsigned int stack, const char *want)
{
	const struct probe_param *bad = NULL;
	struct strbuf sb = { 0 }, text = { 0 };
	struct fixture fix;
	const char *why;

	strbuf_printf(
		&text,
		"enum up { A }; enum down { B = -1 }; struct s { int x[9]; };"
		"typedef int number; provider p { probe x(%s); };",
		params);
	fixture_init(&fix, strbuf_text(&text));
	why = link_call_args(machine, fix.program.providers->probes, stack, &sb,
			     &bad);
	if (want) {
		assert_null(why);
		assert_string_equal(strbuf_text(&sb), want);
	} else {
		assert_non_null(why);
		assert_non_null(bad);
	}
	fixture_deinit(&fix);
	strbuf_deinit(&sb);
	strbuf_deinit(&text);
}

static void test_call_args(void **state)
{
	(void)state;
	expect_args(EM_X86_64, "", 0, "");
	expect_args(EM_X86_64,
		    "int, unsigned, long, short, char, unsigned char", 0,
		    "-4@%edi 4@%esi -8@%rdx -2@%cx -1@%r8b 1@%r9b");
	expect_args(EM_X86_64,
		    "char *, string, number, uint64_t, enum up, enum down", 0,
		    "8@%rdi 8@%rsi -4@%edx 8@%rcx 4@%r8d -4@%r9d");
	expect_args(EM_X86_64, "double, int, float", 0,
		    "8f@%xmm0 -4@%edi 4f@%xmm1");
	expect_args(
		EM_X86_64, "int,int,int,int,int,int,int,char,long", 0,
		"-4@%edi -4@%esi -4@%edx -4@%ecx -4@%r8d -4@%r9d -4@(%rsp) -1@8(%rsp)"
		" -8@16(%rsp)");
	expect_args(
		EM_X86_64, "int,int,int,int,int,int,int,char", 8,
		"-4@%edi -4@%esi -4@%edx -4@%ecx -4@%r8d -4@%r9d -4@8(%rsp) -1@16(%rsp)");
	expect_args(EM_AARCH64, "int, char *, double, float", 0,
		    "-4@x0 8@x1 8f@d0 4f@s1");
	expect_args(
		EM_AARCH64, "int,int,int,int,int,int,int,int,long,short", 0,
		"-4@x0 -4@x1 -4@x2 -4@x3 -4@x4 -4@x5 -4@x6 -4@x7 -8@[sp] -2@[sp, 8]");
	expect_args(EM_X86_64, "undeclared_t, int v[4]", 0, "8@%rdi 8@%rsi");
	expect_args(EM_X86_64, "struct s", 0, NULL);
	expect_args(EM_X86_64, "int, long double", 0, NULL);
}

/* ---- the object */

static const char definition[] =
	"typedef struct { int dummy; } raw_t; typedef struct { string url; } shown_t;\n"
	"#pragma D attributes Stable/Evolving/Common provider p provider\n"
	"provider p { probe z__one(raw_t *r, const char *u, int fd) : (int fd, shown_t *r);\n"
	"	probe a(); };\n";

static void check_types(const struct sdt_file *file)
{
	const struct sdt_type_probe *probe =
		sdt_file_types(file, "p", "z__one");

	assert_int_equal(file->type_cnt, 1);
	assert_non_null(strstr(file->types[0].decls, "shown_t"));
	assert_int_equal(file->types[0].stability[SDT_STABILITY_PROVIDER].name,
			 6);
	assert_int_equal(file->types[0].stability[SDT_STABILITY_PROVIDER].data,
			 5);
	assert_non_null(probe);
	assert_int_equal(probe->native_cnt, 3);
	assert_string_equal(probe->natives[1].type, "const char *");
	assert_string_equal(probe->natives[1].name, "u");
	assert_int_equal(probe->xlate_cnt, 2);
	assert_string_equal(probe->xlates[1].type, "shown_t *");
	assert_int_equal(probe->map[0], 2);
	assert_int_equal(probe->map[1], 0);
	assert_int_equal(sdt_file_types(file, "p", "a")->native_cnt, 0);
}

static void test_object(void **state)
{
	(void)state;
	for (int id = 0; id < LINK_MACHINE_CNT; id++) {
		struct link_probes probes;
		const struct link_machine *machine;
		struct strbuf sb = { 0 }, again = { 0 };
		struct sdt_file *file;
		struct fixture fix;
		const char *why;

#define MACHINE(row, e, b64, big, flags, other, names) \
	if (id == LINK_##row)                          \
		machine = link_machine_named(#row, strlen(#row));
#include "linker/machine.def"
#undef MACHINE
		fixture_init(&fix, definition);
		link_probes_init(&probes, &fix.program,
				 (struct link_naming){ 0 }, &fix.arena);
		assert_int_equal(link_provider_object(&fix.program, &probes,
						      machine, machine->e_flags,
						      false, &sb, &fix.diags),
				 0);
		assert_int_equal(link_provider_object(&fix.program, &probes,
						      machine, machine->e_flags,
						      false, &again, &fix.diags),
				 0);
		assert_int_equal(sb.len, again.len);
		assert_memory_equal(sb.text, again.text, sb.len);
		assert_int_equal(sdt_file_open_memory(sb.text, sb.len,
						      SDT_WANT_ALL, &file,
						      &why),
				 0);
		assert_int_equal(file->machine, machine->e_machine);
		assert_int_equal(file->format.is_big_endian,
				 machine->format.is_big_endian);
		assert_int_equal(file->site_cnt, 0);
		check_types(file);
		sdt_file_close(file);
		link_probes_deinit(&probes);
		fixture_deinit(&fix);
		strbuf_deinit(&sb);
		strbuf_deinit(&again);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hints),
		cmocka_unit_test(test_machine_names),
		cmocka_unit_test(test_patches),
		cmocka_unit_test(test_patch_bounds),
		cmocka_unit_test(test_call_args),
		cmocka_unit_test(test_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
