/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls32: calls by the numbers of 32-bit programs, by int 0x80. Its addresses
 * have 32 bits (-static -no-pie).
 */
#include <stdint.h>
#include <stdlib.h>

static char buffer[256];

static void call(int number, uint32_t a, uint32_t b, uint32_t c, int32_t d,
		 int32_t e)
{
	int64_t ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory", "r8", "r9", "r10", "r11");
}

static uint32_t address(const void *p)
{
	return (uint32_t)(uintptr_t)p;
}

int main(void)
{
	uint32_t to = address(buffer);
	static const struct {
		int32_t seconds, nanoseconds;
	} time = { 0, 1000000 };
	static const struct {
		int64_t seconds, nanoseconds;
	} time64 = { 0, 1000000 };

	call(195, address("/none/stat64"), to, 0, 0, 0);
	call(196, address("/none/lstat64"), to, 0, 0, 0);
	call(300, -100, address("/none/fstatat64"), to, 0, 0);
	call(268, address("/none/statfs64"), 84, to, 0, 0);
	call(192, 0, 12345, 1, 0x22, -1); /* mmap2 */
	call(240, to, 0, 0, (int32_t)address(&time), 0); /* futex */
	call(422, to, 0, 0, (int32_t)address(&time64), 0); /* futex_time64 */
	call(214, 7, 0, 0, 0, 0); /* setgid32 */
	call(204, -1, 8, 0, 0, 0); /* setregid32 */
	call(208, 1000, 1001, 0, 0, 0); /* setresuid32 */
	return 0;
}
