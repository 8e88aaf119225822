#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# The generated header: every language level with both versions of <sys/sdt.h>, without warnings; included twice; the two
# literal lines; NDTRACE; type checks; the guard; the machine code of the enabled test.
# twice; the two literal lines; NDTRACE; typed checks; the guard; what the enabled test compiles to.
. "${0%/*}/common.inc"

cat >p.d <<'D'
provider shop { probe order__start(int id, char *who); probe idle(); probe sum(long *values, string name); };
D
"$dtrace" -h -s p.d -o p.h && "$dtrace" -G -s p.d -o p.o || exit 1
cat >use.c <<'C'
#include "p.h"
#include "p.h"
int work (int id, const char *who, const long *values);
int work (int id, const char *who, const long *values)
{
  int n = 0;
  SHOP_ORDER_START (id, who);
  if (SHOP_IDLE_ENABLED ())
    SHOP_IDLE ();
  while (SHOP_SUM_ENABLED () && n < 3)
    {
      SHOP_SUM (values, who);
      n++;
    }
  return n;
}
int main (void) { return work (0, "", 0); }
C
cp use.c use.cc
for include in "-I$root/include" ""; do
	[ -n "$include" ] || [ -f /usr/include/x86_64-linux-gnu/sys/sdt.h ] || [ -f /usr/include/sys/sdt.h ] || {
		echo "skip header-other-sdt.h: needs systemtap's sys/sdt.h"
		continue
	}
	whose=${include:+our} whose=${whose:-other}
	for compiler in gcc clang; do
		need $compiler || continue
		# the other header's variadic macros are not C89, and its -Wpedantic warnings are not our concern
		[ $whose = our ] && strict="-Wpedantic" || strict=
		for std in c89 c99 c11 c17 c2x gnu11; do
			check $whose-$compiler-$std $compiler -std=$std -O2 -Wall -Wextra -Werror $strict $include use.c p.o -o prog
		done
		for std in c++98 c++11 c++17 c++20 c++2b; do
			case $compiler in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
			check $whose-$compiler-$std $cxx -std=$std -O2 -Wall -Wextra -Werror $strict $include use.cc p.o -o prog
		done
		# programs compiled with all of clang's warnings
		[ "$whose-$compiler" != our-clang ] ||
			check our-clang-used clang -O2 -Weverything -Wno-reserved-macro-identifier -Wno-reserved-identifier \
				-Werror $include use.c p.o -o prog
		for opt in "-O0" "-Os" "-O3 -fPIC" "-O2 -flto" "-O2 -static" "-O2 -DSTAP_SDT_V2" "-O2 -DSDT_CHECK_TYPES"; do
			[ "$compiler $opt" = "clang -O2 -flto" ] && opt="-O2 -flto -fuse-ld=lld"
			check "$whose-$compiler$(echo " $opt" | tr -d ' ')" $compiler $opt -Wall -Wextra -Werror $strict $include use.c p.o -o prog
		done
		check $whose-$compiler-ndtrace $compiler -O2 -Wall -Wextra -Werror -DNDTRACE $include use.c -o prog
		notes prog >n.txt
		check $whose-$compiler-ndtrace-no-notes test ! -s n.txt
	done
done

echo 'provider t { probe words(char *const *v, const char *const *c, int const *i, char **w, volatile int *x); };' >t.d
"$dtrace" -h -s t.d
cat >t.c <<'C'
#include "t.h"
void words (char **w, const char *const *c, int *i);
void words (char **w, const char *const *c, int *i) { T_WORDS (w, c, i, w, i); }
C
for compiler in gcc clang g++ clang++; do
	need $compiler || continue
	case $compiler in *++) language=c++ ;; *) language=c ;; esac
	check check-types-const-$compiler $compiler -x $language -DSDT_CHECK_TYPES -Wall -Wextra -Wpedantic -Werror -I"$root/include" -c t.c
done

printf '#include "p.h"\nvoid f (void) { SHOP_ORDER_START (1); }\n' >arity.c
fails wrong-arity 1 $cc -DSDT_CHECK_TYPES -c arity.c
printf '#include "p.h"\nvoid f (void) { SHOP_ORDER_START ("x", 1.5); }\n' >types.c
fails wrong-types 1 $cc -Werror -DSDT_CHECK_TYPES -c types.c
check unchecked-types $cc -Werror -c types.c
check literal-sdt grep -qx '#define _SDT_HAS_SEMAPHORES 1' p.h
check literal-stap grep -q '^#define STAP_HAS_SEMAPHORES 1' p.h
lacks no-guard '_H 1$|^#ifndef P_H' p.h
"$dtrace" -h --include-guard -s p.d -o my-probes.h
expect guard '^#ifndef MY_PROBES_H$' my-probes.h

