#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 300
#
# mysqlslow: statements of a private MariaDB: queries, several in one string, a failed one, prepared ones of both kinds,
# including a failed one; fast statements are not shown.
. tests/run/tools/common.inc
server=$(command -v mariadbd || command -v mysqld || ls /usr/sbin/mariadbd 2>/dev/null) && command -v mariadb-install-db >/dev/null || {
	echo "skip mariadb: needs mariadb-server"
	exit 0
}
id mysql >/dev/null 2>&1 && user=mysql || user=nobody

# a short path that this user can reach, because a socket's name is limited to 107 bytes
DIR=$(mktemp -d)
server_pid='' tracer=''
stop() {
	for each in $tracer $server_pid; do kill -TERM "$each"; done
	wait
	rm -rf "$DIR"
}
trap stop EXIT
chmod 711 "$DIR"
install -d -o $user "$DIR/own"
mariadb-install-db --no-defaults --datadir="$DIR/own/data" --auth-root-authentication-method=normal --skip-test-db \
	--user=$user >"$TMP/installed" 2>&1 || {
	cat "$TMP/installed"
	echo "not ok install"
	exit 1
}
"$server" --no-defaults --datadir="$DIR/own/data" --socket="$DIR/own/s" --skip-networking --pid-file="$DIR/own/pid" \
	--user=$user >"$TMP/log" 2>&1 </dev/null &
server_pid=$!
until [ -s "$DIR/own/pid" ]; do
	kill -0 $server_pid 2>/dev/null || {
		cat "$TMP/log"
		server_pid=''
		echo "not ok start"
		exit 1
	}
	sleep 0.05
done

# The client/server protocol: the usual command-line clients do not use binary prepared statements.
cat >"$TMP/client.py" <<'END'
import socket, struct, sys

client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
stream = client.makefile("rb")

def packet():
    size = int.from_bytes(stream.read(3), "little")
    return stream.read(1 + size)[1:]

def send(text, number=0):
    client.sendall(len(text).to_bytes(3, "little") + bytes([number]) + text)

LONG_PASSWORD, PROTOCOL_41, SECURE, MULTI_STATEMENTS, MULTI_RESULTS = 1, 1 << 9, 1 << 15, 1 << 16, 1 << 17
packet()
flags = LONG_PASSWORD | PROTOCOL_41 | SECURE | MULTI_STATEMENTS | MULTI_RESULTS
send(struct.pack("<IIB23x", flags, 1 << 24, 33) + b"root\0" + b"\0", 1)
assert packet()[0] == 0

def rows():
    """to the end of a result: the number of its rows, or the message; and whether there is another one"""
    first = packet()
    if first[0] == 0xff:
        return first[9:].decode(), False
    if first[0] == 0:
        return 0, bool(first[3] & 8)
    for i in range(first[0]):
        packet()
    packet()
    cnt = 0
    while True:
        row = packet()
        if row[0] == 0xff:
            return row[9:].decode(), False
        if row[0] == 0xfe and len(row) < 9:
            return cnt, bool(row[3] & 8)
        cnt += 1

def results():
    more = True
    while more:
        said, more = rows()
        print(said)

def query(text):
    send(b"\x03" + text.encode())
    results()

def prepare(text):
    send(b"\x16" + text.encode())
    answer = packet()
    columns, params = struct.unpack("<HH", answer[5:9])
    for cnt in (params, columns):
        for i in range(cnt + 1 if cnt else 0):
            packet()
    return answer[1:5]

def execute(statement, value):
    send(b"\x17" + statement + b"\0\1\0\0\0" + b"\0\1" + b"\5\0" + struct.pack("<d", value))
    results()

query("SELECT SLEEP(0.05), 1")
query("SELECT 2")
query("SELECT 3; SELECT SLEEP(0.06), 4; SELECT 5")
query("SELECT SLEEP(0.05), (SELECT 6 UNION SELECT 7)")
statement = prepare("SELECT SLEEP(?), 8")
for value in (0.0, 0.07, 0.05):
    execute(statement, value)
execute(prepare("SELECT SLEEP(0.05), ?, (SELECT 9 UNION SELECT 10)"), 1.0)
query("PREPARE p FROM 'SELECT SLEEP(?), 11'")
query("SET @a = 0.05")
query("EXECUTE p USING @a")
send(b"\1")
stream.read()
END

statements() { python3 "$TMP/client.py" "$DIR/own/s" >"$TMP/answers" 2>&1; }

tool_during server statements mysqlslow -m 40 -p $server_pid
printf '%s\n' 1 1 1 1 1 'Subquery returns more than 1 row' 1 1 1 'Subquery returns more than 1 row' 0 0 1 >"$TMP/wanted"
sed -i 's/^#[0-9A-Z]*//' "$TMP/answers"
result answers "$(diff "$TMP/wanted" "$TMP/answers")"
# in the order of the statements, each at least as long as its sleep
awk -v pid=$server_pid 'BEGIN { n = split("50 60 50 70 50 50 50", slept) }
	NR > 1 && NF { long = $3 >= slept[++i] && $1 == pid; sub(/^[0-9]+ +[0-9]+ +[0-9.]+ /, ""); print (long ? "long" : "short"), $0 }' \
	"$TMP/out" >"$TMP/shown"
cat >"$TMP/wanted" <<'END'
long SELECT SLEEP(0.05), 1
long SELECT 3; SELECT SLEEP(0.06), 4; SELECT 5
long SELECT SLEEP(0.05), (SELECT 6 UNION SELECT 7)
long SELECT SLEEP(?), 8
long SELECT SLEEP(?), 8
long SELECT SLEEP(0.05), ?, (SELECT 9 UNION SELECT 10)
long EXECUTE p USING @a
END
result statements "$(diff "$TMP/wanted" "$TMP/shown")"

tool_during name statements mysqlslow -m 40 -n nobody
result other-name "$(sed 1d "$TMP/out" | grep .)"
