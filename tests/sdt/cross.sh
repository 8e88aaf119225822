#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# The same sites for other machines, with the installed cross compilers.
. "$(dirname "$0")/common.inc"

cat > "$T/cross.c" <<'EOF'
#include <sys/sdt.h>
void cross (int i, long l, char *s, unsigned char uc, long long ll, double d);
void cross (int i, long l, char *s, unsigned char uc, long long ll, double d)
{
	DTRACE_PROBE (p, none);
	DTRACE_PROBE3 (p, regs, i, l, s);
	DTRACE_PROBE1 (p, constant, 5);
	DTRACE_PROBE2 (p, bytes, uc, *s);
	DTRACE_PROBE2 (p, eights, ll, d);
	DTRACE_PROBE12 (p, twelve, i, l, s, uc, i, l, s, uc, i, l, s, uc);
}
EOF
cat > "$T/sem.c" <<'EOF'
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
SDT_SEMAPHORE (p, n);
void sem (int i);
void sem (int i) { if (SDT_ENABLED (p, n)) DTRACE_PROBE1 (p, n, i); }
EOF
printf '#define SDT_AUTO_SEMAPHORE\n' | cat - "$T/sem.c" > "$T/auto.c"
printf '#include <sys/sdt.h>\n\t.text\nf:\tSTAP_PROBE2 (p, n, 4, 8)\n' > "$T/as.S"

# machine MACHINE LONG CHAR-SIGN CONSTANT NOP-COUNT-PATTERN COMPILER...:
# LONG = bytes of a pointer; CHAR = "-1" or "1"; CONSTANT = the operand for the number 5
machine() {
	name=$1 long=$2 char=$3 constant=$4
	shift 4
	have "$1" || { skip "$name" "no $1"; return; }
	for flags in -O0 -O2 '-O2 -fPIC'; do
		this="$name$(echo "$flags" | tr -d ' ')"
		compile "$this" "$@" $flags $WARN $INC -c "$T/cross.c" -o "$T/cross.o" || continue
		expect "$this" "p:none
p:regs -4@ -$long@ $long@
p:constant -4@
p:bytes 1@ $char@
p:eights -8@ 8f@
p:twelve -4@ -$long@ $long@ 1@ -4@ -$long@ $long@ 1@ -4@ -$long@ $long@ 1@" \
		       "$(notes "$T/cross.o" | sed 's/@\[[^]]*\]/@/g; s/@[^ ]*/@/g; s/@ [^ @]*\]/@/g')"
		expect "$this-constant" "p:constant -4@$constant" "$(notes "$T/cross.o" | grep p:constant)"
		compile "$this-sem" "$@" $flags $WARN $INC -c "$T/sem.c" -o "$T/sem.o" &&
			expect "$this-sem" 1 "$(readelf -rW "$T/sem.o" | sed -n '/rela*.note.stapsdt/,/^$/p' | grep -c p_n_semaphore)"
		compile "$this-auto" "$@" $flags $WARN $INC -c "$T/auto.c" -o "$T/auto.o" &&
			expect "$this-auto" "2 OBJECT WEAK HIDDEN" "$(readelf -sW "$T/auto.o" |
				awk '$8 == "p_n_semaphore" { print $3, $4, $5, $6 }')"
	done
	compile "$name-S" "$@" $INC -c "$T/as.S" -o "$T/as.o" && expect "$name-S" "p:n 4 8" "$(notes "$T/as.o")"
	# The note's address size and the reference that keeps the base alive
	expect "$name-base-kept" 1 "$(readelf -rW "$T/as.o" | grep -c '_NONE .*_.stapsdt.base')"
	size=$(objdump -h "$T/as.o" | awk '$2 == ".note.stapsdt" { print $3 }')
	expect "$name-note-size" $(((12 + 8 + 3 * long + 8 + 3) / 4 * 4)) $((0x$size))
}

machine i386 4 -1 '$5' i686-linux-gnu-gcc
machine arm64 8 1 5 aarch64-linux-gnu-gcc
machine arm 4 1 '#5' arm-linux-gnueabihf-gcc
machine riscv64 8 1 5 riscv64-linux-gnu-gcc
machine ppc64le 8 1 'i5' powerpc64le-linux-gnu-gcc
machine s390x 8 1 5 s390x-linux-gnu-gcc
machine arm64-clang 8 1 5 clang --target=aarch64-linux-gnu
machine i386-clang 4 -1 '$5' clang --target=i686-linux-gnu
machine arm-clang 4 1 '#5' clang --target=arm-linux-gnueabihf
machine riscv64-clang 8 1 5 clang --target=riscv64-linux-gnu
machine ppc64le-clang 8 1 'i5' clang --target=powerpc64le-linux-gnu
machine s390x-clang 8 1 5 clang --target=s390x-linux-gnu
done_testing
