#!/usr/sbin/dtrace -s
/*
 * Each packet of a connection with its flags as one text; as many were sent as received.
 * @trigger sockets
 * @lock sockets
 * @awk $1 == "to" { to += $2 } $1 == "at" { at += $2 } /begin/ { begins++ } /end/ { ends++ } END { print to, at, begins, (ends > 0 ? "ended" : "open") }
 */
#pragma D option quiet

inline string flag[int all, int one, string name] = all & one ? name : "";

tcp:::send
/args[2]->ip_saddr == "127.83.19.8" && args[2]->ip_daddr == "127.83.19.7"/
{
	this->f = args[4]->tcp_flags;
	this->names = strjoin(flag[this->f, TH_SYN, "begin "], flag[this->f, TH_FIN, "end "]);
	this->names = strjoin(this->names, flag[this->f, TH_ACK, "ack"]);
	printf("to %d %s %s\n", args[2]->ip_plength - args[4]->tcp_offset, args[2]->ip_daddr, this->names);
}

tcp:::receive
/args[2]->ip_saddr == "127.83.19.8" && args[2]->ip_daddr == "127.83.19.7"/
{
	printf("at %d %s\n", args[2]->ip_plength - args[4]->tcp_offset, args[2]->ip_daddr);
}
