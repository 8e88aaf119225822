/*
 * A struct of the script's own: members, nested ones, an array inside, assigned as a whole.
 */
#pragma D option quiet

struct point {
	int x;
	int y;
};

struct box {
	struct point corner[2];
	char name[8];
	uint64_t id;
};

struct box a, b;
struct point p;

BEGIN
{
	a.corner[0].x = 1;
	a.corner[0].y = 2;
	a.corner[1].x = -3;
	a.corner[1].y = 4;
	a.name = "first";
	a.id = 0x1234567890;
	b = a;
	b.name = "second box";
	p = b.corner[1];
	printf("%s %s %x\n", a.name, b.name, b.id);
	printf("%d %d, %d bytes, id at %d\n", p.x, p.y, sizeof(struct box), offsetof(struct box, id));
	printf("%d\n", a.corner[0].x + b.corner[1].y * p.x);
	exit(0);
}
