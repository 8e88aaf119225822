/*
 * Structs as keys, compared by their contents, and as elements.
 * @trigger loop 12
 */
#pragma D option quiet

struct key {
	int rest;
	int is_odd;
};

struct seen {
	string colour;
	int number;
};

struct key k;
struct seen s;
int count_of[struct key];
struct seen of[int];

loop$target:::tick
{
	k.rest = arg1;
	k.is_odd = arg0 % 2;
	count_of[k]++;
	s.colour = copyinstr(arg2);
	s.number = arg0;
	of[arg1] = s;
}

loop$target:::done
{
	k.rest = 1;
	k.is_odd = 1;
	printf("%d\n", count_of[k]);
	k.is_odd = 0;
	printf("%d\n", count_of[k]);
	of[3].number += 100;
	printf("%s %d, %s %d\n", of[3].colour, of[3].number, of[0].colour, of[0].number);
}
