#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# Frames of code that a program generates itself: without /tmp/perf-PID.map, dtrace explains once how to get it, for the
# run-time system found in the process. Here it is a program with a library of that name.
# shellcheck disable=SC2016
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "ok jit # SKIP needs machine x86_64"
	exit 0
fi
echo 'int runtime(void) { return 0; }' >"$TMP/lib.c"
cat >"$TMP/made.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
extern int runtime(void);
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
int main(int argc, char **argv)
{
	/* push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret */
	static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };
	void *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *map;

	memcpy(made, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = argc > 1 ? fopen(path, "w") : NULL;
	if (map) {
		fprintf(map, "%lx %s %s\n", (long)made, argc > 2 ? argv[2] : "1000", argv[1]);
		fclose(map);
	}
	for (int i = 0; i < 3; i++)
		((void (*)(void (*)(void)))made)(leaf);
	return runtime();
}
END

# hints NAME LIBRARY HINT [ARG]: the expected hint, and the number of frames without a name
hints() {
	name=$1 library=$2 hint=$3 arg=${4:-}
	mkdir -p "$TMP/$name"
	$CC -shared -fPIC -Wl,-soname,"$library" -o "$TMP/$name/$library" "$TMP/lib.c" &&
		$CC -O1 -o "$TMP/$name/made" "$TMP/made.c" "$TMP/$name/$library" -Wl,-rpath,"$TMP/$name" || return
	"$DT" -qn 'pid$target:a.out:leaf:entry { trace(ustack(2)); }' -c "$TMP/$name/made $arg" >"$TMP/out" 2>"$TMP/err" </dev/null
	sed -E 's/process [0-9]+/process PID/; s/perf-[0-9]+/perf-PID/; s/jcmd [0-9]+/jcmd PID/' "$TMP/err" >"$TMP/got"
	[ -z "$hint" ] || hint="dtrace: frames without names are code that $hint"
	nameless=$(grep -c '^ *0x' "$TMP/out")
	named=$(grep -c '\[jit\]`made_code' "$TMP/out")
	if [ "$(cat "$TMP/got")" = "$hint" ] && [ "$((nameless + named))" = 3 ] && [ "$named" = "${5:-0}" ]; then
		echo "ok $name"
	else
		echo "not ok $name: $nameless without names, $named with"
		cat "$TMP/err" "$TMP/out"
	fi
}
hints java libjvm.so 'Java compiled in process PID, which has no /tmp/perf-PID.map: run "jcmd PID Compiler.perfmap" while it is traced, or start it with -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit (JDK 17), or use perf-map-agent'
hints node libnode.so.108 'node compiled in process PID, which has no /tmp/perf-PID.map: start it with node --perf-basic-prof'
hints python libpython3.11.so.1.0 'Python compiled in process PID, which has no /tmp/perf-PID.map: start it with PYTHONPERFSUPPORT=1 or python3 -X perf (Python 3.12)'
hints other libother.so ''
hints named libjvm.so '' made_code 3
# a function that ends with a call: the return address is after it
hints ends libjvm.so '' 'made_code 6' 3

# the first function of a stack has 0 in the frame pointer: nothing is missing (goroutines)
cat >"$TMP/first.c" <<'END'
#include <string.h>
#include <sys/mman.h>
__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }
int main(void)
{
	/* push %rbp; xor %ebp,%ebp; call 1f; pop %rbp; ret; 1: push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret */
	static const unsigned char code[] = { 0x55, 0x31, 0xed, 0xe8, 2, 0, 0, 0, 0x5d, 0xc3,
					      0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };
	void *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(made, code, sizeof(code));
	((void (*)(void (*)(void)))made)(leaf);
	return 0;
}
END
${CC:-gcc} -O1 -o "$TMP/first" "$TMP/first.c" || exit 1
"$DT" -qn 'pid$target:a.out:leaf:entry { trace(ustack()); }' -c "$TMP/first" </dev/null 2>&1 |
	sed -E 's/^ *//; s/0x[0-9a-f]+$/made/' >"$TMP/got"
printf '%s\n' '' 'first`leaf' made made '' >"$TMP/expected"
result first "$(diff "$TMP/expected" "$TMP/got")"
for map in /tmp/perf-[0-9]*.map; do
	if grep -qs ' \(1000\|6\) made_code$' "$map"; then
		rm -f "$map"
	fi
done
