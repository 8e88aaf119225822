/*
 * Sizes and rates as scripts set them; all values are accepted, nothing is lost.
 * @trigger loop 3000
 */
#pragma D option quiet
#pragma D option bufsize=16m
#pragma D option aggsize=1m
#pragma D option dynvarsize=16m
#pragma D option cleanrate=100hz
#pragma D option switchrate=10hz
#pragma D option aggrate=10hz
#pragma D option statusrate=5hz
#pragma D option strsize=64
#pragma D option nspec=4
#pragma D option specsize=64k

loop$target:::tick
{
	kept[arg0] = arg1;
	@ = count();
}

loop$target:::done
{
	printf("%d %d\n", kept[2999], kept[2998]);
}
