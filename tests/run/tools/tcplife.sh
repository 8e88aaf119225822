#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcplife: both ends of each connection, with whole KB: 10239 and 3071 bytes, without the FIN that follows.
. tests/run/tools/common.inc

before=$(milliseconds)
tool tcplife -n python3 -c "$(python talk.py)"
after=$(milliseconds)
result life "$(awk -v most=$((after - before)) 'NR > 1 && NF && !($NF > 0 && $NF <= most)' "$TMP/out")"
talked
sed -i -e '/python3/s/ *[0-9]*\.[0-9]\{3\}$/ MS/' "$TMP/out"
{ head -n 1 "$TMP/out"; sed 1d "$TMP/out" | LC_ALL=C sort | sed '/^$/d'; } >"$TMP/sorted"
mv "$TMP/sorted" "$TMP/out"
prints all 'PID     COMMAND          LADDR            LPORT RADDR            RPORT   TX_KB   RX_KB        MS
PID python3          127.83.20.7 S1 127.83.20.8 C1       2       9 MS
PID python3          127.83.20.8 C1 127.83.20.7 S1       9       2 MS
PID python3          127.83.20.8 C3 127.83.20.7 S3       0       0 MS
PID python3          ::1 C2 ::1 S2       0       0 MS
PID python3          ::1 S2 ::1 C2       0       0 MS'

tool tcplife -P 1 -c "$(python talk.py)"
prints other-port 'PID     COMMAND          LADDR            LPORT RADDR            RPORT   TX_KB   RX_KB        MS'

# reset before it is accepted, as by checks of health; one that is never accepted is not shown
cat >"$TMP/resets.py" <<'END'
import socket, struct, time
listener = socket.create_server(("127.83.20.7", 0))
for data in (b"", bytes(5000)):
    client = socket.create_connection(listener.getsockname())
    client.sendall(data)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()
time.sleep(1)
for i in range(2):
    listener.accept()[0].close()
left = socket.create_connection(listener.getsockname())
listener.close()
END
tool tcplife -n python3 -c "$(python resets.py)"
awk 'NR > 1 && NF { print $3, $8, ($9 >= 1000 ? $9 : "MS"), $7 }' "$TMP/out" | LC_ALL=C sort >"$TMP/ends"
mv "$TMP/ends" "$TMP/out"
prints resets '127.0.0.1 0 MS 0
127.0.0.1 0 MS 0
127.0.0.1 0 MS 4
127.83.20.7 0 MS 0
127.83.20.7 4 MS 0'
