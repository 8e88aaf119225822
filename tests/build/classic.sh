#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Objects with classic calls, __dtrace_PROV___PROBE() and __dtraceenabled_PROV___PROBE(): the calls become
# sites, the objects link and run, and a second -G changes nothing. Objects without such calls are not changed.
# Objects that can't be converted are refused, with all files left as they were.
. "${0%/*}/common.inc"

cat >c.d <<'D'
enum shade { LIGHT = -1, DARK };
provider cl {
	probe one(int a, char *b, short c, double d);
	probe many(int, long, char, unsigned char, enum shade, int, long, int, float);
	probe none();
};
D
cat >a.c <<'C'
extern void __dtrace_cl___one (int, char *, short, double);
extern void __dtrace_cl___many (int, long, char, unsigned char, int, int, long, int, float);
extern void __dtrace_cl___none (void);
extern int __dtraceenabled_cl___one (void);
int printf (const char *, ...);
__attribute__ ((noinline)) static int local (int x) { __dtrace_cl___none (); return x + 1; }
__attribute__ ((noinline)) void tail (int a, long b, char c, unsigned char d, int e, int f, long g, int h, float i)
{ __dtrace_cl___many (a, b, c, d, e, f, g, h, i); }
__attribute__ ((noinline)) int maybe (int a) { if (a > 5) __dtrace_cl___none (); return a; }
int main (int argc, char **argv)
{
  if (__dtraceenabled_cl___one ())
    __dtrace_cl___one (argc, argv[0], 3, 2.5);
  tail (1, 2, 3, 4, 5, 6, 7, 8, 9);
  printf ("%d %d %d\n", local (argc), maybe (argc), __dtraceenabled_cl___one ());
  return 0;
}
C
echo "2 1 0" >want

# whole NAME COMPILER...: compile, -G, again, link, run, notes
whole() {
	name=$1; shift
	"$@" -c a.c -o a.o && "$dtrace" -G -s c.d -o c.o a.o || return 1
	cp a.o a1.o && cp c.o c1.o
	"$dtrace" -G -s c.d -o c.o a.o || return 1
	cmp a.o a1.o && cmp c.o c1.o || return 1
	! readelf -Ws a.o | grep -q '__dtrace_cl' || return 1
	"$@" a.o c.o -o prog && ./prog >got && diff want got || return 1
	readelf -n prog 2>/dev/null | awk '/Name:/ { n = $2 } /Arguments:/ { sub(/^ *Arguments: ?/, ""); print n, $0 }' | sort >$name.args
	grep -qx 'one -4@%edi 8@%rsi -2@%dx 8f@%xmm0' $name.args || return 1
	grep -Eqx 'many -4@%edi -8@%rsi -1@%dl 1@%cl -4@%r8d -4@%r9d -8@[0-9]*\(%rsp\) -4@[0-9]*\(%rsp\) 4f@%xmm0' $name.args || return 1
	[ "$(grep -c '^none' $name.args)" = 2 ]
}

if [ "$(uname -m)" = x86_64 ]; then
	check gcc-O2 whole gcc-O2 gcc -O2
	check gcc-O0 whole gcc-O0 gcc -O0
	check gcc-Os-g whole gcc-Os-g gcc -Os -g -fcf-protection
	check gcc-no-plt whole gcc-no-plt gcc -O2 -fno-plt -fPIC
	check gcc-gc whole gcc-gc gcc -O2 -ffunction-sections -Wl,--gc-sections
	check gcc-static whole gcc-static gcc -O2 -static
	need clang && check clang-O2 whole clang-O2 clang -O2 && check clang-Oz whole clang-Oz clang -Oz -g
	for ld in gold lld mold; do
		case $ld in gold) bin=ld.gold ;; lld) bin=ld.lld ;; mold) bin=mold ;; esac
		need $bin && check clang-$ld whole clang-$ld clang -O2 -ffunction-sections -fuse-ld=$ld -Wl,--gc-sections
	done
	# a tail jump has the return address below its arguments, a call has not pushed it
	expect stack-of-call 'many .* -8@\(%rsp\) -4@8\(%rsp\) ' gcc-O0.args
	expect stack-of-jump 'many .* -8@8\(%rsp\) -4@16\(%rsp\) ' clang-O2.args
	gcc -O2 -c a.c -o a.o && "$dtrace" -G -s c.d -o c.o a.o
	objdump -d a.o >code
	check site-bytes grep -q '90  *	nop' code
	check never-5-byte-nop awk '/0f 1f 44 00 00/ && site { bad = 1 } { site = /\t90 / } END { exit bad }' code
	check hardened ld -r -z cet-report=error c.o -o r.o
	[ a.o -nt c.o ] && fail newer "an object is newer than the provider object" || echo "ok provider-object-is-newest"

	# C++ functions in COMDAT groups: the note goes with its function
	cat >k.h <<'C'
