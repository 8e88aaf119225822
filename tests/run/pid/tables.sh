#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Jumps by a table of addresses (code that is not position-independent): of a `switch` in a loop, which may lead back to
# the first byte of the function; and of a tail call, which leaves a function whose returns are probed where they are.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip tables: needs machine x86_64"
	exit 0
fi
cat >"$TMP/tables.cc" <<'END'
#include <cstdio>
extern "C" {
unsigned rounds(const char *p), branded(const char *p);
long pass(long n, long which), select(long n, long which);
__attribute__((noinline, used)) long twice(long n) { if (n == 1000) throw 1; return n * 2; }
__attribute__((noinline, used)) long thrice(long n) { if (n == 1000) throw 1; return n * 3; }
}
/* rounds, branded: a byte of 2 begins another round */
__asm__(".text\n.type rounds, @function\nrounds: movzbl (%rdi), %eax\n inc %rdi\n jmp *2f(,%rax,8)\n"
	"3: ret\n 4: add $10, %eax\n ret\n.size rounds, . - rounds\n.section .rodata\n.p2align 3\n2: .quad 3b, 4b, rounds\n.text\n"
	".type branded, @function\nbranded: endbr64\n1: movzbl (%rdi), %eax\n inc %rdi\n notrack jmp *2f(,%rax,8)\n"
	"3: ret\n 4: add $10, %eax\n ret\n.size branded, . - branded\n.section .rodata\n.p2align 3\n2: .quad 3b, 4b, 1b\n.text\n"
	/* leaves by a jump, or returns */
	".type pass, @function\npass: mov %rdi, %rax\n test %rdi, %rdi\n js 1f\n jmp *2f(,%rsi,8)\n1: ret\n.size pass, . - pass\n"
	".section .rodata\n.p2align 3\n2: .quad twice, thrice\n.text\n"
	/* stays, and calls what may throw */
	".type select, @function\nselect: push %rbx\n jmp *2f(,%rsi,8)\n3: call twice\n pop %rbx\n ret\n4: call thrice\n pop %rbx\n"
	"ret\n.size select, . - select\n.section .rodata\n.p2align 3\n2: .quad 3b, 4b\n.text\n");
int main()
{
	long sum = 0;
	for (int i = 0; i < 6; i++)
		sum += rounds("\2\2\2\2\1") + branded("\2\2\2\2\1") + pass(i - 2, i & 1) + select(i, i & 1);
	try { twice(1000); } catch (int) { sum++; }
	std::printf("%ld\n", sum);
	return 0;
}
END
${CXX:-g++} -O1 -no-pie -fno-pie "$TMP/tables.cc" -o "$TMP/tables" || exit 1

expect counts 0 -c "$TMP/tables" -qn 'pid$target:a.out:branded:entry, pid$target:a.out:branded:return, pid$target:a.out:pass:entry,
	pid$target:a.out:select:entry, pid$target:a.out:select:return { @[probefunc, probename] = count(); }
	pid$target:a.out:select:return { @sums = sum(arg1); }' <<'END'
185

  branded                                             entry                                                             6
  branded                                             return                                                            6
  pass                                                entry                                                             6
  select                                              entry                                                             6
  select                                              return                                                            6
               39
--
END

# why NAME TEXT: that it can't be probed
why() {
	"$DT" -c "$TMP/tables" -qn "pid\$target:a.out:$1 { }" >"$TMP/out" 2>&1
	result "$1" "$([ $? = 1 ] && grep -qF "can't be probed there: $2" "$TMP/out" || cat "$TMP/out")"
}
why rounds:entry 'it begins with a loop, and some jumps back to its start cannot be probed'
why rounds:return 'it begins with a loop, and some jumps back to its start cannot be probed'
why pass:return 'an exception may be thrown through it'
