#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# The object with every linker and kind of output: each site has its note, the note's semaphore is the one that the
# code reads, and each module has semaphores of its own.
# the one that the code reads, and each module has its own.
. "${0%/*}/common.inc"

cat >p.d <<'D'
provider p { probe one(int x, const char *s); probe two(); };
D
"$dtrace" -h -s p.d -o p.h && "$dtrace" -G -s p.d -o p.o || exit 1
cat >use.c <<'C'
#include "p.h"
int lib (void);
int main (int argc, char **argv) { if (P_ONE_ENABLED ()) P_ONE (argc, argv[0]); P_TWO (); return lib (); }
C
cat >lib.c <<'C'
#include "p.h"
__attribute__ ((noinline)) int lib (void) { if (P_TWO_ENABLED ()) P_TWO (); return 0; }
C

# sound PROGRAM SITES: the number of notes; their semaphores are symbols in .probes and their base is right
sound() {
	readelf -n "$1" 2>/dev/null | sed -n 's/.*Base: 0x0*\([0-9a-f]*\), Semaphore: 0x0*\([0-9a-f]*\)$/\1 \2/p' >sites
	[ "$(wc -l <sites)" -eq "$2" ] || { echo "$(wc -l <sites) notes"; return 1; }
	base=$(readelf -WS "$1" | sed -n 's/.* \.stapsdt\.base *PROGBITS *0*\([0-9a-f]*\) .*/\1/p')
	probes=$(readelf -WS "$1" | sed -n 's/.* \.probes *PROGBITS *0*\([0-9a-f]*\) .*/\1/p')
	[ -n "$base" ] && [ -n "$probes" ] || { echo "no .stapsdt.base or .probes"; return 1; }
	while read -r b s; do
		[ "$b" = "$base" ] || { echo "base $b, section $base"; return 1; }
		off=$((0x$s - 0x$probes))
		[ $off -ge 0 ] && [ $off -le 2 ] || { echo "semaphore $s is outside of .probes $probes"; return 1; }
	done <sites
}

# linked NAME SITES COMPILER WORDS...
linked() {
	name=$1 sites=$2; shift 2
	if ! "$@" -I"$root/include" use.c lib.c p.o -o prog >.out 2>&1; then fail "$name" "does not link: $*"; return; fi
	./prog || { fail "$name" "does not run"; return; }
	check "$name" sound prog "$sites"
}
for ld in bfd gold lld mold; do
	case $ld in bfd) bin=ld.bfd ;; mold) bin=mold ;; *) bin=ld.$ld ;; esac
	need $bin || continue
	for compiler in gcc clang; do
		need $compiler || continue
		linked $compiler-$ld 3 $compiler -O2 -fuse-ld=$ld
		linked $compiler-$ld-gc 3 $compiler -O2 -ffunction-sections -fdata-sections -fuse-ld=$ld -Wl,--gc-sections
		linked $compiler-$ld-static 3 $compiler -O2 -static -fuse-ld=$ld
		linked $compiler-$ld-no-pie 3 $compiler -O2 -fno-pie -no-pie -fuse-ld=$ld
		linked $compiler-$ld-pie-relro 3 $compiler -O2 -fpie -pie -Wl,-z,relro,-z,now -fuse-ld=$ld
	done
done
linked gcc-lto 3 gcc -O2 -flto
need ld.lld && linked clang-lto 3 clang -O2 -flto -fuse-ld=lld
need ld.lld && linked clang-thinlto 3 clang -O2 -flto=thin -fuse-ld=lld

# the probe of a function that --gc-sections has dropped is none, although some linkers keep its note
cat >dropped.c <<'C'
#include <sys/sdt.h>
void dropped (void) { DTRACE_PROBE (p, dropped); }
int main (void) { DTRACE_PROBE (p, kept); return 0; }
C
for ld in bfd lld mold 'lld -Wl,--no-rosegment'; do
	need ld.${ld%% *} || continue
	gcc -O2 -ffunction-sections -I"$root/include" -Wl,--gc-sections -fuse-ld=$ld dropped.c -o dropped
	# GNU ld keeps the function, too
	kept=$(nm dropped | sed -n 's/.* T dropped$/dropped /p')kept
	check "dropped-$(echo "$ld" | tr -d ' ')" test "$("$dtrace" -l ./dropped | awk 'NR > 1 { printf s $NF; s = " " }')" = "$kept"
done

# executable and library: each needs and gets its own copy of the object, with its own semaphores
gcc -O2 -fPIC -I"$root/include" -shared lib.c p.o -o liblib.so
gcc -O2 -I"$root/include" use.c p.o -L. -llib -Wl,-rpath,"$t" -o prog
check library sound liblib.so 1
check program-with-library sound prog 2
lacks library-hides-semaphores semaphore /dev/stdin <<T
$(readelf -W --dyn-syms liblib.so)
T
gcc -O2 -I"$root/include" -c use.c lib.c
check relocatable ld -r use.o lib.o p.o -o all.o
gcc all.o -o prog
check relocatable-links sound prog 3
strip -o stripped prog
check stripped sound stripped 3
if need llvm-strip; then
	for option in --strip-all-gnu --strip-unneeded -g; do
		llvm-strip $option -o stripped prog
		check llvm-strip$option sound stripped 3
	done
	# see docs/limits.md
	llvm-strip -o stripped prog
	check llvm-strip-all test "$(readelf -n stripped | grep -c stapsdt)" = 0
fi
if [ "$(uname -m)" = x86_64 ]; then
	gcc -O2 -fcf-protection -c lib.c -I"$root/include"
	check cet-report ld -shared -z cet-report=error lib.o p.o -o cet.so
	expect cet-kept 'IBT, SHSTK' /dev/stdin <<T
$(readelf -n cet.so)
T
fi
lacks no-executable-stack 'GNU_STACK.*RWE' /dev/stdin <<T
$(readelf -Wl prog)
T
"$dtrace" -G -DSTAP_SDT_V2 -s p.d -o v2.o
gcc -O2 -fPIC -DSTAP_SDT_V2 -I"$root/include" -shared lib.c v2.o -o libv2.so
expect V2-exports p_two_semaphore /dev/stdin <<T
$(readelf -W --dyn-syms libv2.so)
T
