#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# funcflow: entries and returns in order, with arguments and values, and after a longjmp.
. tests/run/tools/common.inc

# without thread ids, times and the trigger's own output
lines() { sed -i -e '/^1 calls, sum /d' -e 's/^ *[0-9][0-9]*  *[0-9][0-9]* //' "$TMP/out"; }

tool funcflow -a -c "$TRIGGERS/funcs 1 2" 'a.out:[dt]*e[np]'
lines
sed -i 's/\(deep([^,]*\), .*/\1)/' "$TMP/out"
prints flow '    TID DELTA(us) FUNCTION
-> ten(0, 0x2, 0x3)
<- ten = 0xb8
-> deep(0x2)
  -> deep(0x1)
    -> deep(0)
    <- deep = 0
  <- deep = 0x1
<- deep = 0x2'

cat >"$TMP/jumps.c" <<'END'
#include <setjmp.h>
#define KEEP __attribute__((noinline, noclone))
static jmp_buf back;
KEEP void to_inner(int n) { if (n) longjmp(back, 1); __asm__ volatile(""); }
KEEP void to_middle(int n) { to_inner(n); __asm__ volatile(""); }
KEEP void to_outer(int n) { if (!setjmp(back)) to_middle(n); __asm__ volatile(""); }
int main(void) { to_outer(1); to_outer(0); return 0; }
END
${CC:-gcc} -O1 -fno-optimize-sibling-calls "$TMP/jumps.c" -o "$TMP/jumps" || exit 1
tool funcflow -c "$TMP/jumps" 'a.out:to_*'
lines
prints longjmp '    TID DELTA(us) FUNCTION
-> to_outer
  -> to_middle
    -> to_inner
<- to_outer
-> to_outer
  -> to_middle
    -> to_inner
    <- to_inner
  <- to_middle
<- to_outer'

# the inner one of two calls of a function is left
cat >"$TMP/inner.c" <<'END'
#include <setjmp.h>
#define KEEP __attribute__((noinline, noclone))
static jmp_buf back;
KEEP void both(int n) { if (!n) longjmp(back, 1); if (!setjmp(back)) both(n - 1); __asm__ volatile(""); }
int main(void) { both(1); both(1); return 0; }
END
${CC:-gcc} -O1 -fno-optimize-sibling-calls "$TMP/inner.c" -o "$TMP/inner" || exit 1
tool funcflow -c "$TMP/inner" a.out:both
lines
prints inner-longjmp '    TID DELTA(us) FUNCTION
-> both
  -> both
<- both
-> both
  -> both
<- both'
