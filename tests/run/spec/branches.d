/*
 * speculate() under an if: if it was executed, all later records are
 * speculative, otherwise none.
 * @trigger loop 3
 */
#pragma D option quiet

BEGIN { printf("id %d\n", speculation()); }
loop$target:::tick
{
	if (arg0 == 1) {
		speculate(1);
		printf("tick %d: one\n", arg0);
	} else if (arg0 == 2) {
		speculate(1);
	}
	printf("tick %d\n", arg0);
	if (arg1 > 0)
		printf("tick %d: rest %d\n", arg0, arg1);
}
loop$target:::done { printf("done\n"); }
loop$target:::done { commit(1); }
