/*
 * A connection of IPv6 sockets whose packets are of version 4 has the same addresses at all probes.
 * @trigger mapped
 * @lock mapped
 */
#pragma D option quiet

inline string SERVER = "127.83.19.9";

tcp:::connect-established, tcp:::accept-established
/args[3]->tcps_laddr == SERVER || args[3]->tcps_raddr == SERVER/
{
	@["connection", probename, args[2]->ip_ver, args[2]->ip_saddr, args[3]->tcps_laddr] = count();
}

tcp:::send, tcp:::receive
/args[2]->ip_saddr == SERVER && args[4]->tcp_flags & TH_FIN/
{
	@["packet", probename, args[2]->ip_ver, args[3]->tcps_raddr, args[3]->tcps_laddr] = count();
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSE_WAIT && args[3]->tcps_laddr == SERVER/
{
	@["state", probename, 0, args[3]->tcps_raddr, args[3]->tcps_laddr] = count();
}

END
{
	printa("%s at %s: version %d, from %s to %s: %@d\n", @);
}
