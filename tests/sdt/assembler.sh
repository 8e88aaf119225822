#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Sites in assembler files and in asm statements.
. "$(dirname "$0")/common.inc"

[ "$(uname -m)" = x86_64 ] || { skip assembler "not an x86-64 machine"; exit 0; }

cat > "$T/as.S" <<'EOF'
#include <sys/sdt.h>
#define free my_free
	.text
	.globl f
f:	STAP_PROBE (prov, free)
	STAP_PROBE2 (prov, x, %rdi, 8(%rsp))
	DTRACE_PROBE3 (prov, sized, -4@%edi, 8@(%rax,%rbx,4), 8@$5)
#ifndef PEER	/* supports this with clang only */
	STAP_PROBE_ASM (prov, text, 8@%rdi -4@8(%rax, %rbx))
#endif
	STAP_PROBE12 (prov, twelve, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	ret
	.section .note.GNU-stack,"",@progbits
EOF
for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	compile "S-$cc" $cc $INC -c "$T/as.S" -o "$T/as.o" &&
		expect "S-$cc" 'prov:my_free
prov:x %rdi 8(%rsp)
prov:sized -4@%edi 8@(%rax,%rbx,4) 8@$5
prov:text 8@%rdi -4@8(%rax, %rbx)
prov:twelve 1 2 3 4 5 6 7 8 9 10 11 12' "$(notes "$T/as.o")"
	expect "S-$cc-nops" "nop cs nop cs nop cs nop cs nop cs ret" \
	       "$(code "$T/as.o" f | awk '{ printf "%s%s", s, $1; s = " " }')"
	$cc $INC -D_SDT_HAS_SEMAPHORES -c "$T/as.S" -o "$T/as.o"
	expect "S-$cc-spelled" prov:free "$(notes "$T/as.o" | head -n 1)"
	expect "S-$cc-semaphore" 1 "$(readelf -rW "$T/as.o" | grep -v _NONE | grep -c 'prov_x_semaphore')"
	$cc $INC -DSDT_AUTO_SEMAPHORE -c "$T/as.S" -o "$T/as.o"
	expect "S-$cc-auto-semaphore" "2 OBJECT WEAK HIDDEN" \
	       "$(readelf -sW "$T/as.o" | awk '$8 == "prov_x_semaphore" { print $3, $4, $5, $6 }')"
	$cc $INC -DNDTRACE -c "$T/as.S" -o "$T/as.o"
	expect "S-$cc-NDTRACE" "ret" "$(code "$T/as.o" f)"

	cat > "$T/stmt.c" <<'EOF'
#include <sys/sdt.h>
struct s { short field; };
long stmt (long value, struct s *p);
long stmt (long value, struct s *p)
{
	long out;
	__asm__ __volatile__ ("/* basic */" STAP_PROBE_ASM (prov, basic, %rdi 8(%rsp)));
	__asm__ (STAP_PROBE_ASM (prov, none,));
	__asm__ __volatile__ ("mov %1, %0\n" STAP_PROBE_ASM (prov, raw, 8@%1 8@%%rsp)
		 : "=r" (out) : "r" (value));
	__asm__ __volatile__ ("mov %1, %0\n"
		 STAP_PROBE_ASM (prov, named, STAP_PROBE_ASM_TEMPLATE (3))
		 "nop" : "=&r" (out)
		 : "r" (value), STAP_PROBE_ASM_OPERANDS (3, value, p->field, 1.0f));
	__asm__ __volatile__ (STAP_PROBE_ASM (prov, zero, STAP_PROBE_ASM_TEMPLATE (0))
			      : : STAP_PROBE_ASM_OPERANDS (0));
	return out;
}
EOF
	for lang in 'c -std=gnu99' 'c -std=gnu2x' 'c++ -std=gnu++11' 'c++ -std=gnu++20'; do
		$cc -x $lang -O2 $INC -c "$T/stmt.c" -o "$T/stmt.o"
		expect "stmt-$cc-$(echo "$lang" | tr -d ' ')" 'prov:basic %rdi 8(%rsp)
prov:named -8@ -2@ 4f@
prov:none
prov:raw 8@ 8@
prov:zero' "$(notes "$T/stmt.o" | sed '/basic/!s/@[^ ]*/@/g' | sort)"
	done
	# C89 has no variadic macros: operands of the assembler only.
	printf '#include <sys/sdt.h>\nvoid f (void) { __asm__ (STAP_PROBE_ASM (prov, old, 8@%%rdi)); }\n' > "$T/old.c"
	$cc -std=gnu89 $INC -c "$T/old.c" -o "$T/old.o"
	expect "stmt-$cc-c89" 'prov:old 8@%rdi' "$(notes "$T/old.o")"
done

if [ -n "$PEER" ]; then
	gcc $INC -DPEER -c "$T/as.S" -o "$T/as.o" && gcc -DPEER -c "$T/as.S" -o "$T/peer.o"
	expect peer-S "$(notes "$T/peer.o")" "$(notes "$T/as.o")"
	gcc -std=gnu11 -O2 $INC -c "$T/stmt.c" -o "$T/stmt.o" && gcc -std=gnu11 -O2 -c "$T/stmt.c" -o "$T/peer.o"
	expect peer-stmt "$(sizes "$T/peer.o")" "$(sizes "$T/stmt.o")"
fi
done_testing
