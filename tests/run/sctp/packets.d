/*
 * Three packets between two addresses used only by this test.
 * @trigger packets
 * @lock packets
 */
#pragma D option quiet

sctp:::send, sctp:::receive
/args[2]->ip_daddr == "127.83.19.11"/
{
	@[probename, args[4]->sctp_sport, args[4]->sctp_dport, args[4]->sctp_verify, args[4]->sctp_checksum,
	    args[3]->sctps_lport, args[3]->sctps_raddr, args[2]->ip_plength] = count();
}

END
{
	printa("%s %d to %d, tag %x, checksum %x, local port %d, remote %s, %d bytes: %@d\n", @);
}
