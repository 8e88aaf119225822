/* SPDX-License-Identifier: BSD-2-Clause */
/* __int128, as in <linux/types.h> and <link.h>: it has its place in structs, is copied and shown, not computed with. */
#pragma D option quiet
typedef __signed__ __int128 s128_t __attribute__((aligned(16)));
typedef unsigned __int128 u128_t __attribute__((aligned(16)));
struct registers {
	char c;
	u128_t x;
	int y;
	__int128_t z[2];
	unsigned __int128 last;
} copy;
self s128_t s;

BEGIN
{
	this->p = (struct registers *)alloca(sizeof(struct registers));
	*(uint64_t *)&this->p->x = 5;
	*(uint64_t *)&this->p->z[1] = 6;
	*((uint64_t *)&this->p->z[1] + 1) = 0x70;
	this->p->y = 7;
	copy = *this->p;
	self->s = copy.z[1];
	printf("%d %d %d %d %d\n", sizeof(struct registers), offsetof(struct registers, x), offsetof(struct registers, y),
	    offsetof(struct registers, last), sizeof(__int128));
	trace(self->s);
	print(copy);
	exit(0);
}
