/* SPDX-License-Identifier: BSD-2-Clause */
provider widths {
	probe negative(int8_t a, int16_t b, int32_t c, int64_t d, signed char e, short f);
	probe positive(uint8_t a, uint16_t b, uint32_t c, uint64_t d, unsigned char e,
		       unsigned short f);
	probe constant(int a, int b, long c, unsigned int d, int64_t e, char f);
	probe memory(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f,
		     int64_t g);
	probe ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j);
	probe none();
};
