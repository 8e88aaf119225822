/*
 * Memory of the clause: zeroed, written through pointers of every width, whole
 * structs, bit-fields, copies.
 */
#pragma D option quiet

struct point { int x, y; };
struct mixed {
	char c; short s; int i; long l;
	struct point at, to;
	unsigned int low : 3, middle : 7;
	int sign : 5;
	char name[8];
	struct mixed *next;
};

BEGIN
{
	printf("%d %d\n", *(int *)alloca(4), ((char *)alloca(100))[99]);
	printf("%d %d\n", *(char *)alloca(1) = 300, *(unsigned char *)alloca(1) = 300);
	printf("%d %d\n", *(short *)alloca(2) = -1, *(unsigned short *)alloca(2) = -1);
	printf("%d %d\n", *(int *)alloca(4) = -5, *(unsigned int *)alloca(4) = -5);
	printf("%d\n", ((long *)alloca(24))[2] = 5000000000);
	printf("%d\n", ((struct mixed *)alloca(sizeof(struct mixed)))->to.y = 7);
}

BEGIN
{
	printf("%d", (*(int *)alloca(4))++);
	printf(" %d", ++*(int *)alloca(4));
	printf(" %d", *(int *)alloca(4) -= 3);
	printf(" %d", (*(int *)alloca(4) += 5) * 2);
	printf(" %d", *(unsigned char *)alloca(1) -= 1);
	printf(" %d", (*(int **)alloca(8) += 3) == (int *)12);
	printf(" %d\n", (uintptr_t)++*(long **)alloca(8));
}

BEGIN
{
	printf("%d %d %d\n", ((struct mixed *)alloca(64))->low = 13, ((struct mixed *)alloca(64))->middle = 255,
	    ((struct mixed *)alloca(64))->sign = 17);
	printf("%d\n", ((struct mixed *)alloca(64))->sign--);
	printf("%d\n", --((struct mixed *)alloca(64))->sign);
	printf("%d\n", --((struct mixed *)alloca(64))->low);
}

BEGIN
{
	*(struct point *)alloca(8) = *(struct point *)&curthread->pid;
	bcopy(curthread->comm, alloca(16), 16);
	bcopy(alloca(8), alloca(8), 0);
	printf("%s\n", stringof((char *)alloca(16)) == "" ? "empty" : "not empty");
	printf("sums %d\n", (this->a = (char *)alloca(16)) + 16 - this->a);
	exit(0);
}
