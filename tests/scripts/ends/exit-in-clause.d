/*
 * exit() in the middle of a clause: the rest of the clause runs, then END, with the status of the exit.
 * @trigger loop 1000
 * @exit 42
 */
#pragma D option quiet

loop$target:::tick
/arg0 == 10/
{
	printf("ten\n");
	exit(42);
	printf("same clause\n");
}

END
{
	printf("end\n");
}
