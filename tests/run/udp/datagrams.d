/*
 * Three datagrams between two addresses used only by this test.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

udp:::send, udp:::receive
/((struct iphdr *)arg2)->daddr == htonl(0x7f531307)/
{
	@[probename, args[4]->udp_length, args[2]->ip_plength, args[3]->udps_lport ==
	    (probename == "send" ? args[4]->udp_sport : args[4]->udp_dport)] = count();
	has_socket += args[3]->udps_addr != 0 && probename == "send";
}

END
{
	printf("%d\n", has_socket);
}
