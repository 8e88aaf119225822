// SPDX-License-Identifier: BSD-2-Clause
/*
 * Real files: what we read is what `readelf -n` prints, for libraries and
 * programs of the distribution and for programs compiled here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/strbuf.h"
#include "sdt/file.h"

/* All of what a command prints; it must succeed. */
static void run(const char *command, struct strbuf *sb)
{
	FILE *pipe = popen(command, "r");
	char buf[4096];
	size_t n;

	assert_non_null(pipe);
	while ((n = fread(buf, 1, sizeof(buf), pipe)))
		strbuf_add(sb, buf, n);
	assert_int_equal(pclose(pipe), 0);
}

/* Our sites in the words of readelf, without the base. */
static void print_like_readelf(const struct sdt_file *file, struct strbuf *sb)
{
	int width = file->format.is_64 ? 16 : 8;

	for (size_t i = 0; i < file->site_cnt; i++) {
		const struct sdt_site *s = &file->sites[i];

		strbuf_printf(sb, "Provider: %s\nName: %s\n", s->provider,
			      s->name);
		strbuf_printf(sb, "Location: 0x%0*llx, Semaphore: 0x%0*llx\n",
			      width, (unsigned long long)s->pc_vaddr, width,
			      (unsigned long long)s->sema_vaddr);
		strbuf_printf(sb, "Arguments: %s\n", s->args_text);
	}
}

/* The number of sites, which are the same as readelf's. */
static size_t compare_with_readelf(const char *path)
{
	struct strbuf command = { 0 }, theirs = { 0 }, ours = { 0 };
	struct sdt_file *file;
	const char *why;
	size_t cnt;

	assert_int_equal(sdt_file_open(path, SDT_WANT_ALL, &file, &why), 0);
	assert_null(file->damage);
	assert_int_equal(file->bad_note_cnt, 0);
	print_like_readelf(file, &ours);
	strbuf_printf(
		&command,
		"readelf -nW %s 2>&1 | sed -n"
		" -e 's/.*\\(Provider: \\)/\\1/p' -e 's/^ *\\(Name: \\)/\\1/p'"
		" -e 's/^ *\\(Location: [^,]*\\), Base: [^,]*/\\1/p'"
		" -e 's/^ *\\(Arguments: \\)/\\1/p'",
		path);
	run(command.text, &theirs);
	assert_string_equal(strbuf_text(&ours), strbuf_text(&theirs));
	cnt = file->site_cnt;
	sdt_file_close(file);
	strbuf_deinit(&command);
	strbuf_deinit(&theirs);
	strbuf_deinit(&ours);
	return cnt;
}

static void libstdcxx(void **state)
{
	const char *path = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6";

	(void)state;
	if (access(path, R_OK))
		skip();
	assert_int_equal(compare_with_readelf(path), 3);
}

static void postgres(void **state)
{
	const char *path = "/usr/lib/postgresql/15/bin/postgres";
	const struct sdt_site *done = NULL;
	struct sdt_file *file;

	(void)state;
	if (access(path, R_OK))
		skip();
	assert_true(compare_with_readelf(path) > 50);
	assert_int_equal(sdt_file_open(path, SDT_WANT_ALL, &file, NULL), 0);
	for (size_t i = 0; i < file->site_cnt; i++)
		if (!strcmp(file->sites[i].name, "checkpoint__done"))
			done = &file->sites[i];
	assert_non_null(done);
	/* -4@40+CheckpointStats(%rip) -4@NBuffers(%rip) ... */
	assert_int_equal(done->arg_cnt, 5);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(done->args[i].kind, SDT_ARG_MEM);
		assert_true(done->args[i].is_vaddr);
	}
	assert_int_equal(done->args[2].value - done->args[0].value, 4);
	sdt_file_close(file);
}

/* ---- programs compiled here --------------------------------------------- */

