#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Each macro that a program may define before it includes <sys/sdt.h>.
. "$(dirname "$0")/common.inc"

# NDTRACE: no note, no code, no evaluation, no warning about variables that are now unused.
cat > "$T/nd.c" <<'EOF'
#define SDT_USE_VARIADIC
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
SDT_SEMAPHORE (p, n);
static int calls;
static int only_for_probe (void) { return ++calls; }
int main (int argc, char **argv)
{
	int only_used_here = 3, unsigned_too = argc;
	char buffer[4];
	buffer[0] = 1;
	(void) argv;
	DTRACE_PROBE (p, n);
	DTRACE_PROBE2 (p, n, only_for_probe (), only_used_here++);
	STAP_PROBE3 (p, n, buffer, &argc, 1.0);
	if (argc > 1)
		DTRACE_PROBE12 (p, n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
	else
		STAP_PROBEV (p, n, unsigned_too);
	if (SDT_ENABLED (p, n))
		calls++;
	__asm__ __volatile__ (STAP_PROBE_ASM (p, n, 8@%rax));
	__asm__ __volatile__ (STAP_PROBE_ASM (p, n, STAP_PROBE_ASM_TEMPLATE (1))
			      : : STAP_PROBE_ASM_OPERANDS (1, only_for_probe ()));
	return calls;
}
EOF
for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	for lang in 'c -std=c99' 'c++ -std=c++11'; do
		for level in -O0 -O2; do
			name="$cc-NDTRACE-$(echo "$lang" | tr -d ' ')$level"
			compile "$name" $cc -x $lang $level -DNDTRACE $WARN $INC "$T/nd.c" -o "$T/nd" || continue
			"$T/nd"
			expect "$name" "0 " "$? $(notes "$T/nd")"
		done
	done

	# SDT_ORDERED: the store happens before the site, not after.
	cat > "$T/order.c" <<'EOF'
#include <sys/sdt.h>
int cell;
void order (void);
void order (void) { cell = 1; DTRACE_PROBE (p, n); cell = 2; }
EOF
	$cc -O2 -fcf-protection=none -DSDT_ORDERED $INC -c "$T/order.c" -o "$T/order.o"
	expect "$cc-SDT_ORDERED" "mov nop cs mov" "$(code "$T/order.o" order | awk '{ printf "%s%s", s, substr ($1, 1, 3); s = " " } NR == 4 { exit }')"

	# STAP_SDT_ARG_CONSTRAINT: memory only, registers only
	cat > "$T/where.c" <<'EOF'
#include <sys/sdt.h>
void where (long, long);
void where (long a, long b) { DTRACE_PROBE2 (p, n, a, b); }
EOF
	$cc -O2 $INC -DSTAP_SDT_ARG_CONSTRAINT=m -c "$T/where.c" -o "$T/where.o"
	expect "$cc-constraint-m" 2 "$(notes "$T/where.o" | grep -o '@-*[0-9]*(%rsp)' | wc -l)"
	$cc -O2 $INC -DSTAP_SDT_ARG_CONSTRAINT=r -c "$T/where.c" -o "$T/where.o"
	expect "$cc-constraint-r" 2 "$(notes "$T/where.o" | grep -o '@%r[a-z0-9]*' | wc -l)"
done

# SDT_FLOAT_REGISTERS: no move to a general register (gcc only)
cat > "$T/float.c" <<'EOF'
#include <sys/sdt.h>
void floats (double d, float f, int i);
void floats (double d, float f, int i) { DTRACE_PROBE3 (p, n, d, f, i); }
EOF
if [ "$(uname -m)" = x86_64 ]; then
	gcc -O2 $INC -DSDT_FLOAT_REGISTERS -c "$T/float.c" -o "$T/float.o"
	expect SDT_FLOAT_REGISTERS "p:n 8f@%xmm0 4f@%xmm1 -4@" "$(notes "$T/float.o" | sed 's/@%e[a-z]*$/@/')"
fi

# sdt-config.h is used by older programs.
printf '#include <sys/sdt-config.h>\n#include <sys/sdt.h>\n#if !_SDT_ASM_SECTION_AUTOGROUP_SUPPORT\n#error\n#endif\nextern int x;\n' > "$T/config.c"
compile sdt-config.h $CC $WARN $INC -c "$T/config.c" -o "$T/config.o" && ok sdt-config.h
printf '#include <sys/sdt.h>\n#include <sys/sdt.h>\nextern int x;\n' > "$T/twice.c"
compile included-twice $CC $WARN $INC -c "$T/twice.c" -o "$T/twice.o" && ok included-twice
# Programs that once had to distinguish versions of the header test macros before they fire.
printf '#include <sys/sdt.h>\n#if !defined STAP_PROBE2 || _SDT_NOTE_TYPE < 3\n#error\n#endif\nextern const char name[8] = _SDT_NOTE_NAME;\n' > "$T/version.c"
compile note-version $CC $INC -w -c "$T/version.c" -o "$T/version.o" && ok note-version
done_testing
