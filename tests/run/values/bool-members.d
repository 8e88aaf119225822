/*
 * The value of ++ and -- of a _Bool that has neighbours in its word: members of structs, elements of arrays, in each
 * scope.
 */
#pragma D option quiet
struct flags { char before; _Bool on, off; int after; } global;
self struct flags own;
this struct flags local;
struct flags of[2], keyed[int];
_Bool bits[8];
self _Bool own_bits[8];
BEGIN
{
	global.after = -1; self->own.after = -1; this->local.after = -1;
	of[1].after = -1; keyed[1].after = -1; bits[1] = 1; bits[3] = 1; self->own_bits[3] = 1;
	this->one = 1;
	printf("%d %d %d %d\n", global.on--, global.on--, --global.on, --global.on);
	printf("%d %d %d %d\n", global.off++, global.off++, ++global.off, global.off--);
	printf("%d %d %d %d\n", self->own.on--, self->own.on--, --self->own.on, self->own.on++);
	printf("%d %d %d %d\n", this->local.on--, this->local.on--, --this->local.on, this->local.on++);
	printf("%d %d %d %d\n", of[this->one].on--, of[this->one].on--, --of[this->one].on, of[this->one].off--);
	printf("%d %d %d %d\n", keyed[1].on--, keyed[1].on--, --keyed[1].on, keyed[1].off++);
	printf("%d %d %d %d\n", bits[0]--, bits[0]--, --bits[this->one + 1], bits[this->one]--);
	printf("%d %d %d %d\n", self->own_bits[0]--, self->own_bits[0]--, --self->own_bits[this->one], self->own_bits[2]++);
	printf("%d %d %d %d\n", global.after, self->own.after, of[1].after, keyed[1].after);
	exit(0);
}
