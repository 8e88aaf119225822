0#!/usr/sbin/dtrace -s
#pragma D option quiet
typedef struct foo { int a; char b[16]; unsigned c:3, d:5; struct foo *next; } foo_t;
int x; self int y; int a[string, int];
enum color { RED, GREEN = 5, BLUE, };
BEGIN, END { trace(1+2*3); printf("%d\n", x) }
syscall::read:entry,pid$target:libc.so::entry
/pid == 1 && execname == "x" / 2 > 1/
{
	@a[execname, 'nbytes'] = count();
	this->x = (foo_t *)arg0;
	self->y++;
	x = arg0 ? 1 : 2, 5;
	if (x == 1) trace(2); else if (x) { trace(3); printf("a") } else trace(4)
}
