/*
 * An enumerator of the kernel is a number wherever one is allowed; only
 * print() shows its name.
 */
#pragma D option quiet
inline int FIN_WAIT1 = TCP_FIN_WAIT1;
BEGIN
{
	state = 4;
	printf("%d %d %d\n", TCP_FIN_WAIT1, state == TCP_FIN_WAIT1, TCP_CLOSE + 1);
	f = TCP_CLOSE; trace(f); trace(FIN_WAIT1); printf("\n");
	print(TCP_FIN_WAIT1);
	@[TCP_LISTEN] = count();
	@b[state == FIN_WAIT1 ? TCP_LISTEN : TCP_CLOSE] = count();
	exit(0);
}