static const char program_text[] =
	"#define _SDT_HAS_SEMAPHORES 1\n"
	"#include <sys/sdt.h>\n"
	"unsigned short shop_sale_semaphore __attribute__((section(\".probes\")));\n"
	"static int counter; double price = 1.5; static const char *names[9];\n"
	"__attribute__((noinline)) static void sell(int id, long *item, char c)\n"
	"{\n"
	"	counter += id;\n"
	"	STAP_PROBE5(shop, sale, id, item[id], c, counter, names[id & 7]);\n"
	"}\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	long items[4] = { argc };\n"
	"	(void)argv;\n"
	"	sell(argc, items, 'x');\n"
	"	return 0;\n"
	"}\n";

struct program {
	char dir[40];
	char source[60];
	char output[60];
};

static void setup_program(struct program *p)
{
	FILE *f;

	strcpy(p->dir, "/tmp/test_sdt_real.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->source, sizeof(p->source), "%s/p.c", p->dir);
	snprintf(p->output, sizeof(p->output), "%s/p", p->dir);
	f = fopen(p->source, "w");
	assert_non_null(f);
	fputs(program_text, f);
	assert_int_equal(fclose(f), 0);
}

static void remove_program(struct program *p)
{
	unlink(p->source);
	unlink(p->output);
	rmdir(p->dir);
}

/* @cc is the compiler with the folder of the header to use. */
static bool compile(const struct program *p, const char *cc, const char *flags)
{
	char *command =
		xasprintf("%s %s %s -o %s", cc, flags, p->source, p->output);
	int status = system(command);

	free(command);
	return status == 0;
}

static void check_program(const char *path, const char *flags)
{
	const struct sdt_site *site = NULL;
	struct sdt_file *file;
	size_t cnt = 0;

	compare_with_readelf(path);
	assert_int_equal(sdt_file_open(path, SDT_WANT_ALL, &file, NULL), 0);
	/* a static libc may have sites, too */
	for (size_t i = 0; i < file->site_cnt; i++)
		if (!strcmp(file->sites[i].provider, "shop")) {
			site = &file->sites[i];
			cnt++;
		}
	assert_int_equal(cnt, 1);
	assert_string_equal(site->name, "sale");
	assert_true(site->has_fileoff && site->has_sema);
	assert_true(site->sema_fileoff != 0);
	assert_memory_equal(site->function, "sell", 4);
	assert_int_equal(site->arg_cnt, 5);
	for (int i = 0; i < 5; i++)
		if (site->args[i].kind == SDT_ARG_NONE)
			fail_msg("%s: %s: %s", flags, site->args[i].text,
				 site->args[i].why);
	assert_true(site->args[0].is_signed);
	assert_int_equal(site->args[0].size_bytes, 4);
	assert_int_equal(site->args[2].size_bytes, 1);
	assert_false(site->args[4].is_signed);
	sdt_file_close(file);
}

/* Every operand that gcc chooses is understood. */
static void check_with(const char *cc)
{
	static const char *const flags[] = {
		"-O0",
		"-O2",
		"-O2 -fPIC -pie",
		"-O2 -no-pie -fno-pie",
		"-O2 -static",
		"-Os -ffunction-sections -Wl,--gc-sections",
		"-O2 -flto",
	};
	struct program p;

	setup_program(&p);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		assert_true(compile(&p, cc, flags[i]));
		check_program(p.output, flags[i]);
	}
	remove_program(&p);
}

static void with_gcc(void **state)
{
	(void)state;
	check_with("gcc -Iinclude");
}

static void with_clang(void **state)
{
	struct program p;

	(void)state;
	setup_program(&p);
	assert_true(compile(&p, "clang -Iinclude", "-O2"));
	check_program(p.output, "clang -O2");
	remove_program(&p);
}

static void with_systemtap_header(void **state)
{
	(void)state;
	if (access("/usr/include/x86_64-linux-gnu/sys/sdt.h", R_OK))
		skip();
	check_with("gcc");
}

