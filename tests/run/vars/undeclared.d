/*
 * Undeclared variables lose no bits: the first assignment sets the type, and
 * any wider one in the program makes it 64 bits, wherever it is. The same
 * holds for keys of associative arrays and aggregations.
 */
#pragma D option quiet

int declared;

BEGIN
{
	x = 0; x = timestamp; y = timestamp; printf("%d\n", (y - x) / 1000000000);
	self->x = 0; self->x = timestamp; y = timestamp; printf("%d\n", (y - self->x) / 1000000000);
	this->x = 0; this->x = timestamp; y = timestamp; printf("%d\n", (y - this->x) / 1000000000);
	a[1] = 0; a[1] = timestamp; y = timestamp; printf("%d\n", (y - a[1]) / 1000000000);
	self->a["k"] = 0; self->a["k"] = timestamp; y = timestamp; printf("%d\n", (y - self->a["k"]) / 1000000000);
}

BEGIN
{
	/* through others, of which the text comes first */
	last = 0; next = last; chain = next;
	c = (char)200; c++; printf("%d\n", c);
	u = (uint8_t)200; u += 100; printf("%d\n", u);
	declared = 0x1ffffffff; printf("%d\n", declared);
	narrow = 5; narrow = 6; trace(sizeof(narrow)); trace(sizeof(chain)); trace(sizeof(u));
	p = 0; p = curthread; printf("\n%d\n", p == (int64_t)curthread);
	sign = (uint16_t)1; sign = -1L; printf("%u\n", sign);
	user = -1; user = (uint32_t)4294967294; self->id = 0; self->id = 0xffffffff; printf("%d %d\n", user / 2, self->id);
	ids[1] = 1; ids[1] = (uint32_t)-2; this->id = (char)1; this->id = (uint8_t)200; printf("%d %d\n", ids[1], this->id);
	keys[1] = 1; keys[0x100000001] = 2; keys[-1] = 3; keys[0xffffffff] = 4;
	printf("%d %d %d %d\n", keys[1], keys[0x100000001], keys[-1], keys[0xffffffff]);
	few[1] = 1; few[2L] = 2; trace(sizeof(few[2]));
	@[1] = count(); @[0x100000001] = count(); @[2] = count();
	@few[1] = sum(1); @few[1L] = sum(1);
}

BEGIN { last = 0x123456789; next = last; chain = next; printf("\n%x\n", chain); exit(0); }
