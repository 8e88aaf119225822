/*
 * The segment that establishes or refuses a connection is the one that was sent.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

inline string SERVER = "127.83.19.7";
inline string CLIENT = "127.83.19.8";

tcp:::send
/args[2]->ip_saddr == SERVER && args[4]->tcp_flags & (TH_SYN | TH_RST)/
{
	sent_seq[args[4]->tcp_sport] = args[4]->tcp_seq;
	sent_ack[args[4]->tcp_sport] = args[4]->tcp_ack;
	sent_flags[args[4]->tcp_sport] = args[4]->tcp_flags;
}

tcp:::connect-established, tcp:::connect-refused
/args[3]->tcps_raddr == SERVER/
{
	@[probename, args[4]->tcp_seq == sent_seq[args[4]->tcp_sport], args[4]->tcp_ack == sent_ack[args[4]->tcp_sport],
	    args[4]->tcp_flags == sent_flags[args[4]->tcp_sport]] = count();
}

tcp:::send
/args[2]->ip_saddr == CLIENT && args[4]->tcp_flags == TH_ACK && !first[args[4]->tcp_sport]/
{
	first[args[4]->tcp_sport] = 1;
	sent_seq[args[4]->tcp_sport] = args[4]->tcp_seq;
	sent_ack[args[4]->tcp_sport] = args[4]->tcp_ack;
	sent_flags[args[4]->tcp_sport] = args[4]->tcp_flags;
}

tcp:::accept-established
/args[3]->tcps_raddr == CLIENT/
{
	@[probename, args[4]->tcp_seq == sent_seq[args[4]->tcp_sport], args[4]->tcp_ack == sent_ack[args[4]->tcp_sport],
	    args[4]->tcp_flags == sent_flags[args[4]->tcp_sport]] = count();
}
