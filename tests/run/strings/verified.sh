#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# strings: the number of instructions that the kernel verifies for subroutines that search. Functions of the in-kernel
# library with loops of 256 rounds took at least twice as many.
. tests/run/common.inc

# verified NAME AT-MOST EXPRESSION: instructions for the program that contains it
verified() {
	cnt=$("$DT" -x bpflog -x bpflogsize=16m -qn "BEGIN { s = \"a/b\"; x = $3; exit(0); }" 2>&1 |
		sed -n 's/^processed \([0-9]*\) insns.*/\1/p' | sort -n | tail -1)
	result "$1" "$([ "${cnt:-0}" -gt 0 ] && [ "$cnt" -le "$2" ] || echo "${cnt:-no} instructions, $2 are too many")"
}

verified index 4000 'index(s, "a")'
verified index-word 4500 'index(s, "ab")'
verified index-string 10000 'index(s, s)'
verified rindex-string 6000 'rindex(s, s)'
verified strchr 5000 "strchr(s, 'b')"
verified strtok 10000 'strtok(s, "/")'
verified basename 6500 'basename(s)'
verified cleanpath 16000 'cleanpath(s)'
