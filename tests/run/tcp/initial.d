/*
 * Both sides know the numbers of both SYNs, and the second is sent in a state that has a name.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

inline string SERVER = "127.83.19.7";

tcp:::send
/(args[3]->tcps_laddr == SERVER || args[3]->tcps_raddr == SERVER) && args[4]->tcp_flags & TH_SYN/
{
	syn[args[4]->tcp_sport] = args[4]->tcp_seq;
	@states[args[4]->tcp_flags, tcp_state_string[args[3]->tcps_state]] = count();
}

tcp:::connect-established, tcp:::accept-established
/args[3]->tcps_laddr == SERVER || args[3]->tcps_raddr == SERVER/
{
	@[probename, args[3]->tcps_iss == syn[args[3]->tcps_lport], args[3]->tcps_irs == syn[args[3]->tcps_rport]] =
	    count();
}

/* both sides send a FIN */
tcp:::send
/(args[3]->tcps_laddr == SERVER || args[3]->tcps_raddr == SERVER) && args[4]->tcp_flags & TH_FIN/
{
	@[args[3]->tcps_laddr == SERVER ? "server" : "client", args[3]->tcps_iss == syn[args[3]->tcps_lport],
	    args[3]->tcps_irs == syn[args[3]->tcps_rport]] = count();
}
