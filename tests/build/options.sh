#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every way to write an option of -h and -G, and the effect of each.
. "${0%/*}/common.inc"

echo 'provider p { probe one(int x); };' >p.d
"$dtrace" -h -s p.d -o want.h && "$dtrace" -G -s p.d -o want.o || exit 1

# header NAME WORDS...: out.h becomes want.h
header() { name=$1; shift; rm -f out.h; "$dtrace" "$@" >.out 2>&1; same "$name" want.h out.h; }
header order-1 -o out.h -s p.d -h
header order-2 -s p.d -h -o out.h
header attached -h -sp.d -oout.h
header bundled -hs p.d -o out.h
header ignored -h -s p.d -o out.h -k --no-pyparsing --types -64 -fpic -fPIC -fno-common -Z -x nolibs -xnolibs -m64 -arch x86_64
header include-two-words -h -I dir -Idir -D NAME -DNAME=1 -U NAME -UNAME -s p.d -o out.h
header operands -h -s p.d a.o "" b.o -o out.h
header end-of-options -h -s p.d -o out.h -- a.o
header last-output -h -s p.d -o other.h -o out.h
header long-words -h --target=aarch64-linux-gnu -s p.d -o out.h
header preprocessed -h -C -s p.d -o out.h
for cpp in "cpp" "gcc -E" "gcc -E -xc" "gcc" "clang -E" "cpp -P" "'gcc' \"-E\""; do
	CPP=$cpp header "CPP=$(echo "$cpp" | tr -d ' ')" -h -C -s p.d -o out.h
done
rm -f p.h && "$dtrace" -h -s p.d && same default-header want.h p.h
rm -f p.o && "$dtrace" -G -s p.d && same default-object want.o p.o
mkdir -p sub && cp p.d sub/q.x.d && "$dtrace" -h -s sub/q.x.d && same default-in-current-folder want.h q.x.h
"$dtrace" -h -s p.d -o plain && same verbatim-name want.h plain
"$dtrace" -h -s p.d -o - && same minus-is-a-file want.h ./-
"$dtrace" -h -s p.d -o /dev/stdout >stdout.h && same dev-stdout want.h stdout.h
"$dtrace" -h -s /dev/stdin -o stdin.h <p.d && same dev-stdin want.h stdin.h
echo 'provider q { probe two(); };' >q.d
"$dtrace" -h -s p.d -s q.d -o both.h
expect two-scripts '^#define Q_TWO' both.h
expect two-scripts-first '^#define P_ONE' both.h

# ---- preprocessor
mkdir -p inc && echo '#define TYPE long' >inc/types.inc
cat >c.d <<'D'
#include "types.inc"
provider c {
#ifdef EXTRA
	probe extra(TYPE x);
#endif
	probe one(TYPE x);
};
D
"$dtrace" -h -C -Iinc -DEXTRA -s c.d -o c.h && expect C-I-D '^/\* C_EXTRA \( long x \) \*/$' c.h
"$dtrace" -h -C -I inc -D EXTRA -U EXTRA -s c.d -o c.h && lacks C-U 'C_EXTRA' c.h
"$dtrace" -h -C -Iinc -s c.d -o c.h -MD && expect depends '^c.h: c.d ' c.h.d
expect depends-on-included '^  inc/types.inc$' c.h.d
"$dtrace" -h -C -Iinc -s c.d -o c.h -MD -MF x.dep -MT 'a b' && expect depends-of '^a\\ b: c.d' x.dep
printf 'provider c {\n#ifdef A\nprobe a();\n#else\nprobe b();\n#endif\n};\n' >both.d
"$dtrace" -h -s both.d -o both.h && expect without-C-both '^#define C_A' both.h
expect without-C-both-2 '^#define C_B' both.h
"$dtrace" -h -C -s error-in-include.d -o x.h 2>/dev/null
printf 'provider c {\n  probe a(;\n};\n' >inc/bad.inc && echo '#include "bad.inc"' >e.d
"$dtrace" -h -C -Iinc -s e.d -o e.h 2>msg
expect place-in-include '^inc/bad.inc:2:[0-9]+: error:' msg

# ---- naming of semaphores
sema() { readelf -Ws "$1" | awk '/_semaphore/ { print $6, $8 }'; }
"$dtrace" -G -DSTAP_SDT_V2 -s p.d -o v2.o
check V2 test "$(sema v2.o)" = "DEFAULT p_one_semaphore"
CFLAGS="-O2 -DSTAP_SDT_V2=1" "$dtrace" -G -s p.d -o v2.o
check V2-in-CFLAGS test "$(sema v2.o)" = "DEFAULT p_one_semaphore"
"$dtrace" -G -DSTAP_SDT_V1 -s p.d -o v1.o
check V1 test "$(sema v1.o)" = "DEFAULT one_semaphore"
printf '#include "p.h"\nint main (void) { if (P_ONE_ENABLED ()) P_ONE (1); return 0; }\n' >use.c
cp want.h p.h
check V1-links $cc -I. -DSTAP_SDT_V1 use.c v1.o -o v1
check V2-links $cc -I. -DSTAP_SDT_V2 use.c v2.o -o v2

# ---- help, version, outputs whose content would not change
check help "$dtrace" --help
expect help-text '^  -s file +read a script' .out
"$dtrace" -V >out && expect version '^dtrace: D [0-9]+\.[0-9]+' out
"$dtrace" -h -s p.d -o keep.h && touch -d 2001-01-01 keep.h
"$dtrace" -h --keep-unchanged -s p.d -o keep.h
check keeps-time test ! keep.h -nt p.d
"$dtrace" -h -s p.d -o keep.h
check renews-time test keep.h -nt want.o

# ---- a site that BPF tracers can't read
cat >s.c <<'C'
#include <sys/sdt.h>
void f (double d, int i) { DTRACE_PROBE1 (p, fine, i); DTRACE_PROBE1 (p, real, d); }
C
$cc -O2 -c s.c
"$dtrace" --check s.o >out
check check-status test $? = 1
expect check-names '^s.o: p:real in f\+0x[0-9a-f]+: arg0 8f@.*: floating point' out
lacks check-only-bad 'p:fine' out
