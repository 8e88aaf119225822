#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# If a description names a call that the C library does not make, the message names the one that it makes, as shown by
# objdump.
. tests/run/common.inc

libc=$(ldd "$DT" | awk '$1 ~ /^libc\.so/ { print $3 }')
if [ "$(uname -m)" != x86_64 ] || [ -z "$libc" ]; then
	echo "ok hint # SKIP needs machine x86_64"
	exit 0
fi
# the last number loaded before each system call instruction
objdump -d --no-show-raw-insn "$libc" | awk '
	/mov +\$0x[0-9a-f]+,%eax/ { sub(/.*\$0x/, ""); sub(/,.*/, ""); number = $0; age = 0 }
	++age <= 4 && /\tsyscall/ && number != "" { print number }' | sort -u >"$TMP/made"

# hint CALL NUMBER INSTEAD: numbers are hexadecimal
hint() {
	"$DT" -qn "syscall::$1:entry /0/ { } BEGIN { exit(0); }" >"$TMP/out" 2>"$TMP/err" </dev/null
	wanted="dtrace: hint: the C library calls $3 here, not $1: see syscall::$3:entry"
	grep -qx "$2" "$TMP/made" && wanted=
	if [ "$(cat "$TMP/err")" = "$wanted" ]; then
		echo "ok $1"
	else
		echo "not ok $1: expected: $wanted"
		cat "$TMP/err"
	fi
}
hint open 2 openat
hint open64 2 openat
hint fork 39 clone
hint pipe 16 pipe2
hint select 17 pselect6
hint getdents 4e getdents64
hint creat 55 openat
hint accept 2b accept4
# no hint if the other call is described, too, and only one for all
expect both 0 -qn 'syscall::open:entry, syscall::open*:entry, syscall::fork:entry, syscall::clone:return /0/ { } BEGIN { exit(0); }' <<'END'

--
END
expect once 0 -qn 'syscall::pipe:entry, syscall::pipe:return, syscall::pipe:entry /0/ { } BEGIN { exit(0); }' <<'END'

--
dtrace: hint: the C library calls pipe2 here, not pipe: see syscall::pipe2:entry
END
