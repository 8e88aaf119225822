// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry: an ELF file (sites, operands, symbols, types, links) must be read
 * or refused, whatever its bytes are. The result is read as a listing reads it,
 * so that strings that have no end or are out of bounds are found too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sdt/file.h"
#include "sdt/name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition)
{
	if (!condition)
		abort();
}

static void look_at_site(const struct sdt_file *file,
			 const struct sdt_site *site)
{
	struct strbuf sb = { 0 };

	demand(sdt_name_showable(site->provider));
	sdt_name_display(site->name, &sb);
	strbuf_puts(&sb, site->args_text);
	strbuf_puts(&sb, site->function);
	demand(site->arg_cnt <= SDT_ARG_MAX);
	for (size_t i = 0; i < site->arg_cnt; i++) {
		const struct sdt_arg *arg = &site->args[i];

		strbuf_puts(&sb, arg->text);
		demand((arg->kind == SDT_ARG_NONE) == (arg->why != NULL));
	}
	sdt_file_types(file, site->provider, site->name);
	strbuf_deinit(&sb);
}

static void look_at_direct(const struct sdt_file *file,
			   const struct sdt_direct *direct)
{
	uint64_t fileoff;

	demand(direct->hook_cnt <= direct->provider->probe_cnt);
	for (size_t i = 0; i < direct->hook_cnt; i++)
		demand(direct->provider->probes[i].name != NULL);
	demand(!(direct->control_vaddr % 64));
	demand(!sdt_file_offset(file, direct->alive_pc_vaddr, &fileoff));
	demand(!sdt_file_offset(file, direct->alive_sema_vaddr, &fileoff));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sdt_file *file;
	const char *why;
	uint64_t bias;

	if (sdt_file_open_memory(data, size, SDT_WANT_ALL, &file, &why)) {
		demand(why && why[0]);
		return 0;
	}
	for (size_t i = 0; i < file->site_cnt; i++)
		look_at_site(file, &file->sites[i]);
	for (size_t i = 0; i < file->direct_cnt; i++)
		look_at_direct(file, &file->directs[i]);
	for (size_t i = 0; i < file->needed_cnt; i++)
		demand(strlen(file->needed[i]) < 4096);
	sdt_file_bias(file, 0x7f0000000000, 0x1000, &bias);
	sdt_file_close(file);
	return 0;
}
