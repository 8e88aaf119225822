#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcptop: the bytes that calls send and receive, in whole KB; bytes read with MSG_PEEK do not count.
. tests/run/tools/common.inc

tool tcptop -n python3 -c "$(python talk.py)"
talked
{ head -n 1 "$TMP/out"; sed 1d "$TMP/out" | LC_ALL=C sort | sed '/^$/d'; } >"$TMP/sorted"
mv "$TMP/sorted" "$TMP/out"
prints all 'PID     COMMAND          LADDR            LPORT RADDR            RPORT       KB    RX_KB    TX_KB
PID python3          127.83.20.7 S1 127.83.20.8 C1       12        9        2
PID python3          127.83.20.8 C1 127.83.20.7 S1       12        2        9'

tool tcptop -P 1 -c "$(python talk.py)"
prints other-port 'PID     COMMAND          LADDR            LPORT RADDR            RPORT       KB    RX_KB    TX_KB'

# sockets of other kinds whose protocol has the same number: raw, and NETLINK_XFRM
cat >"$TMP/others.py" <<'END'
import socket
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP)
raw.sendto(bytes(2000), ("127.83.20.7", 0))
try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 6).sendto(bytes(2000), (0, 0))
except OSError:
    pass # a kernel without it
END
tool tcptop -c "$(python others.py)"
prints other-kinds 'PID     COMMAND          LADDR            LPORT RADDR            RPORT       KB    RX_KB    TX_KB'

# what was sent, which comes back with the time when it was
cat >"$TMP/times.py" <<'END'
import socket
listener = socket.create_server(("127.83.20.7", 0))
client = socket.create_connection(listener.getsockname())
server = listener.accept()[0]
client.setsockopt(socket.SOL_SOCKET, 37, 1 << 1 | 1 << 4) # SO_TIMESTAMPING
client.sendall(bytes(5000))
while True:
    try:
        if client.recvmsg(10000, 1000, socket.MSG_ERRQUEUE)[0]:
            break
    except BlockingIOError:
        pass
server.recv(10000)
END
tool tcptop -n python3 -c "$(python times.py)"
awk 'NR > 1 && NF { print $7, $8, $9 }' "$TMP/out" | sort >"$TMP/sums"
mv "$TMP/sums" "$TMP/out"
prints error-queue '4 0 4
4 4 0'
