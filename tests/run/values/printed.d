/*
 * print() of translated structs: through a pointer, directly, elements of
 * arrays, two in one clause.
 */
#pragma D option quiet
struct in { int a; char name[4]; };
typedef struct out { int twice; string text; int untold; } out_t;
translator out_t < struct in *I > {
	twice = I->a * 2;
	text = stringof(I->name);
};
this struct in *in;
inline out_t *shown = xlate <out_t *> (this->in);
inline out_t nth[int N] = xlate <out_t> (this->in + N);
BEGIN
{
	this->in = (struct in *)alloca(2 * sizeof(struct in));
	this->in->a = 21;
	this->in[1].a = 4;
	this->in->name[0] = 'x';
	print(shown);
	print(*shown);
	print(nth[1]);
	print(xlate <out_t> (this->in));
	printf("%d\n", nth[0].twice);
	exit(0);
}

/* needs more than one part of a program */
io:::start { print(args[0]); print(args[1]); print(args[2]); }
