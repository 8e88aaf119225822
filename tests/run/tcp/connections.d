/*
 * A connection and a refused one, between two addresses used only by this test.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

inline ipaddr_t SERVER = htonl(0x7f531307);
inline ipaddr_t CLIENT = htonl(0x7f531308);
inline int IS_OURS = ((struct iphdr *)arg2)->daddr == SERVER || ((struct iphdr *)arg2)->daddr == CLIENT;

tcp:::connect-request
/IS_OURS/
{
	@[probename, args[4]->tcp_flags, args[3]->tcps_state] = count();
	ports[args[4]->tcp_sport] = args[4]->tcp_dport;
}

tcp:::accept-refused
/IS_OURS/
{
	@[probename, args[4]->tcp_flags, ports[args[4]->tcp_sport] == args[4]->tcp_dport] = count();
}

tcp:::connect-established, tcp:::connect-refused
/((struct sock *)arg1)->__sk_common.skc_daddr == SERVER/
{
	@[probename, args[3]->tcps_rport == ports[args[3]->tcps_lport], args[4]->tcp_sport == args[3]->tcps_rport] =
	    count();
}

tcp:::accept-established
/((struct sock *)arg1)->__sk_common.skc_daddr == CLIENT/
{
	@[probename, args[3]->tcps_lport == ports[args[3]->tcps_rport], args[1]->cs_addr == args[3]->tcps_addr && args[1]->cs_zoneid == 0] =
	    count();
}

/* all sent packets are received; only one carries data */
tcp:::send
/IS_OURS/
{
	sent++;
	bytes += args[2]->ip_plength - args[4]->tcp_offset;
	syns += args[4]->tcp_flags & TH_SYN ? 1 : 0;
	resets += args[4]->tcp_flags & TH_RST ? 1 : 0;
}

tcp:::receive
/IS_OURS/
{
	sent--;
	bytes += args[2]->ip_plength - args[4]->tcp_offset;
	syns += args[4]->tcp_flags & TH_SYN ? 1 : 0;
	resets += args[4]->tcp_flags & TH_RST ? 1 : 0;
	wrong += args[3]->tcps_lport != args[4]->tcp_dport || args[2]->ip_ver != 4;
}

tcp:::state-change
/((struct sock *)arg1)->__sk_common.skc_rcv_saddr == SERVER || ((struct sock *)arg1)->__sk_common.skc_rcv_saddr == CLIENT/
{
	@states[tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state]] = count();
}

END
{
	printf("on their way %d, bytes %d, syns %d, resets %d, wrong %d\n", sent, bytes, syns, resets, wrong);
}
