/*
 * Segments over 64 KB by IPv6, which may have an option before the TCP header, fire as well.
 * @trigger bulk 6
 * @lock bulk
 */
#pragma D option quiet

tcp:::send
/args[4]->tcp_dport == 29117 && !args[3]->tcps_retransmit/
{
	@[probename] = sum(args[2]->ip_plength - args[4]->tcp_offset);
}
