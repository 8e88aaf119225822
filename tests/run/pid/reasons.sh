#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Functions that can't be probed are left out, with a reason: in the message if they are named, in -lv for a pattern.
. tests/run/common.inc

# why SPEC TEXT...: texts that the message about SPEC must contain
why() {
	spec=$1
	shift
	if "$DT" -c "$TRIGGERS/funcs 1" -qn "pid\$target:$spec { }" >"$TMP/out" 2>&1; then
		result "$spec" 'exit status 0'
	else
		result "$spec" "$(grep -qF ":$spec does not match any probes ($*)" "$TMP/out" ||
			cat "$TMP/out")"
	fi
}

why a.out:endless:entry "endless can't be probed there: its symbol has no size, so its end is not known"
why a.out:_start:return \
	"_start can't be probed there: it is not entered by a call, or it returns to the caller of another function"
why a.out:nosuch:entry 'no such function'
why a.out:main:nosuch 'names of probes are entry, return and hexadecimal offsets, without 0x'
# compilers change names: the shortest one that was made of the name is suggested
cat >"$TMP/made.cc" <<'EOF1'
template <class T> __attribute__((noinline)) T scan(T x) { __asm__ volatile(""); return x; }
int scan_in_file() { return 0; }
__attribute__((noinline)) int rescan(int x) { return [&](int y) __attribute__((noinline)) { __asm__ volatile(""); return y + x; }(1); }
extern "C" int part(int x) __asm__("part.constprop.0");
int part(int x) { return x; }
int main() { return scan(0) + scan(0L) + rescan(-1) + part(0); }
EOF1
${CXX:-g++} -O1 "$TMP/made.cc" -o "$TMP/made" || exit 1
for row in 'scan _Z4scanIiET_S0_ _Z4scanIlET_S0_' 'rescan _Z6rescani' 'part part.constprop.0'; do
	set -- $row
	"$DT" -c "$TMP/made" -qn "pid\$target:a.out:$1:entry { }" >"$TMP/out" 2>&1
	result "made-$1" "$(grep -qF "(no such function; did you mean $2?)" "$TMP/out" ||
		grep -qF "(no such function; did you mean ${3:-$2}?)" "$TMP/out" || cat "$TMP/out")"
