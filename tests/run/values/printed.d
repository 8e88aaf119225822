/*
 * print() of what is translated: through its pointer, behind it, elements of
 * arrays, two in one clause.
 */
#pragma D option quiet
struct in { int a; char name[4]; };
typedef struct out { int twice; string text; int untold; } out_t;
translator out_t < struct in *I > {
	twice = I->a * 2;
	text = stringof(I->name);
};
inline out_t *shown = xlate <out_t *> ((struct in *)this->in);
inline out_t nth[int N] = xlate <out_t> ((struct in *)this->in + N);
BEGIN
{
	this->in = alloca(2 * sizeof(struct in));
	((struct in *)this->in)->a = 21;
	((struct in *)this->in + 1)->a = 4;
	print(shown);
	print(*shown);
	print(nth[1]);
	print(xlate <out_t> ((struct in *)this->in));
	printf("%d\n", nth[0].twice);
	exit(0);
}
