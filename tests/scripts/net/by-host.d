#!/usr/sbin/dtrace -s
/*
 * Sizes of packets by host, from ip.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

ip:::receive
/args[2]->ip_daddr == "127.83.19.7" && args[4]->ipv4_protocol == IPPROTO_UDP/
{
	@[args[2]->ip_saddr, args[4]->ipv4_protostr] = quantize(args[2]->ip_plength);
}
