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

# Arrays with keys and values of many sizes, beside more aggregations than can have their own maps, and what else takes a
# map of a program (speculations, self->, global variables, names, stacks).
A=20 V=40
awk -v aggs=$A -v arrays=$V 'BEGIN {
	keys[0] = "n, 1"; keys[1] = "n"; keys[2] = "\"k\", n, n, n"; keys[3] = "stack()"; keys[4] = "probename, probeprov"
	keys[5] = "n, stack(3)"; keys[6] = "\"0123456789012345678901234567890123456789\", n"; keys[7] = "ustack(), n"
	print "#pragma D option quiet\nBEGIN\n{\n\tn = 1; self->n = 1; @all = count(); this->id = speculation();"
	for (i = 0; i < aggs; i++)
		printf "\t@g%d[probename, %d] = sum(%d);\n", i, i, i
	for (i = 0; i < arrays; i++) {
		name = (i % 3 ? "" : "self->") "v" i "[" keys[i % 8] "]"
		if (i % 10 == 9)
			assigned = name " = strjoin(probename, \"" i "\");"
		else
			assigned = name " = " i "; " name "++;"
		printf "\t%s\n", assigned
		read = read sprintf("\tprintf(\"%%%s\\n\", %s);\n", i % 10 == 9 ? "s" : "d", name)
	}
	printf "}\nBEGIN\n{\n\tn = 1;\n%s", read
	for (i = 0; i < aggs; i++)
		printf "\tprinta(\"%%s %%d %%@d\\n\", @g%d);\n\ttrunc(@g%d);\n", i, i
	print "\texit(0);\n}"
}' >"$TMP/sizes.d"
awk -v aggs=$A -v arrays=$V 'BEGIN {
	for (i = 0; i < arrays; i++)
		print (i % 10 == 9 ? "BEGIN" i : i + 1)
	for (i = 0; i < aggs; i++)
		print "BEGIN", i, i
	print "\n                1\n--"
}' >"$TMP/expected"
expect arrays-of-many-sizes 0 -s "$TMP/sizes.d" <"$TMP/expected"
