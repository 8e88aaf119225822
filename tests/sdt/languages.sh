#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Every language standard, compiler and optimisation level compiles the same
# file without a warning and writes the same notes: each standard with and
# without optimisation, each level with a standard of each language.
. "$(dirname "$0")/common.inc"

cat > "$T/lang.c" <<'EOF'
#include <sys/sdt.h>
#ifdef __cplusplus
extern "C" {
#endif
int lang (int i, long l, char *s, double d);
#ifdef __cplusplus
}
#endif
static int twice (int n) { return 2 * n; }
int lang (int i, long l, char *s, double d)
{
	int local = 7;
	unsigned char letter = 65;
	DTRACE_PROBE (prov, none);
	DTRACE_PROBE1 (prov, one, twice (i));
	STAP_PROBE4 (prov, four, i, l, s, d);
	DTRACE_PROBE12 (prov, twelve, i, l, s, local, i, l, s, 8u, i, l, s, 12);
	if (i)
		STAP_PROBE (prov, branch);
	else
		DTRACE_PROBE3 (prov, other, "text", &local, letter);
	return local;
}
#if defined VARIADIC
void variadic (int i);
void variadic (int i)
{
	STAP_PROBEV (prov, v0);
	STAP_PROBEV (prov, v2, i, "x");
}
#endif
EOF
expected='prov:none
prov:one -4@
prov:four -4@ -8@ 8@ 8f@
prov:twelve -4@ -8@ 8@ -4@ -4@ -8@ 8@ 4@ -4@ -8@ 8@ -4@
prov:branch
prov:other 8@ 8@ 1@'
variadic='prov:v0
prov:v2 -4@ 8@'

# one NAME EXPECTED COMPILER FLAGS...
one() {
	name=$1 want=$2
	shift 2
	compile "$name" "$@" $WARN $INC -c "$T/lang.c" -o "$T/lang.o" || return
	# Compilers may put the branches in either order.
	expect "$name" "$(echo "$want" | sort)" "$(sizes "$T/lang.o" | sort)"
}

levels='-O0 -O2' more_levels='-O1 -O3 -Os'
c_standards='c89 gnu89 c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x'
cxx_standards='c++98 gnu++98 c++11 gnu++11 c++14 c++17 gnu++17 c++20 gnu++20 c++2b'
if [ -n "$FAST" ]; then
	levels=-O2 more_levels='' c_standards='c89 gnu11' cxx_standards='c++98 gnu++20'
fi
compilers=$CC
[ "$CC" = clang ] || ! have clang || compilers="$compilers clang"
[ "$CC" = gcc ] || ! have gcc || compilers="$compilers gcc"

for cc in $compilers; do
	for level in $levels; do
		for std in $c_standards; do
			one "$cc-$std$level" "$expected" "$cc" -std=$std $level
		done
		for std in $cxx_standards; do
			one "$cc-$std$level" "$expected" "$cc" -xc++ -std=$std $level
		done
	done
	for level in $more_levels; do
		one "$cc-gnu17$level" "$expected" "$cc" -std=gnu17 $level
		one "$cc-gnu++17$level" "$expected" "$cc" -xc++ -std=gnu++17 $level
	done
	for flag in -fPIC -fno-pic -ffunction-sections -fno-omit-frame-pointer \
		    -fstack-protector-all -g -pg; do
		[ -z "$FAST" ] || [ $flag = -fPIC ] || continue
		one "$cc$flag" "$expected" "$cc" -O2 $flag
	done
	for std in c99 c11 c2x; do
		one "$cc-variadic-$std" "$expected
$variadic" "$cc" -std=$std -DSDT_USE_VARIADIC -DVARIADIC
	done
	for std in c++11 c++20; do
		one "$cc-variadic-$std" "$expected
$variadic" "$cc" -xc++ -std=$std -DSDT_USE_VARIADIC -DVARIADIC
	done
	# Warnings that careful projects add.
	one "$cc-more-warnings" "$expected" "$cc" -O2 -Wconversion -Wsign-conversion \
	    -Wshadow -Wundef -Wcast-qual -Wnested-externs -Wredundant-decls -Wbad-function-cast
	one "$cc-more-warnings-c++" "$expected" "$cc" -xc++ -O2 -Wconversion \
	    -Wsign-conversion -Wshadow -Wundef -Wold-style-cast
done
done_testing
