#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# root, the root directory of a process, by its path outside of chroot(2), and cwd, which begins there.
. tests/run/common.inc

cat >"$TMP/moves.c" <<'C'
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc != 2 || mkdir(argv[1], 0700) || chdir(argv[1]) || mkdir("inside", 0700) || chdir("inside"))
		return 1;
	getppid();
	if (chroot(argv[1]))
		return 2;
	getppid();
	if (chroot("."))
		return 3;
	getppid();
	return 0;
}
C
$CC -O1 "$TMP/moves.c" -o "$TMP/moves" || exit 1
"$DT" -qn 'syscall::getppid:entry /pid == $target/ { printf("%s %s\n", root, cwd); }' -c "$TMP/moves $TMP/new" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
result status "$([ $? = 0 ] || cat "$TMP/err")"
result root "$(printf '%s\n' "/ $TMP/new/inside" "$TMP/new /inside" "$TMP/new/inside /" '' | diff - "$TMP/out")"
