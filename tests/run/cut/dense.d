/*
 * Statements that use everything a firing has, beside an ERROR clause, which leaves each part little stack.
 */
#pragma D option quiet
struct part { short c; string t; };
this struct part parts[2];
this int *p, *q;
this int n1, n2, n3, n4;
self char small[4];
char at;
int faults, zero;
ERROR { faults++; }
BEGIN { this->p = (int *)alloca(8); *this->p = 3; self->small[1] = 5; this->parts[1].c = 9; at = 1; }
BEGIN { this->n1 = 1; this->n2 = 2; this->n3 = 3; this->n4 = 4; }
BEGIN
{
	printf("%d %d\n", this->parts[++self->small[at & 3] & 1].c--, self->small[at & 3]);
	printf("%d %d\n", this->parts[0].c, this->parts[1].c);
}
BEGIN { this->q = (int *)alloca(8 + zero); trace(1 / *this->q); }
BEGIN { printf("%d %d %d %d %d %d\n", faults, this->n1, this->n2, this->n3, this->n4, *this->p); exit(0); }
