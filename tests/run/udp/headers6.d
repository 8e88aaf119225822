/*
 * IPv6 may have other headers before that of the protocol, which is then not the next one.
 * @trigger headers6
 * @lock headers6
 */
#pragma D option quiet

udp:::send, udp:::receive
/args[4]->udp_dport == 7183/
{
	@[args[4]->udp_sport, args[4]->udp_length, probename, args[3]->udps_lport, args[2]->ip_saddr] = count();
}

tcp:::connect-request, tcp:::send, tcp:::receive
/args[4]->tcp_dport == 7183 && args[4]->tcp_flags & (TH_SYN | TH_PUSH)/
{
	@segments[args[4]->tcp_flags, probename, args[3]->tcps_rport == args[4]->tcp_sport ? "here" : "there"] = count();
}

END
{
	printa("from %d, %d bytes: %s, port %d, %s: %@d\n", @);
	printa("flags %x: %s, the port is %s: %@d\n", @segments);
}
