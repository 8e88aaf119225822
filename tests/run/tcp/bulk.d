/*
 * The length of packets over 64 KB, whose header has 0 there: the data of all segments are those that were written.
 * @trigger bulk 4
 * @lock bulk
 */
#pragma D option quiet

tcp:::send
/args[4]->tcp_dport == 29117 && !args[3]->tcps_retransmit/
{
	@[probename] = sum(args[2]->ip_plength - args[4]->tcp_offset);
}
