#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# connlist, tcpaccept, tcptop: connections of MPTCP, which is what programs in Go listen for, are connections as well.
. tests/run/tools/common.inc

cat >"$TMP/mptcp.py" <<'SCRIPT'
import socket, sys, threading
try:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)
except OSError:
    sys.exit(77)
listener.bind(('127.0.0.1', 0))
listener.listen()
def send():
    conn = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)
    conn.connect(listener.getsockname())
    conn.sendall(b'x' * 5120)
    conn.close()
sender = threading.Thread(target=send)
sender.start()
conn, peer = listener.accept()
while conn.recv(5120):
    pass
sender.join()
SCRIPT
$(python mptcp.py)
if [ $? = 77 ]; then
	echo "skip connlist: needs MPTCP"
	echo "skip tcpaccept: needs MPTCP"
	echo "skip tcptop: needs MPTCP"
	exit
fi

# columns TOOL COLUMN...: of what the tool prints of python3
columns() {
	tool "$1" -n python3 -c "$(python mptcp.py)"
	shift
	sed -i '1d; /python3/!d' "$TMP/out"
	awk -v columns="$*" '{ cnt = split(columns, column, " "); for (i = 1; i <= cnt; i++) printf "%s%s", $column[i], (i < cnt ? " " : "\n") }' \
		"$TMP/out" | LC_ALL=C sort >"$TMP/columns"
	mv "$TMP/columns" "$TMP/out"
}

columns connlist 1 3 4 6
prints connlist 'in python3 127.0.0.1 1
out python3 127.0.0.1 1'
columns tcpaccept 2 3 4 6
prints tcpaccept 'python3 4 127.0.0.1 127.0.0.1'
columns tcptop 2 3 5 8 9
prints tcptop 'python3 127.0.0.1 127.0.0.1 0 5
python3 127.0.0.1 127.0.0.1 5 0'
