#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# fds[]: files that have no path are named as in /proc/self/fd, which the program prints.
. tests/run/common.inc

cat >"$TMP/special.c" <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Prints the file's name, and makes a call with the descriptor that does nothing. */
static void show(int fd)
{
	char link[64], name[256];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, name, sizeof(name));
	printf("%.*s\n", (int)len, name);
	posix_fadvise(fd, 777, 0, POSIX_FADV_NORMAL);
}

int main(void)
{
	static const char *const namespaces[] = { "net", "mnt", "pid", "user", "cgroup" };
	int pipes[2];

	for (int i = 0; i < 5; i++) {
		char path[64];

		snprintf(path, sizeof(path), "/proc/self/ns/%s", namespaces[i]);
		show(open(path, O_RDONLY));
	}
	show(syscall(SYS_pidfd_open, getpid(), 0));
	show(eventfd(0, 0));
	show(timerfd_create(CLOCK_REALTIME, 0));
	show(memfd_create("memory", 0));
	show(socket(AF_UNIX, SOCK_DGRAM, 0));
	if (pipe(pipes))
		return 1;
	show(pipes[1]);
	return 0;
}
C
$CC -O1 "$TMP/special.c" -o "$TMP/special" || exit 1
"$DT" -qn 'syscall::fadvise64:entry /pid == $target && arg1 == 777/ { printf("%s\n", fds[arg0].fi_pathname); }' \
	-o "$TMP/traced" -c "$TMP/special" >"$TMP/named" 2>"$TMP/err" </dev/null
sed -i '/^$/d' "$TMP/traced" "$TMP/named"
why=$(
	diff "$TMP/named" "$TMP/traced"
	cat "$TMP/err"
	[ "$(wc -l <"$TMP/named")" = 11 ] || echo "not 11 files"
)
result special-files "$why"
