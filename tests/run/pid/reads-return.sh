#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A function that reads its return address (32-bit code finds its data this way: __x86.get_pc_thunk.bx) gets the real one
# while its return is traced, and so does one that keeps it.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip reads-return: needs machine x86_64"
	exit 0
fi
cat >"$TMP/reads.c" <<'END'
#include <stdio.h>
unsigned long here(void), branded(void);
__asm__(".type here, @function\nhere: mov (%rsp), %rax\n ret\n.size here, . - here\n"
	".type branded, @function\nbranded: endbr64\n mov (%rsp), %rax\n ret\n.size branded, . - branded\n");
static __attribute__((noinline)) int is_mine(unsigned long addr)
{
	return addr - (unsigned long)is_mine < 4096;
}
static __attribute__((noinline)) int asks(void) { return is_mine(here()) + is_mine(branded()); }
int main(void)
{
	printf("%d right\n", asks() + asks());
	return 0;
}
END
$CC -O1 "$TMP/reads.c" -o "$TMP/reads" || exit 1
expect reads-return 0 -c "$TMP/reads" -qn 'pid$target:a.out:here:return, pid$target:a.out:branded:return { @[probefunc] = count(); }' <<'END'
4 right

  branded                                                           2
  here                                                              2
--
END

# A setjmp() of a program's own keeps the return address, which its longjmp() returns to.
cat >"$TMP/keeps.c" <<'END'
#include <stdio.h>
struct place { void *regs[8]; };
int kept(struct place *place) __attribute__((returns_twice)), popped(struct place *place) __attribute__((returns_twice));
void back(struct place *place) __attribute__((noreturn));
#define SAVE "mov %rbx, (%rdi)\n mov %rbp, 8(%rdi)\n mov %r12, 16(%rdi)\n mov %r13, 24(%rdi)\n" \
	"mov %r14, 32(%rdi)\n mov %r15, 40(%rdi)\n"
__asm__(".globl kept, popped, back\n"
	".type kept, @function\nkept: " SAVE "lea 8(%rsp), %rdx\n mov %rdx, 48(%rdi)\n"
	"mov (%rsp), %rax\n mov %rax, 56(%rdi)\n xor %eax, %eax\n ret\n.size kept, . - kept\n"
	".type popped, @function\npopped: pop %rsi\n" SAVE "mov %rsp, 48(%rdi)\n push %rsi\n mov %rsi, 56(%rdi)\n"
	"xor %eax, %eax\n ret\n.size popped, . - popped\n"
	".type back, @function\nback: mov (%rdi), %rbx\n mov 8(%rdi), %rbp\n mov 16(%rdi), %r12\n mov 24(%rdi), %r13\n"
	"mov 32(%rdi), %r14\n mov 40(%rdi), %r15\n mov 48(%rdi), %rsp\n mov $1, %eax\n jmp *56(%rdi)\n.size back, . - back\n");
static __attribute__((noinline)) void leave(struct place *place) { back(place); }
int main(void)
{
	static struct place place;
	static volatile int times;

	for (int i = 0; i < 3; i++) {
		if (!kept(&place))
			leave(&place);
		times++;
		if (!popped(&place))
			leave(&place);
		times++;
	}
	printf("%d times back\n", times);
	return 0;
}
END
$CC -O1 "$TMP/keeps.c" -o "$TMP/keeps" || exit 1
expect keeps-return 0 -c "$TMP/keeps" -qn 'pid$target:a.out:kept:return, pid$target:a.out:popped:return { @[probefunc] = count(); }' <<'END'
6 times back

  kept                                                              3
  popped                                                            3
--
END
