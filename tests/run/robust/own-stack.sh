#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each program of a user probe uses the stack of its thread (runtime/codegen/codegen.c), because it contains a tail call that
# never happens. Otherwise newer kernels use a stack of the CPU, which a thread that preempts the program overwrites; this
# is too rare to be detected by counting.
. tests/run/common.inc

# stacks N WHAT SCRIPT: N tail calls in N programs
stacks() {
	timeout 20 "$DT" -S -e -n "$3" -c "$TRIGGERS/loop 1" >"$TMP/out" 2>&1
	cnt=$(grep -c '= tail_call()' "$TMP/out")
	[ "$cnt" -eq "$1" ] && why= || why="$cnt, expected $1"
	result "$2" "$why"
}

stacks 1 usdt 'loop$target:::tick { @[arg0] = count(); printf("%d\n", arg0); }'
stacks 2 pid 'pid$target:loop:main:entry, pid$target:loop:main:return { @[arg0] = quantize(1); printf("%d\n", 1); }'
stacks 0 others 'BEGIN, tick-1s, syscall::read:entry { @[arg0] = quantize(1); printf("%d\n", 1); }'
stacks 1 split "$(printf 'BEGIN { i = 0; }'; for n in $(seq 1 200); do
	printf 'loop$target:::tick { @[arg0, %d] = quantize(arg0 / (i + 1)); printf("%%d\\n", arg0); } ' "$n"; done)"
