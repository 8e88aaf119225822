#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pid: entry comes before offset 0, which is the same instruction, with whatever clauses; and so it is in a library that is
# opened later.
. tests/run/common.inc

case $(uname -m) in x86_64) plain=-fcf-protection=none ;; *) plain= ;; esac
cat >"$TMP/lib.c" <<'C'
__attribute__((noinline)) int three(int n) { __asm__ volatile(""); return n + 3; }
__attribute__((noinline)) int two(int n) { __asm__ volatile(""); return three(n) + 2; }
__attribute__((noinline)) int one(int n) { __asm__ volatile(""); return two(n) + 1; }
C
cat >"$TMP/calls.c" <<'C'
#include <dlfcn.h>
int one(int n);
int main(int argc, char **argv)
{
	int (*other)(int);

	if (argc < 2)
		return one(1) != 7;
	other = (int (*)(int))dlsym(dlopen(argv[1], RTLD_NOW), "one");
	return other(1) != 7;
}
C
$CC -O1 $plain -o "$TMP/calls" "$TMP/calls.c" "$TMP/lib.c" &&
	$CC -O1 $plain -shared -fPIC -Wl,-Bsymbolic -o "$TMP/lib.so" "$TMP/lib.c" || exit 1

# order NAME MODULE WORD...
order() {
	name=$1 module=$2
	shift 2
	"$DT" -qn "pid\$target:$module:one:entry { self->in = 1; }
		pid\$target:$module:one:,pid\$target:$module:two:,pid\$target:$module:three:
			/self->in && (probename == \"entry\" || probename == \"0\")/ { printf(\"%s:%s \", probefunc, probename); }
		pid\$target:$module:two:0 { printf(\"again \"); }" -Z -c "$*" >"$TMP/out" 2>"$TMP/err" </dev/null
	want='one:entry one:0 two:entry two:0 again three:entry three:0 '
	got=$(cat "$TMP/out" "$TMP/err")
	result "$name" "$([ "$got" = "$want" ] || echo "$got")"
}
order program calls "$TMP/calls"
order library lib.so "$TMP/calls" "$TMP/lib.so"
