/*
 * Memory that a predicate writes before the body allocates belongs to nobody;
 * memory that it allocates belongs to the firing, also in later clauses
 * without an allocation. Memory far into a slot.
 * @filter addr
 */
#pragma D option quiet

int *p;

BEGIN / --*(int *)0x10 / { *(int *)alloca(8) = 1; printf("never\n"); }
BEGIN / (*(int *)0x20 = 3) / { printf("never\n"); }
BEGIN / (p = (int *)alloca(8)) != NULL && (p[1] = 4) == 4 / { printf("%d %d\n", p[0], p[1]); }
BEGIN / p[1]-- == 4 / { p[1] += 2; printf("%d\n", p[1]); }
BEGIN / p[2] == 4 || 1 / { printf("never\n"); }

BEGIN
{
	this->a = (char *)alloca(tid * 0 + 10);
	this->b = (char *)alloca(tid * 0 + 11);
	this->c = (char *)alloca(tid * 0 + 12);
	this->d = (char *)alloca(tid * 0 + 13);
	this->e = (char *)alloca(tid * 0 + 14);
	this->f = (long *)alloca(112);
	this->f[13] = 6;
	this->e[13] = 7;
	this->a[9] = 8;
	printf("%d %d %d %d\n", this->f[13], this->e[13], this->a[9], this->f[0] + this->e[0] + this->d[12]);
	exit(0);
}
