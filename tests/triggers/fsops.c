// SPDX-License-Identifier: BSD-2-Clause
/*
 * fsops DIR: operations on files in DIR, an empty directory, between two calls of
 * getppid(2), each as often as its name in tests/run/fsinfo/operations.sh says;
 * and, before, between and after them, some that fail.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void must(int line, int is_good)
{
	if (is_good)
		return;
	fprintf(stderr, "fsops: line %d\n", line);
	exit(1);
}
#define MUST(condition) must(__LINE__, (condition) ? 1 : 0)

static void data(int fd)
{
	static char bytes[100];
	struct iovec two[2] = { { bytes, 30 }, { bytes, 40 } };
	void *volatile bad = (void *)1;

	for (int i = 0; i < 3; i++)
		MUST(write(fd, bytes, 100) == 100);
	MUST(pwrite(fd, bytes, 10, 0) == 10);
	MUST(writev(fd, two, 2) == 70);
	MUST(write(fd, bad, 8) < 0);
	MUST(lseek(fd, 0, SEEK_SET) == 0);
	MUST(lseek(fd, -1, SEEK_SET) < 0);
	for (int i = 0; i < 2; i++)
		MUST(read(fd, bytes, 50) == 50);
	MUST(pread(fd, bytes, 20, 0) == 20);
	MUST(readv(fd, two, 2) == 70);
	MUST(read(fd, bad, 8) < 0);
	MUST(lseek(fd, 0, SEEK_END) == 370);
	MUST(read(fd, bytes, 1) == 0);
	MUST(!fsync(fd) && !fdatasync(fd));
	MUST(!fallocate(fd, 0, 0, 4096));
	MUST(!fchmod(fd, 0600));
}

static void names(void)
{
	char text[64];
	struct stat st;

	MUST(!link("file", "other"));
	MUST(link("none", "more") < 0);
	MUST(!symlink("file", "short"));
	MUST(readlink("short", text, sizeof(text)) == 4);
	MUST(!stat("file", &st) && !lstat("short", &st));
	MUST(stat("none", &st) < 0);
	MUST(!chmod("other", 0644));
	MUST(!rename("other", "third"));
	MUST(rename("none", "more") < 0);
	MUST(!mkdir("inner", 0700) && !mkdir("second", 0700));
	MUST(mkdir("inner", 0700) < 0);
	MUST(!rmdir("second"));
	MUST(rmdir("none") < 0);
	MUST(!unlink("third") && !unlink("short"));
	MUST(unlink("third") < 0);
}

static void directory(void)
{
	static char entries[4096];
	int fd = open(".", O_RDONLY | O_DIRECTORY);

	MUST(fd >= 0);
	while (syscall(SYS_getdents64, fd, entries, sizeof(entries)) > 0)
		;
	MUST(!close(fd));
}

int main(int argc, char **argv)
{
	int fd;

	MUST(argc == 2 && !chdir(argv[1]));
	getppid();
	fd = open("file", O_CREAT | O_RDWR, 0600);
	MUST(fd >= 0);
	MUST(open("none", O_RDONLY) < 0);
	data(fd);
	MUST(dup(fd) == fd + 1 && !close(fd + 1));
	names();
	directory();
	MUST(!close(fd));
	getppid();
	MUST(!unlink("file") && !rmdir("inner"));
	return 0;
}
