#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# More associative arrays and aggregations in one clause than a BPF program can have maps: those of the same shape share
# a map, and an element of one is not seen in another.
. tests/run/common.inc
N=70

awk -v n=$N 'BEGIN {
	print "#pragma D option quiet\nBEGIN\n{"
	for (i = 0; i < n; i++)
		printf "\ta%d[1] = %d; t%d[\"k\", 1] = \"v%d\"; self->s%d[1] = %d; @g%d[1] = sum(%d);\n",
			i, i, i, i, i, 1000 + i, i, i
	for (i = 0; i < n; i++)
		printf "\ta%d[1]++; self->s%d[1] += a%d[1]; a%d[2] = %d;%s\n", i, i, i, i, -i,
			i % 3 ? "" : " self->s" i "[1] = 0;"
	print "}\nBEGIN\n{"
	for (i = 0; i < n; i++)
		printf "\tprintf(\"%%d %%s %%d %%d %%d\\n\", a%d[1], t%d[\"k\", 1], self->s%d[1], a%d[2], a%d[3]);\n",
			i, i, i, i, i
	for (i = 0; i < n; i++)
		printf "\tprinta(\"%%d %%@d\\n\", @g%d);\n", i
	print "\texit(0);\n}"
}' >"$TMP/many.d"
awk -v n=$N 'BEGIN {
	for (i = 0; i < n; i++)
		print i + 1, "v" i, i % 3 ? 1000 + i + i + 1 : 0, -i, 0
	for (i = 0; i < n; i++)
		print 1, i
	print "\n--"
}' >"$TMP/expected"
expect many-arrays 0 -s "$TMP/many.d" <"$TMP/expected"
