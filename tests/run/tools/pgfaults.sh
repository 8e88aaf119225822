#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pgfaults: one fault for each new page, written or read, by the program or by the kernel for it, and for each copied page.
. tests/run/tools/common.inc
case $(uname -m) in
x86_64) ;;
*)
	echo 'skip pgfaults: needs an x86 processor'
	exit 0 ;;
esac

cat >"$TMP/touch.c" <<'END'
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone))
KEEP void touch(volatile char *p, int n) { for (int i = 0; i < n; i++) p[i * 4096L] = 1; }
KEEP int look(volatile char *p, int n) { int sum = 0; for (int i = 0; i < n; i++) sum += p[i * 4096L]; return sum; }
static char *pages(int n)
{
	char *p = mmap(NULL, n * 4096L, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED || madvise(p, n * 4096L, MADV_NOHUGEPAGE)) exit(1);
	return p;
}
/* touch WRITTEN READ KERNEL COPIED */
int main(int argc, char **argv)
{
	int n[5], ends[2];

	for (int i = 1; i < 5; i++) n[i] = atoi(argv[i]);
	touch(pages(n[1] + 1), n[1]);
	look(pages(n[2] + 1), n[2]);
	char *filled = pages(n[3] + 1);
	if (pipe(ends)) return 1;
	for (int i = 0; i < n[3]; i++)
		if (write(ends[1], "x", 1) != 1 || read(ends[0], filled + i * 4096L, 1) != 1) return 1;
	char *copied = pages(n[4] + 1);
	touch(copied, n[4]);
	pid_t pid = fork();
	if (!pid) { touch(copied, n[4]); _exit(0); }
	waitpid(pid, NULL, 0);
	return argc != 5;
}
END
${CC:-gcc} -O1 "$TMP/touch.c" -o "$TMP/touch" || exit 1

tool pgfaults -u -c "$TMP/touch 100 70 30 50"
awk '$2 ~ /`(touch|look|read)$/ { sub(/.*`/, "", $2); print $2, $3 }' "$TMP/out" | sort >"$TMP/some"
mv "$TMP/some" "$TMP/out"
prints functions 'look 70
read 30
touch 150
touch 50'

# the columns; starting takes less than a hundred faults
tool pgfaults -n touch -c "$TMP/touch 3000 1000 0 2000"
awk 'NR > 1 { read += $3; write += $4; copy += $6; all += $7; named += $3 + $4 + $5 + $6 }
	END { print int(read / 100), int(write / 100), int(copy / 100), (all >= named) }' "$TMP/out" >"$TMP/sums"
result columns "$([ "$(cat "$TMP/sums")" = '10 50 20 1' ] || cat "$TMP/sums" "$TMP/out" "$TMP/err")"
