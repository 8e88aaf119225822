/*
 * Segments that a program writes itself belong to no connection: a raw socket has no state, window or port.
 * @trigger handmade
 * @lock handmade
 */
#pragma D option quiet

tcp:::send, tcp:::receive
/args[2]->ip_daddr == "127.83.19.15"/
{
	@ports[probename, args[4]->tcp_seq, args[3]->tcps_lport, args[3]->tcps_rport, args[3]->tcps_laddr] = count();
	@none[probename, args[3]->tcps_addr, args[3]->tcps_state, args[3]->tcps_cwnd, args[3]->tcps_mss,
	    args[3]->tcps_snxt, args[3]->tcps_swnd, args[3]->tcps_rtt, args[3]->tcps_retransmit] = count();
}

END
{
	printa("%s segment %d, port %d, other %d, at %s: %@d\n", @ports);
	printa("%s socket %d, state %d, %d %d %d %d %d %d: %@d\n", @none);
}
