/*
 * Packets that a program writes with their own header of IPv6: the kernel does not know where that of UDP is.
 * @trigger handmade
 * @lock handmade
 */
#pragma D option quiet

udp:::send, udp:::receive
/args[4]->udp_dport == 4104 || pid == $target/
{
	@[probename, args[4]->udp_sport, args[4]->udp_dport, args[4]->udp_length, args[2]->ip_plength,
	    args[3]->udps_lport] = count();
}

END
{
	printa("%s from %d to %d, %d bytes of %d, port %d: %@d\n", @);
}
