#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program with classic calls, linked with the object of -G, is traced: arguments in registers and on the stack, at a
# call and at a tail jump; the is-enabled test gives 0 without a tracer and 1 with one.
. "${0%/*}/common.inc"

[ "$(uname -m)" = x86_64 ] || { echo "skip classic-traced: needs x86-64"; exit; }
cat >c.d <<'D'
provider cl {
	probe one(int a, char *b, short c);
	probe many(int, long, char, unsigned char, int, int, long, int);
	probe when(int n);
};
D
cat >a.c <<'C'
#include <stdio.h>
extern void __dtrace_cl___one (int, char *, short);
extern void __dtrace_cl___many (int, long, char, unsigned char, int, int, long, int);
extern void __dtrace_cl___when (int);
extern int __dtraceenabled_cl___one (void);
__attribute__ ((noinline)) void tail (int a, long b, char c, unsigned char d, int e, int f, long g, int h)
{ __dtrace_cl___many (a, b, c, d, e, f, g, h); }
__attribute__ ((noinline)) void call (void) { __dtrace_cl___many (-1, 2, 3, 4, 5, 6, 77, 88); putchar ('\n'); }
__attribute__ ((noinline)) void when (int n) { if (n > 2) __dtrace_cl___when (n); }
int main (void)
{
  int i;
  printf ("enabled %d", __dtraceenabled_cl___one ());
  if (__dtraceenabled_cl___one ())
    __dtrace_cl___one (-7, "text", -3);
  tail (1, 2, 3, 4, 5, 6, 7777777777, -8);
  call ();
  for (i = 0; i < 6; i++)
    when (i);
  return 0;
}
C
cat >s.d <<'D'
cl$target:::one { printf("one %d %s %d\n", arg0, copyinstr(arg1), arg2); }
cl$target:::many { printf("many %d %d %d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7); }
cl$target:::when { @n = sum(arg0); @c = count(); }
END { printa("sum %@d count %@d\n", @n, @c); }
D
cat >want <<'W'
many -1 2 3 4 5 6 77 88
many 1 2 3 4 5 6 7777777777 -8
one -7 text -3
sum 12 count 3
W
for compiler in "gcc -O2" "gcc -O0" "gcc -O2 -fno-plt -fPIC" "clang -O2" "clang -Oz"; do
	need ${compiler%% *} || continue
	flavour=$(echo "$compiler" | tr -d " ")
	$compiler -c a.c -o a.o && "$dtrace" -G -s c.d -o c.o a.o && $compiler a.o c.o -o prog || exit 1
	check "$flavour-alone" test "$(./prog | head -n 1)" = "enabled 0"
	timeout 20 "$dtrace" -q -c ./prog -s s.d >out 2>err
	grep -v '^enabled\|^$' out | sort >got
	same "$flavour-traced" want got
	check "$flavour-enabled" grep -q '^enabled 1' out
done
