#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Provider and probe names stay as they are spelled, whatever is #defined.
. "$(dirname "$0")/common.inc"

cat > "$T/names.c" <<'EOF'
#include <elf.h>	/* R_X86_64_NONE and its like are macros there */
#define type type_was_expanded
#define test test_was_expanded
#define value value_was_expanded
#define SDT_USE_VARIADIC
#include <sys/sdt.h>
#define free my_free
#define accept(x) my_accept (x)
#define errno (*errno_location ())
#define prov macro_prov
#define nop my_nop
#define nor (a nor b)
#define g 42
#define x x_was_expanded
#define PAIR 1, 2
#define WRAPPED(a) DTRACE_PROBE1 (prov, free, a)
void names (int i);
void names (int i)
{
	DTRACE_PROBE (prov, free);
	DTRACE_PROBE1 (prov, errno, i);
	STAP_PROBE2 (prov, accept, i, i);
	STAP_PROBEV (prov, free, i);
	STAP_PROBEV (prov, errno, PAIR);
	DTRACE_PROBE (linux, unix);
	DTRACE_PROBE (Upper, a__b$c);
	WRAPPED (i);
	__asm__ (STAP_PROBE_ASM (prov, free, 4@%edi));
}
EOF
expected='prov:free
prov:errno -4@
prov:accept -4@ -4@
prov:free -4@
prov:errno -4@ -4@
linux:unix
Upper:a__b$c
prov:free -4@
prov:free 4@'
for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	$cc -std=gnu11 -O2 $INC -Wno-dollar-in-identifier-extension -c "$T/names.c" -o "$T/names.o"
	expect "$cc-c" "$expected" "$(sizes "$T/names.o")"
	$cc -xc++ -O2 $INC -c "$T/names.c" -o "$T/names.o"
	expect "$cc-c++" "$expected" "$(sizes "$T/names.o")"
done

# The semaphore keeps the names, too, unless its own name is a macro (this is
# how headers for STAP_SDT_V1 work).
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
