// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: ELF files. Out: one line for each argument of a site that a tracer
 * built on BPF can't read, and why, with the function around the site:
 *
 *	a.o: shop:order in main+0x1c: arg2 8f@%xmm0: a vector register, which
 *	the kernel does not save
 *
 * "A tracer" here means a typical one, which reads registers, constants and
 * memory at one register plus an offset. Symbols are therefore not looked up
 * here, although dtrace itself does that.
 */
#include "cmd/check_sites.h"

#include <stdio.h>
#include <string.h>

#include "base/text/printable.h"
#include "cmd/say.h"
#include "sdt/file.h"

/* Why a typical tracer cannot read @arg, or NULL. */
static const char *trouble(const struct sdt_arg *arg)
{
	if (arg->kind == SDT_ARG_NONE)
		return arg->why;
	if (arg->is_float)
		return "floating point";
	if (strchr(arg->text, '(') && strstr(arg->text, "%rip"))
		return "relative to the instruction; needs the symbol table";
	if (arg->is_vaddr)
		return "names a symbol";
	if (arg->kind == SDT_ARG_MEM && arg->index_reg != SDT_REG_NONE)
		return "memory with an index register";
	return NULL;
}

/* The names in the file are untrusted, so they are escaped. */
static void print_trouble(const char *path, const struct sdt_site *site,
			  uint8_t i, const char *why)
{
	struct strbuf line = { 0 }, shown = { 0 };

	strbuf_printf(&line, "%s: %s:%s", path, site->provider, site->name);
	if (*site->function)
		strbuf_printf(&line, " in %s+0x%llx", site->function,
			      (unsigned long long)site->function_off);
	strbuf_printf(&line, ": arg%u %s: %s", i, site->args[i].text, why);
	puts(printable_name(strbuf_text(&line), &shown));
	strbuf_deinit(&line);
	strbuf_deinit(&shown);
}

static int check_site(const char *path, const struct sdt_site *site)
{
	int cnt = 0;

	for (uint8_t i = 0; i < site->arg_cnt; i++) {
		const char *why = trouble(&site->args[i]);

		if (!why)
			continue;
		print_trouble(path, site, i, why);
		cnt++;
	}
	return cnt;
}

/* The number of bad arguments, or -1 when the file can't be read. */
static int check_file(const char *path)
{
	const char *why = NULL;
	struct sdt_file *file;
	int cnt = 0;

	if (sdt_file_open(path,
			  SDT_WANT_SITES | SDT_WANT_ARGS | SDT_WANT_FUNCTIONS,
			  &file, &why)) {
		say("cannot read %s: %s", path, why);
		return -1;
	}
	for (size_t i = 0; i < file->site_cnt; i++)
		cnt += check_site(path, &file->sites[i]);
	sdt_file_close(file);
	return cnt;
}

int check_main(const struct cmd_args *args)
{
	int status = 0;

	if (!args->operands.cnt) {
		say("--check requires one or more files");
		return 2;
	}
	for (size_t i = 0; i < args->operands.cnt; i++)
		if (check_file(args->operands.v[i]))
			status = 1;
	return status;
}
