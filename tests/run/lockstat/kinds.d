/*
 * Threads that wait for locks of all kinds, until one of each was seen: each acquisition comes after the
 * wait that it ends, which had a kind and a time.
 * @trigger locks all
 */
#pragma D option quiet

lockstat:::adaptive-block,
lockstat:::adaptive-spin
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = 1 + (arg1 == 0);
}

lockstat:::rw-block
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = args[2] == 0 || args[2] == 1 ? 3 + args[2] : -1;
}

lockstat:::spin-spin
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = 5;
}

lockstat:::adaptive-acquire
/pid == $target/
{
	mutexes++;
	bad += waits[arg0, (uint64_t)curthread] != 1;
	waits[arg0, (uint64_t)curthread] = 0;
}

lockstat:::rw-acquire
/pid == $target/
{
	writers += args[1] == 0;
	readers += args[1] == 1;
	bad += waits[arg0, (uint64_t)curthread] != 3 + args[1];
	waits[arg0, (uint64_t)curthread] = 0;
}

lockstat:::spin-acquire
/pid == $target/
{
	spins++;
	bad += waits[arg0, (uint64_t)curthread] != 5;
	waits[arg0, (uint64_t)curthread] = 0;
}

lockstat:::*-acquire
/mutexes && writers && readers && spins/
{
	exit(0);
}

END
{
	printf("bad %d\n", bad);
}
