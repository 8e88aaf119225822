/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * compat: a 32-bit program without a C library that makes known calls; with
 * -DLONG a 64-bit one that makes calls of both kinds.
 */
static long call(long number, long a, long b, long c)
{
	long ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "a"(number), "b"(a), "c"(b), "d"(c)
			 : "memory"
#ifdef LONG
			 , "r8", "r9", "r10", "r11"
#endif
	);
	return ret;
}

enum {
	I386_EXIT = 1,
	I386_WRITE = 4,
	I386_KILL = 37,
	I386_GETPPID = 64,
	I386_MMAP2 = 192,
	I386_GETUID32 = 199,
	I386_UNUSED = 222, /* timer_create of 64-bit programs */
};

#ifdef LONG
static long long_call(long number)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(number)
			 : "rcx", "r11", "memory");
	return ret;
}
#endif

/* 1,000 in all, including exit. */
void _start(void)
{
	for (int i = 0; i < 500; i++)
		call(I386_GETPPID, 0, 0, 0);
	for (int i = 0; i < 300; i++)
		call(I386_WRITE, -1, 0, 0x7fffffff);
	for (int i = 0; i < 196; i++)
		call(I386_GETUID32, 0, 0, 0);
	call(I386_KILL, -99999, 0, 0);
	call(I386_MMAP2, 0, 4096, 0);
	call(I386_UNUSED, 0, 0, 0);
#ifdef LONG
	for (int i = 0; i < 7; i++)
		long_call(I386_GETPPID); /* semget */
	for (int i = 0; i < 5; i++)
		long_call(110); /* getppid */
#endif
	call(I386_EXIT, 0, 0, 0);
}
