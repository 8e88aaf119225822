#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Provider and probe names: macros in them are expanded, as in other implementations of the header and as programs
# expect; with semaphores, as in the headers of dtrace -h, the names stay as they are written.
. "$(dirname "$0")/common.inc"

# The header's own identifiers may be macros of the program; names of sites without semaphores are expanded.
cat > "$T/names.c" <<'EOF'
#include <elf.h>	/* defines R_X86_64_NONE and others as macros */
#define type type_was_expanded
#define test test_was_expanded
#define value value_was_expanded
#define SDT_USE_VARIADIC
#include <sys/sdt.h>
#define free my_free
#define accept(x) my_accept (x)
#define prov macro_prov
#define nop my_nop
#define nor (a nor b)
#define g 42
#define x x_was_expanded
#define PAIR 1, 2
#define PROBE(name) DTRACE_PROBE (prov, name)
#define WRAPPED(a) DTRACE_PROBE1 (prov, free, a)
#define LINE() __LINE__
#define QUOTED(s) #s
#define COUNT(a, b, c, n, ...) n
#define COUNTED(name, n, ...) _SDT_PROBE (prov, name, n, (__VA_ARGS__))
#define COUNTS(name, ...) COUNTED (name, COUNT (0, ##__VA_ARGS__, 2, 1, 0), ##__VA_ARGS__)
#define IN_ASM(name, operands) STAP_PROBE_ASM (prov, name, operands)
void names (int i);
void names (int i)
{
	DTRACE_PROBE (prov, free);
	DTRACE_PROBE1 (other, errno, i);
	STAP_PROBE2 (prov, accept, i, i);
	STAP_PROBEV (prov, free, i);
	STAP_PROBEV (prov, pair, PAIR);
	STAP_PROBEV (prov, none);
	DTRACE_PROBE (Upper, a__b$c);
	PROBE (hit);
	WRAPPED (i);
#line 77
	DTRACE_PROBE1 (prov, LINE (), i);
	DTRACE_PROBE (QUOTED (nccl), "in quotes");
	__asm__ (STAP_PROBE_ASM (prov, free, 4@%edi));
	__asm__ (IN_ASM (jump, 4@%edi));
	COUNTS (counts);	/* by the program itself, as LTTng's headers do */
	COUNTS (free, i, i);
}
EOF
expected='macro_prov:my_free
other:errno -4@
macro_prov:accept -4@ -4@
macro_prov:my_free -4@
macro_prov:pair -4@ -4@
macro_prov:none
Upper:a__b$c
macro_prov:hit
macro_prov:my_free -4@
macro_prov:77 -4@
"nccl":"in
macro_prov:my_free 4@
macro_prov:jump 4@
macro_prov:counts
macro_prov:my_free -4@ -4@'
for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	$cc -std=gnu11 -O2 $INC -Wno-dollar-in-identifier-extension -c "$T/names.c" -o "$T/names.o"
	expect "$cc-c" "$expected" "$(sizes "$T/names.o")"
	$cc -xc++ -O2 $INC -c "$T/names.c" -o "$T/names.o"
	expect "$cc-c++" "$expected" "$(sizes "$T/names.o")"
done
if [ -n "$PEER" ]; then
	sed -E '/^#define (nop|nor|g|x) /d' "$T/names.c" > "$T/peer.c"	# the peer expands these
	gcc -std=gnu11 -O2 -c "$T/peer.c" -o "$T/peer.o"
	expect peer "$expected" "$(sizes "$T/peer.o")"
else
	skip peer "no other sys/sdt.h"
fi

# Semaphores: nothing is expanded. errno and accept are macros in many programs.
cat > "$T/spelled.c" <<'EOF'
#define SDT_AUTO_SEMAPHORE
#include <sys/sdt.h>
#define free my_free
#define errno (*errno_location ())
#define prov macro_prov
#define WRAPPED(a) DTRACE_PROBE1 (prov, free, a)
void spelled (int i);
void spelled (int i)
{
	DTRACE_PROBE (prov, free);
	DTRACE_PROBE1 (prov, errno, i);
	DTRACE_PROBE (linux, unix);
	WRAPPED (i);
}
EOF
for cc in gcc clang; do
	have $cc || continue
	$cc -std=gnu11 -O2 $INC -c "$T/spelled.c" -o "$T/spelled.o"
	expect "$cc-spelled" "$(printf 'prov:free\nprov:errno -4@\nlinux:unix\nprov:free -4@')" \
	       "$(sizes "$T/spelled.o")"
done

# A declared semaphore also keeps the names, unless its own name is a macro
# (as in headers for STAP_SDT_V1).
cat > "$T/sem.c" <<'EOF'
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
extern unsigned short prov_free_semaphore, close_semaphore;
#define prov_close_semaphore close_semaphore
#define free my_free
void names (void);
void names (void) { DTRACE_PROBE (prov, free); DTRACE_PROBE (prov, close); }
EOF
for cc in gcc clang; do
	have $cc || continue
	$cc -O2 $INC -c "$T/sem.c" -o "$T/sem.o"
	expect "$cc-semaphores" "close_semaphore prov_free_semaphore" \
	       "$(readelf -rW "$T/sem.o" | grep -o '[a-z_]*_semaphore' | sort -u | tr '\n' ' ' | sed 's/ $//')"
done
done_testing
