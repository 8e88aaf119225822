#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# An expression with too many values at once can't be cut and is refused with its place; a slightly smaller one works.
. tests/run/common.inc

# nested DEPTH: an expression that keeps three values per level, and whose result is 3
nested() {
	awk -v depth="$1" 'BEGIN {
		text = "three"
		for (i = 1; i <= depth; i++)
			text = "zero / " i " - (zero / " i " - one / one * (" text "))"
		print text
	}'
}

# nest DEPTH: $TMP/DEPTH.d
nest() {
	cat >"$TMP/$1.d" <<END
int zero, one, three;
BEGIN { one = 1; three = 3; }
BEGIN
{
	trace("in front of it"); trace($(nested "$1"));
	exit(0);
}
END
}

nest 60
expect fits 0 -x proginsns=1 -qs "$TMP/60.d" <<'END'
in front of it3
--
END
for insns in 1 4000; do
	nest 98
	"$DT" -x proginsns=$insns -qs "$TMP/98.d" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed "s|$TMP/||" "$TMP/err" | sed 1q >"$TMP/got"
	cat >"$TMP/wanted" <<'END'
dtrace: failed to compile script 98.d: line 5: a statement has too many values at once; first compute parts of it in this-> variables
END
	bad=$(diff "$TMP/wanted" "$TMP/got")
	[ $status -eq 1 ] && [ ! -s "$TMP/out" ] || bad="status $status $bad $(cat "$TMP/out")"
	result "too-much-$insns" "$bad"
done