done
strip -R .note.gnu.build-id -o "$TMP/stripped" "$TRIGGERS/funcs"
"$DT" -c "$TMP/stripped 1" -qn 'pid$target:a.out:ten:entry { }' >"$TMP/out" 2>&1
result stripped "$([ $? = 1 ] && grep -qF "(no such function; $TMP/stripped is stripped: only its exported functions have names)" "$TMP/out" || cat "$TMP/out")"
if [ "$(uname -m)" = x86_64 ]; then
	why a.out:nops:1 "nops can't be probed there: it is not the first byte of an instruction"
	why a.out:nops:8 "nops can't be probed there: it is a 5-byte nop, where kernels that optimise probes damage \
the stack of the program"
	printf '%s\n' '__asm__(".globl vec, branded\n.type vec, @function\n.type branded, @function\n"' \
		'"vec: vpxor %xmm0, %xmm0, %xmm0\n inc %rax\n ret\n.size vec, . - vec\n"' \
		'"branded: endbr64\n vpxor %xmm0, %xmm0, %xmm0\n ret\n.size branded, . - branded\n"' \
		'".globl locked\n.type locked, @function\nlocked: lock incl (%rdi)\n ret\n.size locked, . - locked\n");' \
		'__asm__(".globl trapped\n.type trapped, @function\ntrapped: ret\n hlt\n in (%dx), %al\n rep outsl\n int3\n ud2\n"' \
		'".size trapped, . - trapped\n");' \
		'int main(void) { return 0; }' >"$TMP/vec.c"
	${CC:-gcc} "$TMP/vec.c" -o "$TMP/vec" || exit 1
	"$DT" -l -c "$TMP/vec" -n 'pid$target:a.out:vec:,pid$target:a.out:branded:' 2>&1 |
		awk 'NR > 1 { print $4, $5 }' >"$TMP/out"
	printf '%s\n' 'vec 4' 'vec 7' 'vec return' 'branded 0' 'branded 8' 'branded entry' 'branded return' | sort >"$TMP/wanted"
	result vectors "$(sort "$TMP/out" | diff "$TMP/wanted" - 2>&1)"
	"$DT" -c "$TMP/vec" -qn 'pid$target:a.out:vec:entry { }' >"$TMP/out" 2>&1
	result vector-entry "$(grep -qF "vec can't be probed there: it is a vector instruction (VEX, EVEX), which kernels refuse \
to step out of line" "$TMP/out" || cat "$TMP/out")"
	"$DT" -c "$TMP/vec" -qn 'pid$target:a.out:locked:entry { }' >"$TMP/out" 2>&1
	result locked-entry "$(grep -qF "locked can't be probed there: it has a prefix (lock or a segment; data16 on a branch; rep on \
movntss or a conditional instruction) with which the kernel cannot step it out of line" "$TMP/out" || cat "$TMP/out")"
	# at these places the kernel silently installs no breakpoint when the program is mapped later
	"$DT" -l -c "$TMP/vec" -n 'pid$target:a.out:trapped:' 2>&1 | awk 'NR > 1 { print $5 }' | sort | paste -sd ' ' >"$TMP/out"
	result traps "$(echo '0 6 entry return' | diff - "$TMP/out")"
	"$DT" -c "$TMP/vec" -qn 'pid$target:a.out:trapped:1 { }' >"$TMP/out" 2>&1
	result trap "$(grep -qF "trapped can't be probed there: it is for the kernel only (hlt, in, out ...) or a trap, on which \
kernels place no probe" "$TMP/out" || cat "$TMP/out")"
	# data among instructions: a jump into `mov $0x909090c3,%eax`, and two returns; a jump over a lock prefix is allowed
	cat >"$TMP/mixed.c" <<-'END'
	#include <stdio.h>
	__asm__(".globl mixed\n.type mixed, @function\nmixed: mov $1, %eax\n jmp 1f\n2: .byte 0x75, 0x01, 0xb8, 0xc3, 0x90, 0x90, 0x90, 0xc3\n"
		"1: add 2b(%rip), %eax\n test %edi, %edi\n je 3f\n ret\n 3: inc %eax\n ret\n.size mixed, . - mixed\n");
	__asm__(".globl over\n.type over, @function\nover: test %edi, %edi\n je 1f\n lock\n1: incl (%rsi)\n mov (%rsi), %eax\n jmp *2f(%rip)\n"
		"3: ret\n.size over, . - over\n.data\n2: .quad 3b\n.text\n");
	int mixed(int n), over(int n, int *p);
	int main(void) { int n = 0; printf("%x %x %d\n", mixed(0), mixed(1), over(0, &n) + over(1, &n)); return 0; }
	END
	${CC:-gcc} -no-pie "$TMP/mixed.c" -o "$TMP/mixed" || exit 1
	expect data 0 -c "$TMP/mixed" -qn 'pid$target:a.out:mixed: { @[probename] = count(); }
		END { printa("%s %@d\n", @); }' <<-'END'
	c3b80177 c3b80176 3
	19 1
	1a 1
	1c 1
	0 2
	15 2
	17 2
	5 2
	entry 2
	f 2
	return 2

	--
	END
	"$DT" -l -c "$TMP/mixed" -n 'pid$target:a.out:over:' 2>&1 | awk 'NR > 1 { print $5 }' | sort | paste -sd ' ' >"$TMP/out"
	result over-lock "$(echo '0 2 7 9 entry f return' | diff - "$TMP/out")"
	"$DT" -c "$TMP/mixed" -qn 'pid$target:a.out:mixed:e { }' >"$TMP/out" 2>&1
	result data-reason "$(grep -qF "mixed can't be probed there: its function contains data, and no known path reaches it" \
		"$TMP/out" || cat "$TMP/out")"
	# data that the function reads or whose address it takes, also right after a call that does not come back
	cat >"$TMP/reads.c" <<-'END'
	#include <stdio.h>
	#include <stdlib.h>
	__asm__(".text\n.globl island\n.type island, @function\nisland: mov 1f(%rip), %eax\n ret\n1: .long 0xc3c390\n.size island, . - island\n");
	__asm__(".globl table\n.type table, @function\ntable: lea 1f(%rip), %rax\n mov (%rax,%rdi,4), %eax\n ret\n"
		"1: .long 0x909090, 0xc3c390\n.size table, . - table\n");
	__asm__(".globl last\n.type last, @function\nlast: movaps 1f(%rip), %xmm0\n test %edi, %edi\n jne 2f\n call abort\n"
		".p2align 4\n1: .fill 16, 1, 0x90\n2: movd %xmm0, %eax\n ret\n.size last, . - last\n");
	int island(void), table(long n), last(int n);
	int main(void) { printf("%x %x %x %x\n", island(), table(0), table(1), last(1)); return 0; }
	END
	${CC:-gcc} -O1 -no-pie "$TMP/reads.c" -o "$TMP/reads" || exit 1
	expect data-read 0 -c "$TMP/reads" -qn 'pid$target:a.out:island:, pid$target:a.out:table: { @[probefunc, probename] = count(); }
		pid$target:a.out:last: { } END { printa("%s %s %@d\n", @); }' <<-'END'
	c3c390 909090 c3c390 90909090
	island 0 1
	island 6 1
	island entry 1
	island return 1
	table 0 2
	table 7 2
	table a 2
	table entry 2
	table return 2

	--
	END
	"$DT" -lv -c "$TRIGGERS/funcs 1" -n 'pid$target:a.out:nops:' >"$TMP/out" 2>"$TMP/err"
	grep -q "warning: funcs:nops:8 can't be probed: it is a 5-byte nop" "$TMP/err"
	result listed "$([ $? = 0 ] || cat "$TMP/err")"
fi

expect no-process 1 -qn 'pid999999999:::entry { }' <<END
--
dtrace: invalid probe specifier pid999999999:::entry { }: probe description pid999999999:::entry does not match any probes (process PID: No such process)
  pid999999999:::entry { }
  ^~~~~~~~~~~~~~~~~~~~
END
"$DT" -c "$TRIGGERS/funcs 1" -qn 'pid$target:libnix::entry { }' 2>"$TMP/err"
grep -q 'does not match any probes (process [0-9]* has no file libnix: -Z waits for one that it opens later, -x objects=FILE names it)$' "$TMP/err"
result no-file "$([ $? = 0 ] || cat "$TMP/err")"
ln -s "$TRIGGERS/funcs" "$TMP/asked"
"$DT" -c "$TMP/asked 1" -qn 'pid$target:asked::entry { }' 2>"$TMP/err"
grep -q 'has no file asked (its program, a.out, is funcs): ' "$TMP/err"
result no-file-by-link "$([ $? = 0 ] || cat "$TMP/err")"
