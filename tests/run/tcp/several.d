/*
 * Probes of one clause whose arguments come from a packet or from a socket, by a list and by a pattern.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

inline string SERVER = "127.83.19.7";

tcp:::connect-request
/args[3]->tcps_raddr == SERVER/
{
	port = args[3]->tcps_rport;
}

tcp:::connect-request, tcp:::connect-established, tcp:::accept-established
/args[3]->tcps_raddr == SERVER || args[3]->tcps_laddr == SERVER/
{
	this->is_to_server = args[4]->tcp_dport == port;
	@one[probename, args[2]->ip_saddr, args[2]->ip_daddr, this->is_to_server ? "dport" : "sport",
	    args[4]->tcp_flags] = count();
	if (args[3]->tcps_rport == port) {
		@client[probename] = count();
	} else {
		@server[probename] = count();
	}
}

tcp:::connect-*, tcp:::accept-established
/args[3]->tcps_raddr == SERVER || args[3]->tcps_laddr == SERVER/
{
	@two[probename, args[2]->ip_ver, tcp_state_string[args[3]->tcps_state]] = count();
}
