// SPDX-License-Identifier: BSD-2-Clause
/*
 * The process can map something else at any moment, so the file is opened
 * without access first, and what is asked is asked of that file: at last,
 * whether the process has this one mapped there, in a way that is possible only
 * for who has opened it for writing. The code is not mapped for writing, but
 * could be; only smaps tells that. It is read up to the mapping.
 */
#include "runtime/session/direct/verify_memfd.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sdt/maps.h"

#ifndef F_SEAL_EXEC
#define F_SEAL_EXEC 0x20
#endif

enum { SIZE_SEALS = F_SEAL_SHRINK | F_SEAL_GROW };

/*
 * The user that the files of a process belong to. That of its /proc folder is
 * root where it has changed its user.
 */
static bool file_user(pid_t pid, uid_t *ret)
{
	char path[64], line[256];
	unsigned int fs_user;
	bool is_there = false;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	in = fopen(path, "re");
	while (in && !is_there && fgets(line, sizeof(line), in))
		is_there = sscanf(line, "Uid: %*u %*u %*u %u", &fs_user) == 1;
	if (in)
		fclose(in);
	if (is_there)
		*ret = (uid_t)fs_user;
	return is_there;
}

static bool is_from_agent(pid_t pid, const struct stat *file, int fd,
			  uint64_t bytes)
{
	struct statfs system;
	uid_t user;

	return S_ISREG(file->st_mode) && !file->st_nlink &&
	       (uint64_t)file->st_size == bytes && !fstatfs(fd, &system) &&
	       /* not one of large pages, which may be missing */
	       system.f_type == TMPFS_MAGIC && file_user(pid, &user) &&
	       file->st_uid == user;
}

/* The flags of the mapping whose first line was read. */
static bool may_write(FILE *smaps)
{
	char line[256];

	while (fgets(line, sizeof(line), smaps))
		if (!strncmp(line, "VmFlags:", 8))
			return strstr(line, " mw") != NULL;
	return false;
}

/* Is it this file that the process has there, open for writing? */
static bool is_writable(pid_t pid, uint64_t uaddr, const struct stat *file)
{
	char path[64], line[4200], shared;
	uint64_t start_uaddr, ino;
	unsigned int dev_major, dev_minor;
	bool is_able = false;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/smaps", (int)pid);
	in = fopen(path, "re");
	while (in && fgets(line, sizeof(line), in)) {
		if (sscanf(line, "%" SCNx64 "-%*x %*c%*c%*c%c %*x %x:%x %" SCNu64,
			   &start_uaddr, &shared, &dev_major, &dev_minor,
			   &ino) != 5 || start_uaddr != uaddr)
			continue;
		is_able = shared == 's' && ino == file->st_ino &&
			  makedev(dev_major, dev_minor) == file->st_dev &&
			  may_write(in);
		break;
	}
	if (in)
		fclose(in);
	return is_able;
}

int memfd_open(pid_t pid, uint64_t uaddr, uint64_t bytes)
{
	_cleanup_close_ int found = -1, fd = -1;
	char path[SDT_MAPPED_PATH_BYTES];
	struct stat file;
	int seals;

	sdt_mapped_path(path, pid, uaddr, uaddr + bytes);
	found = open(path, O_PATH | O_CLOEXEC);
	if (found < 0)
		return -errno;
	if (fstat(found, &file) || !is_from_agent(pid, &file, found, bytes) ||
	    !is_writable(pid, uaddr, &file))
		return -EBADF;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", found);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	seals = fcntl(fd, F_GET_SEALS);
	/* vm.memfd_noexec=1 seals what is not executable, which does no harm */
	if (seals > 0)
		seals &= ~F_SEAL_EXEC;
	if ((seals != 0 && seals != SIZE_SEALS) ||
	    fcntl(fd, F_ADD_SEALS, SIZE_SEALS) || fstat(fd, &file))
		return -EBADF;
	/* it may have become shorter before */
	return (uint64_t)file.st_size == bytes ? take_fd(fd) : -EBADF;
}
