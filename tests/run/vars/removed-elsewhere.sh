#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# Two CPUs create and delete the same elements: what one deletes while the other one creates it is not a drop for lack of
# room, and leaves nothing behind.
. tests/run/common.inc
firings=${FIRINGS:-300000}
# a name of its own, so that other runs of the program are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1

awk -v program=$forks 'BEGIN {
	print "#pragma D option quiet\nforks*:" program "::work\n{"
	for (i = 0; i < 12; i++)
		print "\tn[0]++; n[0] = 0; text[\"k\"] += arg1; text[\"k\"] = 0;"
	print "}\nforks*:" program "::work { fired++; }"
	print "END { printf(\"%d %d of %d\\n\", n[0], text[\"k\"], fired); }"
}' >"$TMP/removed.d"
{
	echo "0 0 of $((2 * firings))"
	echo
	echo "--"
} >"$TMP/expected"
expect removed-elsewhere 0 -s "$TMP/removed.d" -c "$TMP/$forks 1 $firings" <"$TMP/expected"
