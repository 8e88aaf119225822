#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# What passes the device of a bridge and then a port of it, or first the port, is one packet.
. tests/run/common.inc

"$TRIGGERS/veth" bridge
if [ $? = 77 ]; then
	echo "skip bridge: needs the modules veth and bridge"
	exit
fi
cat >"$TMP/bridge.d" <<'SCRIPT'
#pragma D option quiet

tcp:::connect-request, tcp:::connect-established, tcp:::connect-refused
/args[2]->ip_saddr == "10.98.0.1" || args[2]->ip_daddr == "10.98.0.1"/
{
	@[probename] = count();
}

tcp:::send, tcp:::receive
/(args[2]->ip_saddr == "10.98.0.1" || args[2]->ip_daddr == "10.98.0.1") && args[4]->tcp_flags & (TH_SYN | TH_RST)/
{
	@flags[probename, args[4]->tcp_flags] = count();
}

udp:::send, udp:::receive
/args[2]->ip_saddr == "10.98.0.1" || args[2]->ip_saddr == "fd98::1"/
{
	@datagrams[probename, args[2]->ip_saddr] = count();
}

ip:::send, ip:::receive
/args[4] != NULL && args[4]->ipv4_protocol == IPPROTO_UDP && args[2]->ip_saddr == "10.98.0.1"/
{
	@packets[probename, args[3]->if_name] = count();
}

END
{
	printa("%s: %@d\n", @);
	printa("%s of flags %x: %@d\n", @flags);
	printa("%s of a datagram from %s: %@d\n", @datagrams);
	printa("%s by %s: %@d\n", @packets);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
connect-established: 1
connect-refused: 1
connect-request: 2
receive of flags 12: 1
receive of flags 14: 1
send of flags 12: 1
send of flags 14: 1
receive of flags 2: 2
send of flags 2: 2
receive of a datagram from 10.98.0.1: 1
receive of a datagram from fd98::1: 1
send of a datagram from 10.98.0.1: 1
send of a datagram from fd98::1: 1
receive by v1: 3
send by br0: 3

--
END
"$DT" -qs "$TMP/bridge.d" -c "$TRIGGERS/veth bridge" >"$TMP/out" 2>"$TMP/err" </dev/null
same bridge $? 0
