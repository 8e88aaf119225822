/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packed structs, as header files and protocols have them: members across the boundaries of words are read, written and
 * counted where they are. Bit-fields of an enum without negative values are unsigned.
 */
#pragma D option quiet

enum kind { NONE, ONE, TWO, THREE };
struct event {
	uint8_t tag;
	uint64_t data;
	unsigned int low : 5;
	unsigned long high : 50;
	enum kind kind : 2;
	uint16_t last;
} __attribute__((packed));

struct event *p, global, copy;
struct event events[int];

BEGIN
{
	p = (struct event *)alloca(sizeof(struct event) + 3);
	*(uint64_t *)((char *)p + 1) = 0x1122334455667788;
	*(uint64_t *)((char *)p + 9) = 0x0100000000000000 | 0x3ffffffffff << 5 | 21;
	*(uint16_t *)((char *)p + 17) = 4711;
	printf("%d %x %d %x %d %d\n", sizeof(struct event), p->data, p->low, p->high, p->kind, p->last);

	global.data = 1;
	global.data += 0xffffffff;
	global.high = 0x2aaaaaaaaaaaa;
	global.high++;
	global.kind = THREE;
	global.last--;
	copy = global;
	events[1] = copy;
	printf("%x %x %d %d %d %d\n", copy.data, events[1].high, copy.kind, copy.kind == THREE, events[1].last, copy.tag);
	print(events[1]);
	exit(0);
}
