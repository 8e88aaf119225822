#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Functions of the dynamic linker that look up their caller by the return address find it while returns of all functions
# of the C library are traced.
. tests/run/common.inc

cat >"$TMP/callers.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	printf("%s, %s\n", dlsym(RTLD_NEXT, "malloc") ? "found" : dlerror(), dlsym(RTLD_DEFAULT, "nosuch") ? "found" : "not found");
	return 0;
}
END
${CC:-gcc} "$TMP/callers.c" -o "$TMP/callers" || exit 1
mkdir "$TMP/lib"
echo 'int answer(void) { return 42; }' >"$TMP/last.c"
cat >"$TMP/first.c" <<'END'
#include <dlfcn.h>
/* by the RUNPATH of this library */
void *open_last(void) { void *last = dlopen("liblast_of_test.so", RTLD_NOW); __asm__ volatile("" : "+r"(last)); return last; }
END
cat >"$TMP/paths.c" <<'END'
#include <stdio.h>
void *open_last(void);
int main(void) { puts(open_last() ? "opened" : "not opened"); return 0; }
END
${CC:-gcc} -shared -fPIC "$TMP/last.c" -o "$TMP/lib/liblast_of_test.so" &&
	${CC:-gcc} -shared -fPIC "$TMP/first.c" -o "$TMP/libfirst.so" -Wl,--enable-new-dtags "-Wl,-rpath,$TMP/lib" &&
	${CC:-gcc} "$TMP/paths.c" "$TMP/libfirst.so" -o "$TMP/paths" || exit 1

# traced NAME WANTED PROGRAM: its output does not change
traced() {
	"$DT" -c "$3" -o "$TMP/counts" -qn 'pid$target:libc.so*::return { @ = count(); }' >"$TMP/out" 2>"$TMP/err"
	result "$1" "$(echo "$2" | diff - "$TMP/out"; cat "$TMP/err"; grep -q '[0-9]' "$TMP/counts" || echo 'no returns')"
}
traced next 'found, not found' "$TMP/callers"
traced path opened "$TMP/paths"
