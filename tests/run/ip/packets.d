/*
 * Packets between two addresses used only by this test, on the loopback device.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

ip:::send, ip:::receive
/((struct iphdr *)arg2)->daddr == htonl(0x7f531307) && args[4]->ipv4_protocol == IPPROTO_UDP/
{
	@[probename, args[3]->if_name, args[4]->ipv4_protostr, args[4]->ipv4_length, args[4]->ipv4_ihl,
	    args[2]->ip_plength] = count();
	@bad["no header of version 6", args[5]->ipv6_ver, args[5]->ipv6_nextstr] = count();
	@null["NULL", args[4] == NULL, args[5] == NULL, args[5] ? "there" : "not there"] = count();
	@more["version", args[4]->ipv4_ver, "socket", args[1]->cs_addr == args[1]->cs_cid, "packet",
	    args[0]->pkt_addr == arg0] = count();
}
