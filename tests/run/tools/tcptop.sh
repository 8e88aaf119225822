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
