#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# D programs with chains of 100,000 references from one thing to the next: they are compiled, or refused with a message
# on one line of D. The size of the compiler's stack is no limit.
. tests/run/common.inc

# chain NAME FIRST FORMAT LAST MESSAGE: FIRST, then FORMAT with N and N - 1 for each N, then LAST; nothing is traced (-e)
chain() {
	awk -v first="$2" -v format="$3\\n" -v last="$4" 'BEGIN {
		print first
		for (n = 1; n <= 100000; n++)
			printf format, n, n - 1
		print last
	}' >"$TMP/$1.d"
	"$DT" -qes "$TMP/$1.d" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	if [ -z "$5" ]; then wanted=0; else wanted=1; fi
	result "$1" "$([ $status = $wanted ] || echo "status $status"
		[ ! -s "$TMP/out" ] || head -c 200 "$TMP/out"
		if [ -z "$5" ]; then head -c 300 "$TMP/err"; else grep -qF ": $5" "$TMP/err" || head -c 300 "$TMP/err"; fi)"
}
much='the inlines and translators used here expand to too much code'
chain inlines 'inline int i0 = pid;' 'inline int i%d = i%d;' 'BEGIN { trace(i100000); }' "$much"
chain inlines-args 'inline int i0 = args[0] != 0;' 'inline int i%d = i%d;' 'BEGIN { trace(i100000); }' "$much"
chain pointers 'struct s0 { int x; };' 'struct s%d { struct s%d *p; };' 'BEGIN { trace(sizeof(struct s100000)); }' ''
chain members 'struct s0 { int x; };' 'struct s%d { struct s%d m; };' 'BEGIN { trace(sizeof(struct s100000)); }' ''