static void compiled_object(void **state)
{
	const struct sdt_site *site;
	struct sdt_file *file;
	struct program p;

	(void)state;
	setup_program(&p);
	assert_true(compile(&p, "gcc -Iinclude", "-O2 -c"));
	assert_int_equal(sdt_file_open(p.output, SDT_WANT_ALL, &file, NULL), 0);
	assert_int_equal(file->elf_type, ET_REL);
	assert_int_equal(file->site_cnt, 1);
	site = &file->sites[0];
	/* perhaps a clone: sell.constprop.0 */
	assert_memory_equal(site->function, "sell", 4);
	assert_true(site->has_sema && site->has_fileoff);
	assert_int_equal(site->sema_vaddr, 0);
	sdt_file_close(file);
	remove_program(&p);
}

/* Objects of other machines, made by clang without their headers. */
static void foreign_objects(void **state)
{
	static const struct {
		const char *flags;
		uint16_t machine;
		bool is_readable; /* we know the operands */
	} rows[] = {
		{ "--target=x86_64-linux-gnu -O0", EM_X86_64, true },
		{ "--target=i386-linux-gnu -O0", EM_386, true },
		{ "--target=i386-linux-gnu -O2", EM_386, true },
		{ "--target=aarch64-linux-gnu -O0", EM_AARCH64, true },
		{ "--target=aarch64-linux-gnu -O2", EM_AARCH64, true },
		{ "--target=arm-linux-gnueabi -O2", EM_ARM, false },
		{ "--target=riscv64-linux-gnu -O2", EM_RISCV, false },
		{ "--target=powerpc64le-linux-gnu -O2", EM_PPC64, false },
		{ "--target=s390x-linux-gnu -O2", EM_S390, false },
	};
	struct program p;

	(void)state;
	setup_program(&p);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *flags = xasprintf("%s -c -ffreestanding", rows[i].flags);
		const struct sdt_site *site;
		struct sdt_file *file;

		assert_true(compile(&p, "clang -Iinclude", flags));
		free(flags);
		assert_int_equal(
			sdt_file_open(p.output, SDT_WANT_ALL, &file, NULL), 0);
		assert_null(file->damage);
		assert_int_equal(file->machine, rows[i].machine);
		assert_int_equal(file->site_cnt, 1);
		site = &file->sites[0];
		assert_string_equal(site->name, "sale");
		assert_true(site->has_fileoff && site->has_sema);
		assert_string_equal(site->function, "sell");
		assert_int_equal(site->arg_cnt, 5);
		for (int a = 0; a < 5; a++)
			assert_int_equal(site->args[a].kind != SDT_ARG_NONE,
					 rows[i].is_readable);
		sdt_file_close(file);
	}
	remove_program(&p);
}

/* The byte at the offset that uprobes get is the NOP. */
static void offset_is_the_nop(void **state)
{
	unsigned char byte = 0;
	struct sdt_file *file;
	struct program p;
	FILE *f;

	(void)state;
	setup_program(&p);
	assert_true(compile(&p, "gcc -Iinclude", "-O2"));
	assert_int_equal(sdt_file_open(p.output, SDT_WANT_SITES, &file, NULL),
			 0);
	f = fopen(p.output, "r");
	assert_non_null(f);
	assert_int_equal(fseek(f, file->sites[0].pc_fileoff, SEEK_SET), 0);
	assert_int_equal(fread(&byte, 1, 1, f), 1);
	assert_int_equal(byte, 0x90);
	fclose(f);
	sdt_file_close(file);
	remove_program(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(libstdcxx),
		cmocka_unit_test(postgres),
		cmocka_unit_test(with_gcc),
		cmocka_unit_test(with_clang),
		cmocka_unit_test(with_systemtap_header),
		cmocka_unit_test(compiled_object),
		cmocka_unit_test(foreign_objects),
		cmocka_unit_test(offset_is_the_nop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
