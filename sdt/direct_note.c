// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: DIRECT records, which any program may have written. Out: the valid ones.
 *
 * A tracer writes a byte to the control block that a record names, and lets the
 * kernel count in the semaphore that it names. If these are not data of the
 * file, the provider is left out, and its sites are traced by the kernel.
 */
#include "sdt/direct_note.h"

#include <elf.h>

#include "sdt/direct_abi.h"
#include "sdt/file.h"

/* The segment that contains @bytes at @vaddr in memory, or NULL. */
static const struct sdt_load *load_of(const struct sdt_file *file,
				      uint64_t vaddr, uint64_t bytes)
{
	for (size_t i = 0; i < file->load_cnt; i++) {
		const struct sdt_load *load = &file->loads[i];

		if (vaddr >= load->vaddr &&
		    vaddr - load->vaddr < load->mem_bytes &&
		    bytes <= load->mem_bytes - (vaddr - load->vaddr))
			return load;
	}
	return NULL;
}

static bool is_in_file(const struct sdt_load *load, uint64_t vaddr,
		       uint64_t bytes, uint64_t *fileoff_ret)
{
	uint64_t off = vaddr - load->vaddr;

	if (off >= load->file_bytes || bytes > load->file_bytes - off)
		return false;
	*fileoff_ret = load->fileoff + off;
	return true;
}

static bool check(const struct sdt_file *file, struct sdt_direct *direct)
{
	const struct sdt_load *control = load_of(
		file, direct->control_vaddr, sizeof(struct direct_control));
	const struct sdt_load *sema = load_of(file, direct->alive_sema_vaddr, 2);
	uint64_t stub_bytes = (1 + (uint64_t)direct->hook_cnt) *
			      DIRECT_STUB_BYTES - DIRECT_STUB_NOP;
	const struct sdt_load *pc =
		load_of(file, direct->alive_pc_vaddr, stub_bytes);

	return control && control->is_write && sema && sema->is_write && pc &&
		pc->is_exec &&
		!(direct->control_vaddr % sizeof(struct direct_control)) &&
		!(direct->alive_sema_vaddr % 2) &&
		is_in_file(sema, direct->alive_sema_vaddr, 2,
			   &direct->alive_sema_fileoff) &&
		is_in_file(pc, direct->alive_pc_vaddr, stub_bytes,
			   &direct->alive_pc_fileoff) &&
		direct->hook_cnt <= DIRECT_HOOK_MAX &&
		direct->hook_cnt <= direct->provider->probe_cnt;
}

/*
 * Returns false if the record can't be true. A linker may have dropped unused
 * parts.
 */
static bool add(struct sdt_file *file, struct sdt_direct *directs,
		const struct sdt_type_provider *provider, uint64_t base_vaddr)
{
	const struct sdt_type_direct *record = provider->direct;
	uint64_t moved = base_vaddr && record->base ?
		base_vaddr - record->base :
		0;
	struct sdt_direct direct = {
		.provider = provider,
		.hook_cnt = record->hook_cnt,
		.control_vaddr = record->control + moved,
		.alive_sema_vaddr = record->alive_sema + moved,
		.alive_pc_vaddr = record->alive_pc + moved,
		.constants_vaddr = file->constants_vaddr,
		.constants_bytes = file->constants_bytes,
	};

	if (record->version != DIRECT_VERSION || !record->control)
		return true;
	if (!check(file, &direct))
		return false;
	direct.stub_vaddr = direct.alive_pc_vaddr - DIRECT_STUB_NOP +
			    DIRECT_STUB_BYTES;
	direct.stub_fileoff = direct.alive_pc_fileoff + DIRECT_STUB_BYTES;
	directs[file->direct_cnt++] = direct;
	return true;
}

bool sdt_direct_read(struct sdt_file *file, uint64_t base_vaddr)
{
	struct sdt_direct *directs;
	bool ok = true;

	if (file->machine != EM_X86_64 || !file->format.is_64 ||
	    file->format.is_big_endian || file->elf_type == ET_REL)
		return true;
	directs = arena_new_array(&file->arena, struct sdt_direct,
				  file->type_cnt + 1);
	file->directs = directs;
	for (size_t i = 0; i < file->type_cnt; i++)
		if (file->types[i].direct)
			ok &= add(file, directs, &file->types[i], base_vaddr);
	return ok;
}
