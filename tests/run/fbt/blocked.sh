#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# Functions in which many threads wait at once: each return fires, although the kernel keeps only a few pending returns
# for a link on one function unless it is asked for more.
. tests/run/common.inc

needs_kprobes blocked
cat >"$TMP/waits.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 300 };

/* Does the process wait in a system call of this number (x86-64, or arm64)? */
static int reads(int pid)
{
	char path[64], text[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/syscall", pid);
	file = fopen(path, "r");
	if (file) {
		if (!fgets(text, sizeof(text), file))
			text[0] = 0;
		fclose(file);
	}
	return !strncmp(text, "0 ", 2) || !strncmp(text, "63 ", 3);
}

int main(void)
{
	static char bytes[THREADS];
	int ends[2], pids[THREADS];

	if (pipe(ends))
		return 1;
	for (int i = 0; i < THREADS; i++) {
		pids[i] = fork();
		if (!pids[i])
			_exit(read(ends[0], bytes, 1) != 1);
	}
	for (int i = 0; i < THREADS; i++)
		while (!reads(pids[i]))
			usleep(1000);
	if (write(ends[1], bytes, THREADS) != THREADS)
		return 1;
	while (wait(NULL) > 0)
		;
	return 0;
}
END
$CC -o "$TMP/waits" "$TMP/waits.c" || exit 1
expect blocked 0 -c "$TMP/waits" -qn 'rawfbt::vfs_read:entry /execname == "waits" && arg2 == 1/ { self->in = 1; }
	rawfbt::vfs_read:return /self->in/ { self->in = 0; @[arg1] = count(); }
	END { printa("%d %@d\n", @); trunc(@); }' <<'END'
1 300

--
END
