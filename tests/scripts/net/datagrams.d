#!/usr/sbin/dtrace -s
/*
 * Datagrams by addresses.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

udp:::send
/args[2]->ip_saddr == "127.83.19.8"/
{
	@["sent", args[2]->ip_saddr, args[2]->ip_daddr, args[4]->udp_length] = count();
}

udp:::receive
/args[2]->ip_saddr == "127.83.19.8"/
{
	@["received", args[2]->ip_saddr, args[2]->ip_daddr, args[4]->udp_length] = count();
}

END
{
	printa("%-8s %s > %s %d bytes: %@d\n", @);
}