# macros that programs may define before they include the header
cat >macros.c <<'C'
#define unused __attribute__ ((__unused__))
#define section(x) __attribute__ ((__section__ (x)))
#define visibility __attribute__ ((__visibility__ ("default")))
#define hidden __attribute__ ((__visibility__ ("hidden")))
#define asm volatile
#define arg1 (arg2)
C
cat use.c >>macros.c
for compiler in gcc clang; do
	need $compiler || continue
	check $compiler-macros $compiler -O2 -Wall -Wextra -Werror -I"$root/include" macros.c p.o -o prog
	check $compiler-macros-declared $compiler -O2 -Wall -Wextra -Werror -I"$root/include" -xc - -c -o declared.o <<-'C'
		#define visibility __attribute__ ((__visibility__ ("default")))
		#define _SDT_HAS_SEMAPHORES 1
		#include <sys/sdt.h>
		SDT_SEMAPHORE (p, n);
		void f (void); void f (void) { if (SDT_ENABLED (p, n)) DTRACE_PROBE (p, n); }
	C
done

cat >loop.c <<'C'
#include "p.h"
int once (int n) { if (SHOP_IDLE_ENABLED ()) SHOP_IDLE (); return n; }
C
cat >spin.c <<'C'
#include <pthread.h>
#include "p.h"
static void *enable (void *arg) { __atomic_store_n (&shop_idle_semaphore, 1, __ATOMIC_RELEASE); return arg; }
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, 0, enable, 0);
  while (!SHOP_IDLE_ENABLED ())
    ;
  return pthread_join (thread, 0);
}
C
for compiler in gcc clang; do
	$compiler -I"$root/include" -O3 spin.c p.o -lpthread -o spin-$compiler
	$compiler -I"$root/include" -O2 -fPIC -c loop.c -o loop.o
	[ "$(uname -m)" = x86_64 ] || continue
	objdump -d --no-show-raw-insn --disassemble=once loop.o | sed -n '/<once>:/,$p' >once.txt
	expect $compiler-one-compare 'cmpw +\$0x0,' once.txt
	lacks $compiler-no-got 'GOT|mov +0x' once.txt
	check $compiler-read-in-loop timeout 20 ./spin-$compiler
done

mkdir nothing && cat >nothing/use2.c <<'C'
#include "../p.h"
int main (void) { if (SHOP_IDLE_ENABLED ()) SHOP_IDLE (); SHOP_ORDER_START (1, ""); return 0; }
C
check ndtrace-without-sdt.h gcc -nostdinc -Inothing -DNDTRACE -Wall -Wextra -Werror nothing/use2.c -o prog

# --with-sdt: the same sites without a <sys/sdt.h>, in every language level, and with one
"$dtrace" -h --with-sdt -s p.d -o with.h
sed 's/"p.h"/"with.h"/' use.c >with.c
cp with.c with.cc
sites() { readelf -n "$1" | grep -E 'Provider|Name:|Arguments|Semaphore: 0x0+$'; }
for compiler in gcc clang; do
	need $compiler || continue
	$compiler -O2 -I"$root/include" use.c p.o -o prog && sites prog >sites.txt
	for std in c89 gnu11 c2x; do
		check with-sdt-$compiler-$std $compiler -std=$std -O2 -nostdinc -Inothing -Wall -Wextra -Wpedantic -Werror with.c p.o -o prog
		sites prog >sites-with.txt
		same with-sdt-$compiler-$std-sites sites.txt sites-with.txt
	done
	case $compiler in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
	check with-sdt-$compiler-c++98 $cxx -std=c++98 -O2 -nostdinc -Inothing -Wall -Wextra -Wpedantic -Werror with.cc p.o -o prog
	check with-sdt-$compiler-ndtrace $compiler -O2 -nostdinc -Inothing -DNDTRACE -Wall -Wextra -Werror with.c -o prog
	check with-sdt-$compiler-beside $compiler -O2 -I"$root/include" -Wall -Wextra -Wpedantic -Werror with.c p.o -o prog
done
