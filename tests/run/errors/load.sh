#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A program that the kernel refuses: the message names the line of D, followed by the last output of the verifier. The
# program consists of clauses that would be cut into parts if that were not disabled.
. tests/run/common.inc

awk 'BEGIN {
	print "this int n; this string s;"
	for (i = 1; i <= 60; i++) {
		printf "BEGIN { this->n += %d; ", i
		printf "this->s = strtok(this->n == 1 ? \"a b\" : this->s, \"%c\"); @[%d] = count(); }\n", 96 + i % 26, i
	}
	print "BEGIN { printf(\"%d\", this->n); exit(0); }"
}' >"$TMP/large.d"
expect cut 0 -q -s "$TMP/large.d" -n 'END { clear(@); trunc(@); }' <<'END'
1830
--
END
"$DT" -q -x proginsns=30000 -s "$TMP/large.d" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
if [ $status = 0 ] && [ "$(head -n 1 "$TMP/out")" = 1830 ]; then
	echo "skip refused: the kernel takes the whole of it"
	exit 0
fi
result status "$([ $status = 1 ] || echo "$status, not 1")"
result no-output "$(cat "$TMP/out")"
head -n 1 "$TMP/err" | grep -Eqx "dtrace: failed to compile script $TMP/large.d: line [0-9]+: could not enable tracing: the kernel refused program BEGIN: BPF program is too large. Processed [0-9]+ insn \(without -x proginsns it is split\)"
result message "$([ $? = 0 ] || head -n 1 "$TMP/err")"
line=$(sed -n '1s/.*: line \([0-9]*\): .*/\1/p' "$TMP/err")
# the place in the script, with its mark
sed -n 's/.*\(large\.d:[0-9]*:[0-9]*:\)$/\1/p' "$TMP/err" | grep -q "large.d:$line:"
result place "$([ $? = 0 ] || sed -n 2p "$TMP/err")"
sed -n 3p "$TMP/err" | cut -c3- | grep -Fqx -- "$(sed -n "${line}p" "$TMP/large.d")"
result source-line "$([ $? = 0 ] || sed -n 3p "$TMP/err")"
# the last instructions that the verifier processed
result last-lines "$(sed -n '5,$p' "$TMP/err" | grep -Eq '^[0-9]+: \([0-9a-f]{2}\) ' || sed -n '5,$p' "$TMP/err" | head -n 3)"
