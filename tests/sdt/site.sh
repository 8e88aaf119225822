#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# The bytes of a site, the number of instructions it needs, and the note section.
. "$(dirname "$0")/common.inc"

[ "$(uname -m)" = x86_64 ] || { skip site "not an x86-64 machine"; exit 0; }

cat > "$T/site.c" <<'EOF'
#include <sys/sdt.h>
#define V(n) void n (long a, long b, long c, long d, long e, long f); \
	     void n (long a, long b, long c, long d, long e, long f)
#define UNUSED (void) a, (void) b, (void) c, (void) d, (void) e, (void) f
V (n0) { UNUSED; DTRACE_PROBE (p, n0); }
V (n1) { UNUSED; DTRACE_PROBE1 (p, n1, a); }
V (n4) { UNUSED; DTRACE_PROBE4 (p, n4, a, b, c, d); }
V (n6) { UNUSED; DTRACE_PROBE6 (p, n6, a, b, c, d, e, f); }
EOF
nops='nop
cs nopw 0x0(%rax,%rax,1)
ret'
for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	compile "compile-$cc" $cc -O2 -fcf-protection=none $WARN $INC -c "$T/site.c" -o "$T/site.o" || continue
	for f in n0 n1 n4 n6; do
		expect "$cc-only-nops-$f" "$nops" "$(code "$T/site.o" $f | sed 's/ *$//; /^ret/q')"
	done
	$cc -O2 -fcf-protection=none $INC -shared -fPIC "$T/site.c" -o "$T/site.so"
	# The note's address is the first byte of the site.
	for f in n0 n6; do
		pc=$(readelf -nW "$T/site.so" | grep -A1 "Name: $f\$" | sed -n 's/.*Location: 0x0*\([0-9a-f]*\),.*/\1/p')
		bytes=$(objdump -d -j .text --start-address=0x$pc --stop-address=$(printf '0x%x' $((0x$pc + 11))) "$T/site.so" |
			sed -n 's/^ *[0-9a-f]*:\t\([0-9a-f ]*\).*/\1/p' | tr -d ' \n')
		expect "$cc-bytes-$f" 90662e0f1f840000000000 "$bytes"
	done
	expect "$cc-section" ".note.stapsdt NOTE 4" "$(readelf -SW "$T/site.so" |
		sed 's/\[ *[0-9]*\]//' | awk '$1 == ".note.stapsdt" { print $1, $2, $NF }')"
	expect "$cc-base-section" ".stapsdt.base PROGBITS 000001" "$(readelf -SW "$T/site.so" |
		sed 's/\[ *[0-9]*\]//' | awk '$1 == ".stapsdt.base" { print $1, $2, $5 }')"
	expect "$cc-base-symbol" "1 NOTYPE WEAK HIDDEN" "$(readelf -sW "$T/site.o" |
		awk '$8 == "_.stapsdt.base" { print $3, $4, $5, $6 }')"
	$cc -O2 $INC '-DSDT_NOP=nop; nop' -c "$T/site.c" -o "$T/nop.o"
	expect "$cc-SDT_NOP" "nop
nop
ret" "$(code "$T/nop.o" n4 | grep -v endbr | sed 's/ *$//' | head -n 3)"
	$cc -O2 $INC -mx32 -c "$T/site.c" -o "$T/x32.o" 2> /dev/null &&
		expect "$cc-x32" 4 "$(notes "$T/x32.o" | wc -l)"
done

# The whole note equals the one of the other header, byte for byte.
if [ -n "$PEER" ]; then
	for cc in gcc clang; do
		have $cc || continue
		for source in 'int f (int i) { DTRACE_PROBE1 (prov, n, 5); return i; }' \
			      'int f (int i) { DTRACE_PROBE3 (longer_prov, n1, 1, "x"[0] ? 2L : 3L, 4u); return i; }' \
			      'int f (int i) { DTRACE_PROBE (a, b); return i; }'; do
			printf '#include <sys/sdt.h>\n%s\n' "$source" > "$T/same.c"
			$cc -O2 $INC -c "$T/same.c" -o "$T/ours.o"
			$cc -O2 -c "$T/same.c" -o "$T/peer.o"
			objcopy -O binary --only-section=.note.stapsdt "$T/ours.o" "$T/ours.bin" 2> /dev/null
			objcopy -O binary --only-section=.note.stapsdt "$T/peer.o" "$T/peer.bin" 2> /dev/null
			expect "$cc-same-bytes $(echo "$source" | grep -o 'DTRACE_PROBE[^;]*')" \
			       "$(od -An -tx1 "$T/peer.bin")" "$(od -An -tx1 "$T/ours.bin")"
		done
	done
else
	skip same-bytes "no other <sys/sdt.h>"
fi
done_testing
