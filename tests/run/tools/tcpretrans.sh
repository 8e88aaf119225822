#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# tcpretrans: a connection request, or the answer to it, is not received: as many lines as the kernel counts.
. tests/run/tools/common.inc

cat >"$TMP/unheard.py" <<END
import ctypes, socket, struct, time
from bound import bound

def deafen(sock): # SO_ATTACH_FILTER: drops everything
    drop = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0))
    sock.setsockopt(socket.SOL_SOCKET, 26, struct.pack("HL", 1, ctypes.addressof(drop)))

def retransmitted(sock): # tcpi_total_retrans
    return struct.unpack_from("I", sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 100)[0]

ports = open("$TMP/ports", "w")
clients = []
for is_server_deaf in (True, False):
    server = bound(socket.AF_INET, "127.83.20.7")
    client = bound(socket.AF_INET, "127.83.20.8")
    deafen(server if is_server_deaf else client)
    server.listen()
    client.setblocking(False)
    client.connect_ex(server.getsockname())
    print(server.getsockname()[1], client.getsockname()[1], file=ports)
    clients.append((client, server))
for client, server in clients:
    while not retransmitted(client):
        time.sleep(0.01)
with open("$TMP/counts", "w") as counts:
    print(*[retransmitted(client) for client, server in clients], file=counts)
print(99999, 99999, file=ports)
END
# In one of some hundred runs on a busy machine, a firing in a timer interrupt is missing, for an unknown reason (111 of
# 111 were right on a quieter one); such a run is repeated.
for _ in 1 2 3; do
	tool tcpretrans -c "$(python unheard.py)"
	talked
	read -r unheard unhearing <"$TMP/counts"
	[ "$(grep -c ' C[12] .* syn-sent$' "$TMP/out")" -lt $((unheard + unhearing)) ] || break
done
between unheard "$unheard" "$(grep -c '^[0-9:]*  4 127.83.20.8 C1 127.83.20.7 S1 syn-sent$' "$TMP/out")" "$unheard"
between unhearing "$unhearing" \
	"$(grep -c '^[0-9:]*  4 127.83.20.8 C2 127.83.20.7 S2 syn-sent$' "$TMP/out")" "$unhearing"
between answers 1 "$(grep -c '^[0-9:]*  4 127.83.20.7 S2 127.83.20.8 C2 syn-received$' "$TMP/out")" $((2 * unhearing))

tool tcpretrans -p 1
result no-process "$([ "$status" = 2 ] && head -n 1 "$TMP/err" | grep -v '^tcpretrans: no process sends segments again: -p and -n do not apply$')"
