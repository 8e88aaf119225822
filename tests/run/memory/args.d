/*
 * args[] of a USDT probe: typed by its definition, read from the process
 * without copyin().
 * @trigger objects
 * @filter addr pid
 */
#pragma D option quiet

struct item { struct item *next; int value; };
struct point { int x, y; };
typedef struct { struct point a, b; } pair_t;

BEGIN { printf("pid %d\n", $target); }

objects$target:::numbers
{
	printf("%d %d %d\n", args[0][0], *(args[0] + 1), args[1]);
	printf("%d %d\n", sizeof(args[0]), sizeof(args[1]));
	this->p = args[0];
	printf("%d %d\n", this->p[6], this->p[args[1] - 2]);
	printf("%d\n", ((pair_t *)args[0])->b.x);
	*(pair_t *)alloca(sizeof(pair_t)) = *(pair_t *)args[0];
	bcopy(args[0], alloca(8), 8);
	printf("%d\n", args[0] == (int *)arg0);
	@[args[0][3]] = sum(args[0][2]);
}

objects$target:::list
{
	printf("%d\n", ((struct item *)args[0])->next->next->value);
	kept[0] = (struct item *)args[0];
	kept[1] = kept[0]->next;
	printf("%d %d\n", kept[0]->value, kept[1]->value);
}

objects$target:::gone { printf("%c\n", args[0][0]); }
objects$target:::gone { printf("%s\n", stringof(args[0])); }
objects$target:::all, objects$target:::all { printf("%d\n", args[1] == arg1); }