extern "C" void __dtrace_cl___none ();
template <class T> __attribute__ ((noinline)) T twice (T x) { __dtrace_cl___none (); return x + x; }
C
	printf '#include "k.h"\nint other () { return twice (4); }\n' >k1.cc
	printf '#include "k.h"\nint other ();\nint main () { return twice (1) + other () - 10; }\n' >k2.cc
	g++ -O2 -c k1.cc && g++ -O2 -c k2.cc && "$dtrace" -G -s c.d -o c.o k1.o k2.o
	check comdat g++ k1.o k2.o c.o -o prog
	check comdat-runs ./prog
	check comdat-one-note test "$(readelf -n prog | grep -c 'Name: none')" = 1
fi

if need aarch64-linux-gnu-gcc; then
	aarch64-linux-gnu-gcc -O2 -c a.c -o arm.o && "$dtrace" -G -s c.d -o armc.o arm.o
	# the C library of that machine need not be installed
	check arm64-links aarch64-linux-gnu-gcc -nostdlib -Wl,-e,main,--unresolved-symbols=ignore-all \
		arm.o armc.o -o arm
	readelf -n arm 2>/dev/null | sed -n 's/^ *Arguments: //p' | sort >arm.args
	expect arm64-arguments '^-4@x0 8@x1 -2@x2 8f@d0$' arm.args
	aarch64-linux-gnu-objdump -d arm.o >code
	lacks arm64-no-calls '__dtrace_cl' code
	check arm64-hardened ld.lld -r armc.o -o r.o
fi

# ---- left alone
printf '#include <sys/sdt.h>\nvoid f (int a) { DTRACE_PROBE1 (cl, none, a); }\n' >note.c
$cc -c note.c -o note.o && chmod 400 note.o && cp note.o note1.o && inode=$(ls -i note.o)
check notes-accepted "$dtrace" -G -s c.d -o c.o note.o
same notes-untouched note.o note1.o
check notes-same-file test "$inode" = "$(ls -i note.o)"

# ---- refused, all files as they were
# refused NAME TEXT OPERANDS...: fails with a message that matches, c.o and the operands do not change
refused() {
	name=$1 text=$2; shift 2
	echo old >c.o
	cat "$@" c.o | cksum >before
	"$dtrace" -G -s c.d -o c.o "$@" >.out 2>&1
	status=$?
	cat "$@" c.o | cksum >after
	if [ $status -ne 1 ]; then fail "$name" "status $status"
	elif ! grep -Eq -e "$text" .out; then fail "$name" "no message like: $text"
	elif ! cmp -s before after; then fail "$name" "a file changed"
	else echo "ok $name"; fi
}
gcc -O2 -c a.c -o good.o
printf 'void __dtrace_other___x (void); void f (void) { __dtrace_other___x (); }\n' >bad.c && gcc -c bad.c
refused no-such-provider 'bad.o: no such provider: .* other$' good.o bad.o
printf 'void __dtrace_cl___nine (void); void f (void) { __dtrace_cl___nine (); }\n' >bad.c && gcc -c bad.c
refused no-such-probe 'bad.o: no such probe: provider cl has no nine$' good.o bad.o
printf 'void __dtrace_cl___none (void); void (*p) (void) = __dtrace_cl___none;\n' >bad.c && gcc -c bad.c
refused address-taken 'bad.o: probe cl:none has its address taken' good.o bad.o
printf 'void __dtrace_cl___none (void); void *f (void) { return (void *) __dtrace_cl___none; }\n' >bad.c && gcc -O2 -c bad.c
refused used-as-value 'bad.o: probe cl:none is used for something other than a call' good.o bad.o
gcc -O2 -flto -c a.c -o lto.o
refused lto-gcc 'lto.o: is an LTO object' good.o lto.o
if need clang; then
	clang -O2 -flto -c a.c -o lto.o
	refused lto-clang 'lto.o: is an LTO object' good.o lto.o
	clang -O2 -flto -c note.c -I"$root/include" -o lto.o
	check lto-with-notes "$dtrace" -G -s c.d -o c.o lto.o
fi
ar rc lib.a good.o
refused archive 'lib.a\(good.o\): calls probes' lib.a
rm -f lib.a && ar rc lib.a note1.o
check archive-with-notes "$dtrace" -G -s c.d -o c.o lib.a
if need i686-linux-gnu-gcc; then
	i686-linux-gnu-gcc -c bad.c -o bad32.o
	refused mixed-classes "can't mix 32-bit and 64-bit object files" good.o bad32.o
	refused no-32-bit 'x86-64 and aarch64 only' bad32.o
fi
if need aarch64-linux-gnu-gcc; then
	refused mixed-machines 'different machines: good.o for x86_64, arm.o for aarch64' good.o arm.o
	echo old >c.o
	fails target-and-objects 1 "$dtrace" -G --target=aarch64-linux-gnu -s c.d -o c.o good.o
fi
head -c 700 good.o >cut.o
"$dtrace" -G -s c.d -o c.o cut.o >.out 2>&1
check cut-off-object test $? -le 1
