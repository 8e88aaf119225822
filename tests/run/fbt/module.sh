#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Functions of a module with types of its own.
# @root
if ! "$DTRACE" -x features | grep -q '^kprobe  *yes'; then
	echo "skip module: needs kprobe"
	exit 0
fi
if ! grep -q '^loop ' /proc/modules; then
	echo "skip module: needs the module loop"
	exit 0
fi
"$DTRACE" -qn 'fbt:loop:loop_control_ioctl:entry /pid == $target/ {
	printf("%s %s %x %s\n", probemod, probefunc, args[1], args[0] ? "file" : "null"); }' \
	-c "$BUILD/tests/triggers/kcalls" >"$TMP/out" 2>"$TMP/err"
if [ "$(cat "$TMP/out")" = "loop loop_control_ioctl 4c82 file" ]; then
	echo "ok module"
else
	echo "not ok module: prints something else"
	cat "$TMP/out" "$TMP/err"
fi
