// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files on overlayfs that were changed (chmod, chown, touch) after a process had
 * mapped them. The file system has copied such a file to its upper layer, and
 * the process still executes the lower one, which can't be opened any more:
 *
 *	process 1234	-> lower/prog	mapped
 *	/mnt/prog	-> upper/prog	opened, and probed
 *
 * The two have the same numbers and bytes, and the kernel reports success. What
 * tells is the memory of the process, in which there is no breakpoint.
 */
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/provider/user.h"
#include "sdt/maps.h"
#include "sdt/process.h"

/* A breakpoint has 1 byte on x86, 4 on arm64. */
enum { INSN_BYTES = 4 };

static bool is_mapped_by(const struct sdt_maps_line *line, uint64_t ino,
			 uint64_t fileoff)
{
	return line->is_exec && line->ino == ino && fileoff >= line->fileoff &&
	       fileoff - line->fileoff <
		       line->end_uaddr - line->start_uaddr - INSN_BYTES;
}

/* Whether the process executes the bytes of the file there as they are. */
static bool is_untouched(int mem_fd, const struct sdt_maps_line *line, int fd,
			 uint64_t fileoff)
{
	uint8_t own[INSN_BYTES], file[INSN_BYTES];
	uint64_t uaddr = line->start_uaddr + fileoff - line->fileoff;

	return pread(mem_fd, own, sizeof(own), (off_t)uaddr) == sizeof(own) &&
	       pread(fd, file, sizeof(file), (off_t)fileoff) == sizeof(file) &&
	       !memcmp(own, file, sizeof(own));
}

bool prov_is_other_copy(pid_t pid, int fd, uint64_t fileoff)
{
	pid_t task = sdt_process_task(pid);
	_cleanup_free_ char *path = xasprintf("/proc/%d/mem", (int)task);
	_cleanup_close_ int mem_fd = -1;
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	struct statfs fs;
	struct stat st;
	bool is_other = false;
	size_t pos = 0;

	if (fstatfs(fd, &fs) || fs.f_type != OVERLAYFS_SUPER_MAGIC ||
	    fstat(fd, &st))
		return false;
	mem_fd = open(path, O_RDONLY | O_CLOEXEC);
	if (mem_fd < 0 || sdt_maps_read(&maps, task))
		return false;
	while (!is_other && sdt_maps_next(&maps, &pos, &line))
		is_other = is_mapped_by(&line, st.st_ino, fileoff) &&
			is_untouched(mem_fd, &line, fd, fileoff);
	sdt_maps_deinit(&maps);
	return is_other;
}
