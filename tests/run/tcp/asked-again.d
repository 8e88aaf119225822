/*
 * A connection is requested once, even if its SYN is sent again.
 * @trigger unheard
 */
#pragma D option quiet

tcp:::connect-request
/args[2]->ip_saddr == "::1" && (pid == $target || args[4]->tcp_sport == port)/
{
	port = args[4]->tcp_sport;
	@["requests"] = count();
}

tcp:::send
/port && args[4]->tcp_sport == port && args[4]->tcp_flags == TH_SYN/
{
	@[args[3]->tcps_retransmit ? "sent again" : "sent"] = count();
}

tcp:::send
/port && args[4]->tcp_sport == port && args[3]->tcps_retransmit/
{
	exit(0);
}
