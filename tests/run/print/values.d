/*
 * print(): objects behind pointers, and values, with their types.
 */
#pragma D option quiet
enum colour { RED, GREEN = 5 };
typedef unsigned int counter_t;
struct inner { short s; union { int i; char c[4]; }; };
struct all {
	char letter, odd;
	unsigned char byte;
	int zero;
	long negative;
	enum colour first, second;
	unsigned int low:3, high:5;
	int field:9;
	counter_t count;
	struct inner in, none;
	char text[8];
	int list[4];
	struct inner many[2];
	void *nowhere;
	int *here;
	int (*call)(int, char *);
	_Bool flag;
};
struct all g;
int m[2][2];
BEGIN
{
	g.letter = 'x';
	g.odd = -1;
	g.byte = 200;
	g.negative = -5;
	g.second = GREEN;
	g.high = 9;
	g.field = -2;
	g.count = 4000000000;
	g.in.s = -1;
	g.in.i = 'A';
	g.text = "text";
	g.list[0] = 1;
	g.list[2] = 3;
	g.many[1].s = 7;
	g.here = (int *)0x1234;
	g.call = (int (*)(int, char *))0xffff;
	g.flag = 1;
	print(g);
	this->p = (struct inner *)alloca(sizeof(struct inner));
	this->p->s = 12;
	print(*this->p);
	print(pid - pid - 1);
	print("a string");
	print(g.second);
	m[0][1] = 1;
	m[1][0] = -1;
	print(m);
	print(g.in.c);
	exit(0);
}
