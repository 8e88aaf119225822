#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# Arguments of functions whose prototypes differ, in one program: a negative int is negative, and what follows a struct
# that is passed by value in two registers is found, and a missing one is 0. The same functions by programs of their own give the same numbers.
. tests/run/common.inc

needs_kprobes widths
cat >"$TMP/calls.c" <<'END'
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

int main(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), one = 1;
	struct stat stat_of;

	setpriority(PRIO_PROCESS, 0, -3);
	mkdir("/", 0751);
	stat("/", &stat_of);
	return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
}
END
$CC -o "$TMP/calls" "$TMP/calls.c" || exit 1

# prints NAME WORD...: runs calls, with clauses at these functions
prints() {
	name=$1
	shift
	"$DT" -qn "$1 /pid == \$target && (probefunc == \"set_one_prio\" || probefunc == \"sock_setsockopt\")/ {
		printf(\"%s %d %d %d %d\n\", probefunc, arg1, arg2, arg4, arg5); }" \
		-n "$1 /pid == \$target && arg0 == -100/ { @[probefunc] = count(); } END { printa(\"%s\n\", @); }" \
		-c "$TMP/calls" >"$TMP/$name" 2>"$TMP/err" </dev/null
	result "$name-status" "$([ $? = 0 ] || cat "$TMP/err")"
}
functions='fbt::set_one_prio:entry,fbt::sock_setsockopt:entry,fbt::[df]*_mkdirat:entry'
prints own "$functions"
# these are so many that one program runs at all of them
prints shared "$functions,fbt::vfs_*:entry"
sort "$TMP/shared" | grep -v '^vfs_' | grep . >"$TMP/out"
result same "$(sort "$TMP/own" | grep . | diff - "$TMP/out")"
result priority "$(grep -Eqx 'set_one_prio -3 -?[0-9]+ 0 0' "$TMP/out" || cat "$TMP/out")"
result after-struct "$(grep -qx 'sock_setsockopt 1 2 4 0' "$TMP/out" || cat "$TMP/out")"
result directory "$(grep -Eqx '(do|filename)_mkdirat' "$TMP/out" || cat "$TMP/out")"
result negative "$(grep -Eqx 'vfs_(fstatat|statx)' "$TMP/shared" || cat "$TMP/shared")"
