/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions with an instruction from which a program could tell that it was
 * probed, each called N times: prints their results.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name, code) \
	__asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n\t" \
		code "\n.size " #name ", . - " #name "\n")

#if defined(__x86_64__)
long save_restore(long n), exchange(long n), status_word(long n);
long identify(long n), push_it(long n), call_it(long n), nop_first(long n), prefixed(long n);
void fill(void *to, long unused, long unused2, long bytes);
void copy(void *to, const void *from, long bytes);
long find(const char *in, long byte, long unused, long bytes);

FUNCTION(save_restore, "pushfq\n nop\n popfq\n mov %rdi, %rax\n ret");
FUNCTION(exchange, "mov %rdi, %r8\n xor %eax, %eax\n xchg %r8, %rax\n add %r8, %rax\n ret");
FUNCTION(status_word, "mov %rdi, %rax\n smsw %ecx\n add step_one(%rip), %rax\n ret");
FUNCTION(identify, "mov %rbx, %r8\n xor %eax, %eax\n xor %ecx, %ecx\n cpuid\n mov %r8, %rbx\n mov %rdi, %rax\n ret");
FUNCTION(nop_first, ".byte 0x0f, 0x1f, 0x44, 0, 0\n mov %rdi, %rax\n ret");
FUNCTION(prefixed, ".byte 0x3e, 0x0f, 0x1f, 0x46, 0x40\n mov %rdi, %rax\n ret"); /* nopl %ds:64(%rsi) */
FUNCTION(push_it, "push %rdi\n push %rsp\n pop %rcx\n cmp %rcx, %rsp\n pop %rax\n jne 1f\n inc %rax\n1: ret");
FUNCTION(call_it, "lea push_it(%rip), %rax\n call *%rax\n call push_it\n ret");
FUNCTION(fill, "rep stosb\n ret");
FUNCTION(copy, "mov %rdx, %rcx\n rep movsb\n ret");
FUNCTION(find, "mov %esi, %eax\n repne scasb\n mov %rcx, %rax\n ret");
long step_one = 1;

static long all(int n)
{
	static char from[2000], to[2000];
	long bytes = n % 3 == 0 ? 0 : n % 3 == 1 ? 1 : 1000;
	long sum;

	memset(from, 'x', sizeof(from));
	from[bytes] = 'y';
	memset(to, 0, sizeof(to));
	copy(to, from, bytes);
	sum = find(from, 'y', 0, 1900) + (memcmp(from, to, (size_t)bytes) ? 7000 : 0);
	fill(to, 0, 0, bytes);
	return sum + save_restore(n) + exchange(n) + status_word(n) + identify(n) + call_it(n) + nop_first(n) + prefixed(n);
}
#else
long add(long *to, long n), add_pair(long *to, long n);

FUNCTION(add, "mov x3, x0\n1: ldxr x2, [x3]\n add x2, x2, x1\n nop\n stxr w4, x2, [x3]\n"
	      "cbnz w4, 1b\n mov x0, x2\n ret");
FUNCTION(add_pair, "1: ldaxr x2, [x0]\n cmp x2, x1\n b.eq 2f\n add x2, x2, x1\n stlxr w4, x2, [x0]\n"
		   "cbnz w4, 1b\n2: clrex\n mov x0, x2\n ret");

static long all(int n)
{
	static long to;

	return add(&to, n) + add_pair(&to, n);
}
#endif

int main(int argc, char **argv)
{
	long sum = 0;

	for (int i = 0; argc > 1 && i < atoi(argv[1]); i++)
		sum += all(i);
	printf("sum %ld\n", sum);
	return 3;
}
