#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that BPF can't hold are refused with the reason, before the kernel sees them.
. tests/codegen/build.inc
build dump "$TMP/dump" || { echo "not ok limits: it does not compile"; exit 1; }

# refused NAME TEXT: compiling $TMP/NAME.d fails and says TEXT
refused() {
	"$TMP/dump" "$TMP/$1.d" >"$TMP/out" 2>&1
	if [ $? -eq 1 ] && grep -q "error: .*$2" "$TMP/out"; then
		echo "ok $1"
	else
		head -n 3 "$TMP/out" | cut -c1-200
		echo "not ok $1: no such error"
	fi
}

awk 'BEGIN {
	for (i = 0; i < 300; i++)
		printf "a:::b /copyinstr(arg0) == \"x%d\"/ { @[copyinstr(arg3), %d] = count(); trace(arg1 / arg2); }\n", i, i
}' >"$TMP/length.d"
refused length 'more than 30000 instructions'

awk 'BEGIN {
	text = "arg0"
	for (i = 0; i < 70; i++)
		text = "(arg" i % 6 " * " i + 3 " + (" text " / (arg1 + " i ")))"
	print "a:::b { @ = sum(" text "); }"
}' >"$TMP/stack.d"
refused stack 'more than 448 bytes of BPF stack'

awk 'BEGIN {
	for (i = 0; i < 16; i++)
		keys = keys "copyinstr(arg0), "
	print "a:::b { @[" keys "1] = count(); }"
}' >"$TMP/key.d"
refused key 'keys of @_ take 4104 bytes, 4096 are possible'
