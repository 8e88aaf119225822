/*
 * Arrays with keys of several types.
 * @trigger loop 12
 */
#pragma D option quiet

int64_t first[string, int];
int seen[string, int, uint8_t];

loop$target:::tick
{
	seen[copyinstr(arg2), arg1, arg0 > 5]++;
	first[copyinstr(arg2), arg0 % 2 == 0] = first[copyinstr(arg2), arg0 % 2 == 0] == 0 ? arg0 + 1 :
	    first[copyinstr(arg2), arg0 % 2 == 0];
}

loop$target:::done
{
	printf("%d %d %d\n", seen["red", 0, 0], seen["red", 3, 0], seen["blue", 3, 1]);
	printf("%d %d %d\n", first["red", 1], first["red", 0], first["nobody", 0]);
}
