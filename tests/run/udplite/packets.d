/*
 * Two packets between two addresses used only by this test.
 * @trigger packets
 * @lock packets
 */
#pragma D option quiet

udplite:::send, udplite:::receive
/args[2]->ip_daddr == "127.83.19.11"/
{
	@[probename, args[4]->udplite_sport, args[4]->udplite_dport, args[4]->udplite_coverage,
	    args[4]->udplite_checksum, args[3]->udplites_lport, args[3]->udplites_laddr, args[2]->ip_plength] = count();
}

END
{
	printa("%s %d to %d, coverage %d, checksum %x, local %d of %s, %d bytes: %@d\n", @);
}
