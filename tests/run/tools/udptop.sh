#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# udptop: datagrams and bytes by port; reads with MSG_PEEK do not count, nor those of MSG_ERRQUEUE.
. tests/run/tools/common.inc

if ! "$DT" -l -n rawtp:sock::sock_send_length 2>/dev/null | grep -q sock_send_length; then
	echo "skip datagrams: the kernel has no tracepoint sock_send_length"
	exit
fi
cat >"$TMP/datagrams.py" <<END
import os, socket
from bound import bound
a = bound(socket.AF_INET, "127.83.20.7", socket.SOCK_DGRAM)
b = bound(socket.AF_INET, "127.83.20.8", socket.SOCK_DGRAM)
port = a.getsockname()[1]
for i in range(5):
    b.sendto(bytes(100), a.getsockname())
b.connect(a.getsockname())
b.send(bytes(20))
a.recv(1000, socket.MSG_PEEK)
for i in range(4):
    a.recv(1000)
b.setsockopt(socket.IPPROTO_IP, 11, 1) # IP_RECVERR: what could not be sent comes back
a.close()
b.send(bytes(70))
while True:
    try:
        b.recvmsg(1000, 1000, socket.MSG_ERRQUEUE)
        break
    except BlockingIOError:
        pass
with open("$TMP/ports", "w") as file:
    print(port, b.getsockname()[1], *[99999] * 4, file=file)
END
tool udptop -n python3 -c "$(python datagrams.py)"
talked
prints all 'PID     COMMAND          LPORT        BYTES         RX     RX_BYTES         TX     TX_BYTES
PID python3 S1          400          4          400          0            0
PID python3 C1          590          0            0          7          590'

tool udptop -P 1 -c "$(python datagrams.py)"
prints other-port 'PID     COMMAND          LPORT        BYTES         RX     RX_BYTES         TX     TX_BYTES'

# a raw socket has no port
cat >"$TMP/raw.py" <<'END'
import socket
socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP).sendto(bytes(2000), ("127.83.20.7", 0))
END
tool udptop -n python3 -c "$(python raw.py)"
prints raw 'PID     COMMAND          LPORT        BYTES         RX     RX_BYTES         TX     TX_BYTES'
