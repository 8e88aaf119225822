#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that are too large for one BPF function are cut; programs that do not fit into BPF at all are refused, with
# the reason, before the kernel sees them.
. tests/codegen/build.inc
build dump "$TMP/dump" || { echo "not ok limits: it does not compile"; exit 1; }

# refused NAME TEXT: compiling $TMP/NAME.d fails with a message that contains TEXT
refused() {
	"$TMP/dump" "$TMP/$1.d" >"$TMP/out" 2>&1
	if [ $? -eq 1 ] && grep -q "error: .*$2" "$TMP/out"; then
		echo "ok $1"
	else
		head -n 3 "$TMP/out" | cut -c1-200
		echo "not ok $1: no such error"
	fi
}

# compiled NAME [LENGTH]: compiling $TMP/NAME.d gives the parts of a program, of up to LENGTH instructions
compiled() {
	if ! "$TMP/dump" "$TMP/$1.d" >"$TMP/out" 2>&1 || ! grep -q '^part_1:' "$TMP/out"; then
		head -n 3 "$TMP/out" | cut -c1-200
		echo "not ok $1: it is not cut"
	elif awk -v limit="${2:-30000}" '/^[a-z].*:$/ { first = 1 } /^ *[0-9]+: / { if (first) from = $1 + 0; first = 0
		if ($1 - from > limit) long = 1 } END { exit long }' "$TMP/out"; then
		echo "ok $1"
	else
		echo "not ok $1: a part is too long"
	fi
}

awk 'BEGIN {
	for (i = 0; i < 300; i++)
		printf "a:::b /copyinstr(arg0) == \"x%d\"/ { @[copyinstr(arg3), %d] = count(); trace(arg1 / arg2); }\n", i, i
}' >"$TMP/length.d"
compiled length 2000

# statement NAME DEPTH: a single deep expression
statement() {
	awk -v depth="$2" 'BEGIN {
		text = "arg0"
		for (i = 0; i < depth; i++)
			text = "(arg" i % 6 " * " i + 3 " + (" text " / (arg1 + " i ")))"
		print "a:::b { @ = sum(" text "); }"
	}' >"$TMP/$1.d"
}

statement stack 70
compiled stack
statement deep 90
compiled deep

awk 'BEGIN {
	for (i = 0; i < 16; i++)
		keys = keys "copyinstr(arg0), "
	print "a:::b { @[" keys "1] = count(); }"
}' >"$TMP/key.d"
refused key 'keys of @_ take 4104 bytes, the limit is 4096'

# aggregations of a machine with many CPUs have room for as many keys as with 16
echo 'a:::b { @a[arg0] = count(); @q[arg0] = quantize(arg1); }' >"$TMP/keys.d"
for row in '2 65536 2048' '16 32768 256' '130 32768 256'; do
	# shellcheck disable=SC2086  # words
	set -- $row
	slots=$("$TMP/dump" -m "$1" "$TMP/keys.d" | sed -n 's/^agg .* \([0-9]*\) slots.*/\1/p' | tr '\n' ' ')
	[ "$slots" = "$2 $3 " ] && echo "ok keys-of-$1-cpus" || echo "not ok keys-of-$1-cpus: $slots"
done
