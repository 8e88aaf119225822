/*
 * A connection request on ::1 that is sent again: tcps_local of IPv6, tcps_retransmit, tcps_rto in milliseconds.
 * @trigger unheard
 */
#pragma D option quiet

tcp:::connect-request
/pid == $target/
{
	port = args[3]->tcps_lport;
	sequence = args[4]->tcp_seq;
}

tcp:::send
/port && args[4]->tcp_sport == port && args[2]->ip_saddr == "::1"/
{
	printf("flags %d, the same %d, local %d, retransmit %d, rto %d, sacked %d\n", args[4]->tcp_flags,
	    args[4]->tcp_seq == sequence, args[3]->tcps_local, args[3]->tcps_retransmit, args[3]->tcps_rto,
	    args[3]->tcps_sack_snxt - args[3]->tcps_suna);
}

tcp:::send
/port && args[4]->tcp_sport == port && args[3]->tcps_retransmit/
{
	exit(0);
}
