#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Reading the kernel's symbols takes longer than all else at the start, so a script that only may print stacks does not.
. tests/run/common.inc

# opened NAME CLAUSE: while no stack is printed
opened() {
	under_strace -f -qq -e trace=openat,bpf -o "$TMP/calls" "$DT" -qn "$2 BEGIN { exit(0); }" >"$TMP/out" 2>&1 </dev/null
	status=$?
	result "$1" "$([ $status = 0 ] || echo "status $status"
		grep -q BPF_PROG_LOAD "$TMP/calls" || echo 'no program'
		grep kallsyms "$TMP/calls"
		cat "$TMP/out")"
}

opened tracepoint 'sched:::off-cpu /execname == "no such name"/ { @[stack()] = count(); }'
opened syscall 'syscall::getppid:entry /execname == "no such name"/ { stack(); }'
