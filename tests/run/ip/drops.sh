#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Packets that IP drops: as many as the test sent for this purpose, and as the kernel counts in that network namespace.
# A packet dropped by UDP does not count.
. tests/run/common.inc

if ! "$DT" -l -n ip:::drop-in 2>/dev/null | grep -q drop-in; then
	echo "skip drops: the kernel gives no reasons for drops"
	exit
fi
"$TRIGGERS/drops" >/dev/null
if [ $? = 77 ]; then
	echo "skip drops: needs tun"
	exit
fi
expect drops 0 -qc "$TRIGGERS/drops" -n 'ip:::drop-in, ip:::drop-out /args[3]->if_name == "d0" || args[3]->if_name == "d1"/ {
		@[probename, args[3]->if_name, args[2]->ip_saddr, args[4]->ipv4_protocol, args[4]->ipv4_ihl] = count(); }
	END { printa("%s %s %s protocol %d header %d: %@d\n", @); }' <<'END'
header errors 5, unknown protocols 4, delivered 4, unreachable 3
drop-in d0 10.99.0.2 protocol 17 header 16: 2
drop-in d0 10.99.0.2 protocol 17 header 20: 3
drop-out d1 10.99.1.1 protocol 17 header 20: 3
drop-in d0 10.99.0.2 protocol 253 header 20: 4

--
END
