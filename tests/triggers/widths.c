// SPDX-License-Identifier: BSD-2-Clause
/*
 * Arguments of all widths and signs: in registers (values the compiler can't
 * know), as constants, in memory (fields of a struct and a static), ten at
 * once. Each probe fires once with the extreme values of its types.
 */
#include <stdint.h>

#include "widths.h"

static volatile int8_t i8 = INT8_MIN;
static volatile int16_t i16 = INT16_MIN;
static volatile int32_t i32 = INT32_MIN;
static volatile int64_t i64 = INT64_MIN;
static volatile uint8_t u8 = UINT8_MAX;
static volatile uint16_t u16 = UINT16_MAX;
static volatile uint32_t u32 = UINT32_MAX;
static volatile uint64_t u64 = UINT64_MAX;

struct fields {
	int8_t a;
	uint8_t b;
	int16_t c;
	uint16_t d;
	int32_t e;
	uint32_t f;
	int64_t g;
};

static __attribute__((noinline)) void in_memory(struct fields *f)
{
	WIDTHS_MEMORY(f->a, f->b, f->c, f->d, f->e, f->f, f->g);
}

static __attribute__((noinline)) void ten(int x)
{
	WIDTHS_TEN(x, -x, x + 1, -x - 1, x + 2, -x - 2, x + 3, -x - 3, x + 4, -x - 4);
}

int main(void)
{
	struct fields fields = { -1, 200, -300, 60000, -70000, 4000000000, -5000000000 };

	WIDTHS_NEGATIVE(i8, i16, i32, i64, (signed char)i8, (short)(i16 + 1));
	WIDTHS_POSITIVE(u8, u16, u32, u64, (unsigned char)(u8 - 1), (unsigned short)(u16 - 1));
	WIDTHS_CONSTANT(-1, 0x7fffffff, -5000000000, 4294967295u, INT64_MAX, 'x');
	in_memory(&fields);
	ten((int)u8);
	WIDTHS_NONE();
	return 0;
}
