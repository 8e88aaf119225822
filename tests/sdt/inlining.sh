#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# gcc inlines the same functions with sites as with systemtap's header, so that a program has the same number of
# sites: functions of several sizes, called three times, with 0 to 6 arguments.
. tests/sdt/common.inc

[ -n "$PEER" ] || {
	skip inlining "needs systemtap-sdt-dev"
	done_testing
}

functions() { # STORAGE
	echo '#include <sys/sdt.h>'
	echo 'extern int sink (int), table[];'
	for size in 0 1 2 3 4 5 6 7 8; do
		body=
		for _ in $(seq 1 $size); do body="$body a += sink (a); table[a] = b;"; done
		for probe in 'DTRACE_PROBE (p, %s)' 'DTRACE_PROBE1 (p, %s, a)' 'DTRACE_PROBE2 (p, %s, a, b)' \
			'DTRACE_PROBE6 (p, %s, a, b, a, b, a, b)'; do
			f=f${size}_$(echo "$probe" | tr -cd , | wc -c)
			# shellcheck disable=SC2059  # the name is put into it
			echo "$1 int $f (int a, int b) { $(printf "$probe" "$f"); $body return a; }"
			echo "int of_$f (int x) { return $f (x, 1) + $f (2, x) + $f (x, x); }"
		done
	done
}

sites() { # FLAGS: the number of sites of each name
	gcc "$@" -c "$T/functions.c" -o "$T/functions.o" || return
	notes "$T/functions.o" | cut -d' ' -f1 | sort | uniq -c
}

for storage in static 'static inline'; do
	functions "$storage" > "$T/functions.c"
	for level in -O1 -O2 -O3 -Os; do
		# shellcheck disable=SC2086  # flags
		expect "inlining$level-$(echo $storage | tr ' ' -)" "$(sites $level -isystem "$PEER")" "$(sites $level $INC)"
	done
done
# the test is meaningless if no function is inlined, or all of them are
[ "$(notes "$T/functions.o" | wc -l)" -ge 36 ] && ok sites || not_ok sites "few"
done_testing
