// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/rodata_copy.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "runtime/direct/translate.h"
#include "runtime/session/direct/direct_process.h"
#include "runtime/session/session_state.h"
#include "sdt/maps.h"

uint64_t rodata_copy_bytes(const struct sdt_direct *note)
{
	return (note->constants_bytes + DIRECT_COPY_PAD_BYTES +
		DIRECT_PAGE_BYTES - 1) & -(uint64_t)DIRECT_PAGE_BYTES;
}

/*
 * Whether all bytes from @addr to @end are of the file @ino, and can't be
 * written to.
 */
static bool are_constant(pid_t pid, uint64_t ino, uint64_t addr, uint64_t end)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	size_t pos = 0;

	if (!sdt_maps_read(&maps, pid))
		while (addr < end && sdt_maps_next(&maps, &pos, &line)) {
			if (line.end_uaddr <= addr)
				continue;
			if (line.start_uaddr > addr || line.ino != ino ||
			    line.is_write)
				break;
			addr = line.end_uaddr;
		}
	sdt_maps_deinit(&maps);
	return addr >= end;
}

static bool has_file(const struct direct_process *process, uint64_t *ino_ret)
{
	struct stat st;
	int fd = usdt_direct_fd(
		process->session->matched.providers[PROVIDER_usdt],
		process->file_idx);

	if (fstat(fd, &st))
		return false;
	*ino_ret = st.st_ino;
	return true;
}

/*
 * Each string that begins among the constants ends there: what follows the last
 * NUL is left out.
 */
static void cut(struct direct_process *process, const char *copy, size_t bytes)
{
	const char *last = memrchr(copy, '\0', bytes);

	if (!last) {
		process->no_constants = "its program has no strings among its "
					"constants";
		return;
	}
	process->constants.bytes = (uint32_t)(last + 1 - copy);
}

void rodata_copy(struct direct_process *process)
{
	size_t bytes = process->note->constants_bytes;
	uint64_t addr = process->note->constants_vaddr + process->load_bias;
	char *copy = (char *)process->mem + process->plan->bytes;
	struct iovec to = { copy, bytes }, from = { (void *)addr, bytes };
	uint64_t ino;

	process->constants = (struct direct_constants){
		.addr = addr,
		.copy_addr = process->data_addr + process->mem_off +
			     process->plan->bytes,
	};
	if (!process->copy_bytes)
		return;
	if (!has_file(process, &ino) ||
		 !are_constant(process->pid, ino, addr, addr + bytes))
		process->no_constants = "its program has changed the memory of "
					"its constants";
	else if (process_vm_readv(process->pid, &to, 1, &from, 1, 0) !=
		 (ssize_t)bytes)
		process->no_constants = "the constants of its program can't be "
					"read";
	else
		cut(process, copy, bytes);
}
