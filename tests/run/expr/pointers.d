/*
 * A number is added to a pointer in units of what it points to, wherever the sum is dereferenced: as the whole right
 * side of an assignment, as part of it, as an argument; and a character beyond a string is a fault in each of them.
 */
#pragma D option quiet
struct pair { int a, b; } pair;
int64_t declared;
self int own;
short of[4];
string text;
BEGIN
{
	this->p = (short *)alloca(48);
	this->p[0] = 10; this->p[1] = 11; this->p[2] = 12; this->p[3] = 13; this->p[4] = 14; this->p[6] = 16;
	this->i = 2;
	this->a = *(this->p + 1); this->b = *(this->p + this->i); this->c = *(this->i + this->p); this->d = *(this->p + 3 - 1);
	printf("%d %d %d %d\n", this->a, this->b, this->c, this->d);
	declared = *(this->p + this->i); own = *(this->p + this->i); self->own = *(this->p + this->i);
	of[1] = *(this->p + this->i); keyed[1, "a"] = *(this->p + this->i); pair.b = *(this->p + this->i);
	printf("%d %d %d %d %d %d\n", declared, own, self->own, of[1], keyed[1, "a"], pair.b);
	*this->p = *(this->p + this->i); this->p[1] = *(this->p + this->i + 1); *(this->p + 5) = *(this->p + 4);
	printf("%d %d %d\n", this->p[0], this->p[1], this->p[5]);
	declared = (own = *(this->p + this->i)) + *(this->p + 3);
	printf("%d %d\n", declared, own);
	declared += *(this->p + this->i); own = -*(this->p + this->i); self->own = (int)*(this->p + this->i);
	printf("%d %d %d\n", declared, own, self->own);
	this->q = (struct pair *)(this->p + 8);
	this->q[0].a = 1; this->q[0].b = 2; this->q[1].a = 3; this->q[1].b = 4;
	pair = *(this->q + 1); this->whole = *(this->q + this->i - 1);
	printf("%d %d %d %d %d\n", pair.a, pair.b, this->whole.a, this->whole.b, (this->q + 1)->b);
	this->pp = (short **)alloca(24);
	*(this->pp + 2) = this->p; this->r = *(this->pp + this->i);
	printf("%d %d\n", *this->r, *(*(this->pp + 2) + 3));
}
BEGIN { text = "abc"; this->n = 1; this->t = *(text + this->n); printf("%d %d %d\n", this->t, *(text + 2), *(text + 3)); }
BEGIN { this->t = *(text + 4); printf("not reached\n"); }
BEGIN { exit(0); }
