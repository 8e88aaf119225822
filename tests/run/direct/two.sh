#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program with two providers, of which both run clauses themselves, though only one at a time can be asked.
. tests/run/direct/direct.inc
cat >"$TMP/two.d" <<'D'
provider one { probe a(int n); };
provider two { probe b(int n); };
D
cat >"$TMP/two.c" <<'C'
#include <stdio.h>
#include "two.h"
int main(void)
{
	static int n;

	while (getchar() == '\n') {
		ONE_A(n);
		TWO_B(n);
		printf("%d\n", ++n);
		fflush(stdout);
	}
	return 0;
}
C
"$DT" -h --direct -s "$TMP/two.d" -o "$TMP/two.h" &&
	${CC:-gcc} -O2 -I"$root/include" -I"$TMP" -c "$TMP/two.c" -o "$TMP/two.o" &&
	"$DT" -G --direct -s "$TMP/two.d" -o "$TMP/two.prov.o" "$TMP/two.o" &&
	${CC:-gcc} "$TMP/two.o" "$TMP/two.prov.o" -o "$TMP/two" || exit 1

start "$TMP/two"
wait_for runs $storm "$TMP/two"
trace -q -p $storm -n 'BEGIN { printf("go\n"); } one$target:::a, two$target:::b { @[probename] = count(); }
	END { printa("%s %@d\n", @); }'
fire_both() {
	echo >&3
	read -r fired <&4
}
# until it is known of both
are_settled() {
	fire_both
	[ "$(grep -c 'by itself\|through the kernel' "$TMP/err")" = 2 ]
}
wait_for are_settled
fire_both
stop_tracing
equals counts "$(grep . "$TMP/out" | sort | tr '\n' ' ')" "a $fired b $fired "
equals both-direct "$(sed -n "s/^.*process $storm runs 1 probes of \([a-z]*\) by itself$/\1/p" "$TMP/err" | sort | tr '\n' ' ')" "one two "
exec 3>&- 4<&-
wait $storm
equals status $? 0
