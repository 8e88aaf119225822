#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcpdrop: connection requests to a port where nobody listens, by both versions of IP, and to one where a filter drops
# everything, as often as they are sent.
. tests/run/tools/common.inc

cat >"$TMP/drops.py" <<END
import ctypes, socket, struct, time
from bound import bound

ports = open("$TMP/ports", "w")
def names(server, client):
    print(server.getsockname()[1], client.getsockname()[1], file=ports)

for family, address in (socket.AF_INET, "127.83.20.7"), (socket.AF_INET6, "::1"):
    nobody = bound(family, address)
    client = bound(family, address)
    names(nobody, client)
    try: client.connect(nobody.getsockname())
    except ConnectionRefusedError: pass

server = bound(socket.AF_INET, "127.83.20.7")
drop = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0))
server.setsockopt(socket.SOL_SOCKET, 26, struct.pack("HL", 1, ctypes.addressof(drop))) # SO_ATTACH_FILTER
server.listen()
client = bound(socket.AF_INET, "127.83.20.8")
client.setblocking(False)
client.connect_ex(server.getsockname())
names(server, client)
def retransmitted(): # tcpi_total_retrans
    return struct.unpack_from("I", client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 100)[0]
while not retransmitted():
    time.sleep(0.01)
with open("$TMP/count", "w") as count:
    print(1 + retransmitted(), file=count)
client.close() # stops sending requests
END

tool tcpdrop -c "$(python drops.py)"
if grep -q 'the kernel has no reasons' "$TMP/err"; then
	echo "skip drops: the kernel gives no reasons for drops"
	exit
fi
talked
# lines with other ports belong to other programs
count() { sed 's/^[0-9:]* *//' "$TMP/out" | tr -s ' ' | grep -cx "$1"; }
between refused 1 "$(count '4 127.83.20.7 C1 127.83.20.7 S1 S - NO_SOCKET')" 1
between refused-ipv6 1 "$(count '6 ::1 C2 ::1 S2 S - NO_SOCKET')" 1
asked=$(cat "$TMP/count")
between filtered "$asked" "$(count '4 127.83.20.8 C3 127.83.20.7 S3 S - SOCKET_FILTER')" "$asked"
between others $((2 + asked)) "$(grep -cE ' [CS][123] ' "$TMP/out")" $((2 + asked))

tool tcpdrop -p 1
result no-process "$([ "$status" = 2 ] && head -n 1 "$TMP/err" |
	grep -v '^tcpdrop: packets are dropped in whatever process runs: -p and -n do not apply$')"
