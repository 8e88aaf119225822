#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# One-liners on statistics of the kernel, as users type them: they count for all programs, but only the row of the
# program started by this test is compared.
. tests/run/common.inc

# row NAME PROGRAM SCRIPT WANTED: the row of the trigger whose name is the first word of PROGRAM
row() {
	"$DT" -n "$3" -c "$TRIGGERS/$2" >"$TMP/out" 2>"$TMP/err" </dev/null
	grep -E "^  ${2%% *} " "$TMP/out" >"$TMP/row"
	result "$1" "$(grep -Exq -- "$4" "$TMP/row" || cat "$TMP/row")"
	result "$1-matched" "$(grep -Eq "^dtrace: description '${3%%\{*}' matched [0-9]+ probes?\$" "$TMP/err" || cat "$TMP/err")"
}

row writech lives 'sysinfo:::writech { @bytes[execname] = sum(arg0); }' '  lives {45} +20000'
row readch lives 'sysinfo:::readch { @bytes[execname] = sum(arg0); }' '  lives {45} +1[0-9]{4}'
row as_fault pages\ 500 'vminfo:::as_fault { @mem[execname] = sum(arg0); }' '  pages {45} +[5-9][0-9]{2}'
