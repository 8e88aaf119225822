#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Packets for a device that is on another one, with an address of the link of its own (macvlan), are received, too.
. tests/run/common.inc

"$TRIGGERS/veth" macvlan
if [ $? = 77 ]; then
	echo "skip macvlan: needs the modules veth and macvlan"
	exit
fi
cat >"$TMP/macvlan.d" <<'SCRIPT'
#pragma D option quiet

tcp:::receive
/args[2]->ip_saddr == "10.98.0.2" && args[4]->tcp_flags & (TH_SYN | TH_RST | TH_FIN)/
{
	@[args[4]->tcp_sport, args[4]->tcp_flags & (TH_SYN | TH_RST | TH_FIN)] = count();
}

udp:::receive
/args[2]->ip_saddr == "10.98.0.1" || args[2]->ip_saddr == "fd98::1"/
{
	@datagrams[args[2]->ip_saddr] = count();
}

END
{
	printa("from %d of flags %x: %@d\n", @);
	printa("a datagram from %s: %@d\n", @datagrams);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
from 7777 of flags 1: 1
from 7777 of flags 2: 1
from 7778 of flags 4: 1
a datagram from 10.98.0.1: 1
a datagram from fd98::1: 1

--
END
"$DT" -qs "$TMP/macvlan.d" -c "$TRIGGERS/veth macvlan" >"$TMP/out" 2>"$TMP/err" </dev/null
same macvlan $? 0
