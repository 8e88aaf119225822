// SPDX-License-Identifier: BSD-2-Clause
/*
 * Objects in the memory of a program, whose addresses its probes give:
 * a struct with all kinds of members, a list of three, an array of integers
 * of each width, a pointer to nothing, a value of a type that nothing declares.
 */
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "objects.h"

struct point {
	int x, y;
};

struct all {
	int8_t s8;
	uint8_t u8;
	int16_t s16;
	uint16_t u16;
	int32_t s32;
	uint32_t u32;
	int64_t s64;
	uint64_t u64;
	_Bool yes;
	char text[12];
	const char *far;
	struct point point;
	struct point points[3];
	int grid[2][3];
	union {
		uint32_t whole;
		uint8_t bytes[4];
	} parts;
	unsigned int low : 3, middle : 7;
	int sign : 5;
	uint64_t wide : 40;
	int64_t rest : 24;
	double real;
};

struct item {
	const struct item *next;
	int value;
};

int main(void)
{
	static const struct all all = {
		.s8 = -8, .u8 = 200, .s16 = -1600, .u16 = 60000,
		.s32 = -320000, .u32 = 4000000000u,
		.s64 = -6400000000, .u64 = 18000000000000000000u,
		.yes = 1, .text = "twelve chars", .far = "far text",
		.point = { 3, -4 }, .points = { { 1, 2 }, { 3, 4 }, { 5, 6 } },
		.grid = { { 1, 2, 3 }, { 4, 5, 6 } }, .parts = { 0x01020304 },
		.low = 5, .middle = 100, .sign = -9,
		.wide = 0xabcdef0123, .rest = -1234567,
	};
	static const struct item third = { NULL, 30 };
	static const struct item second = { &third, 20 };
	static const struct item first = { &second, 10 };
	static const int numbers[] = { 7, 6, 5, 4, 3, 2, 1 };
	char *gone = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (gone == MAP_FAILED || munmap(gone, 4096))
		return 1;
	OBJECTS_ALL((void *)&all, sizeof(all));
	OBJECTS_LIST((void *)&first);
	OBJECTS_NUMBERS((int *)numbers, sizeof(numbers) / sizeof(numbers[0]));
	OBJECTS_GONE(gone);
	OBJECTS_ODD(9L);
	return 0;
}
