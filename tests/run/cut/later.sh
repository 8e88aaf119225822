#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A program for a previously unknown file, made while tracing, is cut like others: its clauses stay together, otherwise
# this-> variables would be lost between them.
. tests/run/common.inc

program=cutlate_$$
mkdir -p "$TMP/elsewhere"
cp "$TRIGGERS/loop" "$TMP/elsewhere/$program"
awk -v program="$program" 'BEGIN {
	print "this int n; this string s;"
	print "BEGIN { printf(\"go\\n\"); }"
	for (i = 1; i <= 30; i++) {
		printf "loop*:%s::tick { this->n += %d; ", program, i
		printf "this->s = strjoin(this->n == 1 ? \"\" : this->s, \"%c\"); @[%d] = count(); }\n", 96 + i % 26, i
	}
	printf "loop*:%s::tick { printf(\"%%d %%d %%s\\n\", arg0, this->n, this->s); }\n", program
	printf "loop*:%s::done { exit(0); }\n", program
	print "END { printa(\"%d %@d\\n\", @); trunc(@); }"
}' >"$TMP/late.d"
{
	for i in 0 1 2; do
		echo "$i 465 "'abcdefghijklmnopqrstuvwxy`abcd'
	done
	for i in $(seq 30); do
		echo "$i 3"
	done
} >"$TMP/wanted"
sed -i '1i go' "$TMP/wanted"
printf '\nstatus 0\n' >>"$TMP/wanted"

traced() { grep -q ' traced from [0-9.]* ms after process ' "$TMP/err"; }

for insns in 4000 500 1; do
	rm -f "$TMP/go" "$TMP/out" "$TMP/err" # for began: not the previous run's
	"$DT" -Zvq -x proginsns=$insns -s "$TMP/late.d" >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	"$TMP/elsewhere/$program" 3 "$TMP/go" &
	loop=$!
	wait_for traced
	echo >"$TMP/go"
	wait $dtrace
	echo "status $?" >>"$TMP/out"
	wait $loop
	result "late-$insns" "$(sed -n '/^go$/,$p' "$TMP/out" | diff "$TMP/wanted" -)"
done
