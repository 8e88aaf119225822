/*
 * Structs and unions as keys of associative arrays are compared by their bytes;
 * they are cast to themselves, assigned, and translated into each other and back.
 */
#pragma D option quiet
struct a { int x; char y; long z; };
struct b { int p; long q; };
union u { int i; char c[8]; };
translator struct b < struct a *v > { p = v->x + 1; q = v->z; };
translator struct a < struct b w > { x = w.p - 1; y = 'y'; z = w.q; };
struct a one, two; struct b other; union u un;
int declared[struct a, int];
BEGIN
{
	one.x = 1; one.y = 'a'; one.z = 9;
	k[one] = 11; two = one; printf("%d", k[two]); two.y = 'b'; printf(" %d", k[two]); k[two] = 12; printf(" %d %d\n", k[one], k[two]);
	declared[one, 3] = 5; declared[one, 4]++; printf("%d %d %d\n", declared[one, 3], declared[one, 4], declared[two, 3]);
	self->k[one, "x"] = "text"; printf("%s [%s]\n", self->k[one, "x"], self->k[two, "x"]);
	un.i = 7; ku[un] = 1; printf("%d\n", ku[un]);
	two = (struct a)one; printf("%d %c %d\n", two.x, two.y, two.z);
	this->p = (struct a *)alloca(sizeof(struct a)); *this->p = one; k[*this->p] = 13; printf("%d\n", k[one]);
	other = *xlate <struct b *>(this->p); printf("%d %d\n", other.p, other.q);
	two = xlate <struct a>(other); printf("%d %c %d\n", two.x, two.y, two.z);
	k[one] = 0; printf("%d\n", k[one]);
	exit(0);
}
