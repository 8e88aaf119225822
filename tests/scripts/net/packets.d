#!/usr/sbin/dtrace -s
/*
 * Packets of a connection: direction, flags as letters, payload. Counted, as acknowledgements may be joined.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

this string flags;

tcp:::send
/args[2]->ip_saddr == "127.83.19.8" && args[2]->ip_daddr == "127.83.19.7"/
{
	this->payload = args[2]->ip_plength - args[4]->tcp_offset;
	this->flags = strjoin(args[4]->tcp_flags & TH_SYN ? "S" : "", args[4]->tcp_flags & TH_FIN ? "F" : "");
	bytes += this->payload;
	@[this->flags, this->payload > 0 ? "data" : "empty"] = count();
}

END
{
	printf("%d bytes\n", bytes);
	trunc(@, 0);
}
