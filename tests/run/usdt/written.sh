#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A file is written to while it is traced: the kernel would set the breakpoints at the same places in the new code. Tracing
# ends with a message before the new program starts, and what was counted is printed.
. tests/run/common.inc

cat >"$TMP/written.c" <<'END'
#include <stdio.h>
#include <sys/sdt.h>
#define TEN(x) x; x; x; x; x; x; x; x; x; x
__attribute__((noinline)) int work(int n)
{
	TEN(DTRACE_PROBE1(written, step, n));
#ifdef MORE
	TEN(TEN(n = n * 77 % 1000003 + n / 3));
#endif
	TEN(DTRACE_PROBE1(written, step, n));
	return n;
}
int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", work(argc));
	return 0;
}
END
# this test's own name of the program, so that no other is traced
name=written$$
${CC:-gcc} -O1 -I"$root/include" "$TMP/written.c" -o "$TMP/$name" &&
	${CC:-gcc} -O1 -DMORE -I"$root/include" "$TMP/written.c" -o "$TMP/other" || exit 1
wanted=$("$TMP/other")

# written WAY TEXT: the file is written to by the command $2
written() {
	: >"$TMP/out"
	"$DT" -x objects="$TMP/$name" -qn "BEGIN { printf(\"go\n\"); } written*:$name::step { calls++; }
		tick-20s { exit(3); } END { printf(\"%d\", calls); }" >"$TMP/out" 2>"$TMP/err" &
	dtrace=$!
	wait_for began
	"$TMP/$name" >/dev/null
	eval "$2"
	wait $dtrace
	status=$?
	message="dtrace: $TMP/$name is being written to, and has probes: tracing ends; programs that start or map it would have breakpoints in the wrong places (make a new file and rename it)"
	result "$1" "$([ $status = 1 ] && [ "$(cat "$TMP/err")" = "$message" ] && [ "$(tail -n 1 "$TMP/out")" = 20 ] ||
		echo "status $status: $(cat "$TMP/out" "$TMP/err")")"
}
written copied 'cp "$TMP/other" "$TMP/$name"'
got=$("$TMP/$name")
result runs "$([ "$?, $got" = "0, $wanted" ] || echo "it prints $got")"
written truncated ': >"$TMP/$name"'
