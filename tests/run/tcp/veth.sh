#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Between containers: a packet that arrives still has the socket of its sender, which is not that of the receiver. A
# reset is sent by a socket of the kernel. A connection has its port to the end. Datagrams that are sent in fragments
# are sent and received once.
. tests/run/common.inc

"$TRIGGERS/veth"
if [ $? = 77 ]; then
	echo "skip veth: needs the module veth"
	exit
fi
cat >"$TMP/veth.d" <<'SCRIPT'
#pragma D option quiet

inline ipaddr_t ONE = htonl(0x0a620001);
inline ipaddr_t TWO = htonl(0x0a620002);
inline int IS_FIRST = ((struct iphdr *)arg2)->version == 4 && ((struct iphdr *)arg2)->saddr == ONE;
inline int IS_SECOND = ((struct iphdr *)arg2)->version == 4 && ((struct iphdr *)arg2)->saddr == TWO;

tcp:::receive
/IS_FIRST && args[4]->tcp_dport == 7777 && args[4]->tcp_flags == TH_SYN/
{
	@[probename, args[3]->tcps_lport, args[3]->tcps_rport == args[4]->tcp_sport, args[3]->tcps_laddr,
	    args[3]->tcps_raddr, args[3]->tcps_addr != 0 || args[1]->cs_addr != 0, args[3]->tcps_snxt] = count();
}

tcp:::send
/IS_SECOND && args[4]->tcp_flags & TH_RST/
{
	@[probename, args[3]->tcps_lport, args[3]->tcps_rport == args[4]->tcp_dport, args[3]->tcps_laddr,
	    args[3]->tcps_raddr, args[3]->tcps_addr != 0, args[3]->tcps_snxt] = count();
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSED && args[3]->tcps_laddr == "10.98.0.1" && args[3]->tcps_rport == 7777/
{
	@closed["first", args[3]->tcps_lport > 0, args[3]->tcps_rport] = count();
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSED && args[3]->tcps_laddr == "10.98.0.2" && args[3]->tcps_rport/
{
	@closed["second", args[3]->tcps_lport, args[3]->tcps_rport > 0] = count();
}

udp:::send, udp:::receive
/args[2]->ip_saddr == "10.98.0.1" || args[2]->ip_saddr == "fd98::1"/
{
	@datagrams[probename, args[2]->ip_saddr, args[4]->udp_dport, args[4]->udp_length, args[3]->udps_laddr] =
	    count();
}

END
{
	printa("%s port %d, other %d, from %s to %s, socket %d %d: %@d\n", @);
	printa("%s closed %d %d: %@d\n", @closed);
	printa("%s %s to %d, %d bytes, at %s: %@d\n", @datagrams);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
receive port 7777, other 1, from 10.98.0.2 to 10.98.0.1, socket 0 0: 1
send port 7778, other 1, from 10.98.0.2 to 10.98.0.1, socket 0 0: 1
first closed 1 7777: 1
second closed 7777 1: 1
receive 10.98.0.1 to 5555, 4008 bytes, at 10.98.0.2: 1
receive fd98::1 to 5555, 4008 bytes, at fd98::2: 1
send 10.98.0.1 to 5555, 4008 bytes, at 10.98.0.1: 1
send fd98::1 to 5555, 4008 bytes, at fd98::1: 1

--
END
"$DT" -qs "$TMP/veth.d" -c "$TRIGGERS/veth" >"$TMP/out" 2>"$TMP/err" </dev/null
same veth $? 0
