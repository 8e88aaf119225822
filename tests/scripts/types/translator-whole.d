/*
 * A translation assigned as a whole, then used like any struct.
 */
#pragma D option quiet

struct small {
	int id;
	uint8_t is_big;
};

translator struct small < int N > {
	id = N;
	is_big = N > 100;
};

struct small s;
struct small kept[int];

BEGIN
{
	s = xlate <struct small> (5);
	kept[1] = xlate <struct small> (500);
	printf("%d %d, %d %d\n", s.id, s.is_big, kept[1].id, kept[1].is_big);
	s = kept[1];
	printf("%d %d\n", s.id, s.is_big);
	exit(0);
}
