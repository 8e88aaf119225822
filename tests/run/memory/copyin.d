/*
 * Structs of a process, copied in: members of every width and sign, nested
 * ones, arrays, unions, bit-fields, pointers to further objects.
 * @trigger objects
 */
#pragma D option quiet

struct point { int x, y; };
struct all {
	int8_t s8; uint8_t u8; int16_t s16; uint16_t u16; int32_t s32; uint32_t u32; int64_t s64; uint64_t u64;
	_Bool yes;
	char text[12];
	char *far;
	struct point point;
	struct point points[3];
	int grid[2][3];
	union { uint32_t whole; uint8_t bytes[4]; } parts;
	unsigned int low : 3, middle : 7;
	int sign : 5;
	uint64_t wide : 40;
	int64_t rest : 24;
	double real;
};
struct item { struct item *next; int value; };

objects$target:::all
{
	printf("%d\n", sizeof(struct all) == arg1);
	printf("%d %d %d %d\n", ((struct all *)copyin(arg0, arg1))->s8, ((struct all *)copyin(arg0, arg1))->u8,
	    ((struct all *)copyin(arg0, arg1))->s16, ((struct all *)copyin(arg0, arg1))->u16);
	printf("%d %d %d %u\n", ((struct all *)copyin(arg0, arg1))->s32, ((struct all *)copyin(arg0, arg1))->u32,
	    ((struct all *)copyin(arg0, arg1))->s64, ((struct all *)copyin(arg0, arg1))->u64);
}

objects$target:::all
{
	printf("%d\n", (*(struct all *)copyin(arg0, sizeof(struct all))).yes);
	printf("<%s>\n", ((struct all *)copyin(arg0, sizeof(struct all)))->text);
	printf("<%s>\n", copyinstr((uintptr_t)((struct all *)copyin(arg0, sizeof(struct all)))->far));
	printf("<%s>\n", stringof(((struct all *)copyin(arg0, sizeof(struct all)))->text + 7));
	printf("%c\n", ((struct all *)copyin(arg0, sizeof(struct all)))->text[1]);
}

objects$target:::all
{
	printf("%d %d\n", ((struct all *)copyin(arg0, sizeof(struct all)))->point.x,
	    (&((struct all *)copyin(arg0, sizeof(struct all)))->point)->y);
	printf("%d %d\n", ((struct all *)copyin(arg0, sizeof(struct all)))->points[2].x,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->points[1].y);
	printf("%d %d\n", ((struct all *)copyin(arg0, sizeof(struct all)))->grid[1][0],
	    ((struct all *)copyin(arg0, sizeof(struct all)))->grid[tid - tid][2]);
	printf("%x %x\n", ((struct all *)copyin(arg0, sizeof(struct all)))->parts.whole,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->parts.bytes[3]);
}

objects$target:::all
{
	printf("%d %d %d %x %d\n", ((struct all *)copyin(arg0, sizeof(struct all)))->low,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->middle,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->sign,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->wide,
	    ((struct all *)copyin(arg0, sizeof(struct all)))->rest);
}

objects$target:::list
{
	printf("%d\n", ((struct item *)copyin((uintptr_t)((struct item *)copyin((uintptr_t)((struct item *)copyin(
	    arg0, sizeof(struct item)))->next, sizeof(struct item)))->next, sizeof(struct item)))->value);
}

objects$target:::numbers
{
	printf("%d", arg1);
	printf(" %d", ((int *)copyin(arg0, arg1 * sizeof(int)))[0]);
	printf(" %d", ((int *)copyin(arg0, arg1 * sizeof(int)))[arg1 - 1]);
	printf(" %d\n", *((int *)copyin(arg0 + 8, 16) + 1));
}

objects$target:::numbers
/((int *)copyin(arg0, 8))[1] == 6/
{
	printf("by predicate %d\n", *(int *)copyin(arg0, 4));
}

objects$target:::numbers
{
	trace(*(struct point *)copyin(arg0, 8));
}
