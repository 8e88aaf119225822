#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# The machine of the object: how it is chosen. For each installed cross compiler, the object links with the
# compiler's own objects, in the right byte order, with the same notes.
. "${0%/*}/common.inc"

echo 'provider p { probe one(int x, const char *s); probe two(); };' >p.d
"$dtrace" -h -s p.d -o p.h
machine() { readelf -h "$1" | awk -F: '/Class:|Machine:/ { sub(/^ */, "", $2); printf "%s ", $2 } END { print "" }'; }
# chosen NAME MACHINE WORDS...: -G with these words makes an object for MACHINE
chosen() {
	name=$1 want=$2; shift 2
	rm -f x.o; "$dtrace" -G -s p.d -o x.o "$@" >.out 2>&1
	if [ "$(machine x.o)" = "$want " ]; then echo "ok $name"; else fail "$name" "$(machine x.o 2>&1), not $want"; fi
}
x86="ELF64 Advanced Micro Devices X86-64" i386="ELF32 Intel 80386" arm64="ELF64 AArch64"
if [ "$(uname -m)" = x86_64 ]; then
	chosen host "$x86"
	chosen option-m32 "$i386" -m32
	chosen option-32 "$i386" -32
	CFLAGS="-O2 -m32" chosen CFLAGS-m32 "$i386"
	CC=/opt/a-linux-gnu/x-gcc chosen CC-of-no-machine "$x86"
	CC="gcc -m32" chosen CC-m32 "$i386"
	chosen m64-after-m32 "$x86" -m32 -m64
fi
chosen target "$arm64" --target=aarch64-linux-gnu
chosen arch "$arm64" -arch arm64
CC=aarch64-linux-gnu-gcc chosen CC-prefix "$arm64"
CC="ccache /opt/bin/aarch64-none-linux-gnu-gcc-12 -O2" chosen CC-prefix-behind-ccache "$arm64"
CC="clang --target=aarch64-linux-gnu" chosen CC-target "$arm64"
CC=aarch64-linux-gnu-gcc chosen target-before-CC "$x86" --target=x86_64-linux-gnu
CC="distcc hppa-linux-gnu-gcc -O2" fails CC-of-unknown-machine 1 "$dtrace" -G -s p.d -o x.o
expect CC-of-unknown-machine-says 'unknown machine: hppa-linux-gnu-gcc$' .out
CC=powerpc64-linux-musl-gcc fails CC-of-unknown-machine-m32 1 "$dtrace" -G -m32 -s p.d -o x.o
: >e.c
if need aarch64-linux-gnu-gcc; then
	aarch64-linux-gnu-gcc -c e.c -o arm64.o
	chosen objects "$arm64" arm64.o
	chosen objects-before-options "$arm64" -m32 arm64.o
fi

printf '#include "p.h"\nint main (void) { if (P_ONE_ENABLED ()) P_ONE (1, "x"); P_TWO (); return 0; }\n' >use.c
for row in x86_64-linux-gnu:little i686-linux-gnu:little aarch64-linux-gnu:little arm-linux-gnueabihf:little \
	riscv64-linux-gnu:little powerpc64le-linux-gnu:little s390x-linux-gnu:big; do
	triplet=${row%:*}
	need "$triplet-gcc" || continue
	check "$triplet-writes" env CC="$triplet-gcc" "$dtrace" -G -s p.d -o p.o
	check "$triplet-links" "$triplet-gcc" -nostdlib -static -Wl,-e,main -I"$root/include" -O1 use.c p.o -o prog
	check "$triplet-links-relocatable" "$triplet-gcc" -nostdlib -r p.o -o r.o
	notes prog >notes.txt
	expect "$triplet-notes" '^p one sema -?4 [48]$' notes.txt
	readelf -h p.o >head.txt
	expect "$triplet-order" "$( [ "${row#*:}" = big ] && echo 'big endian' || echo 'little endian')" head.txt
	printf 'int f (void); int f (void) { return 0; }' >f.c && "$triplet-gcc" -c f.c -o f.o
	check "$triplet-flags" test "$(readelf -h p.o | grep Flags)" = "$(readelf -h f.o | grep Flags)"
done
