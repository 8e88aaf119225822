#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# nodehttp: requests that arrive before the answer to the previous one, or in pieces, an answer 100 before another, an
# answer that is never given, HTTPS; requests of a client are not shown.
. tests/run/tools/common.inc
. tests/run/tools/node.inc
needs_node http llhttp__on_headers_complete llhttp

cat >"$TMP/http.js" <<'END'
const http = require("http"), net = require("net");
const server = http.createServer((request, response) => {
	if (request.url == "/slow")
		return setTimeout(() => response.end("late"), 40);
	if (request.url == "/gone")
		return request.socket.destroy();
	response.statusCode = request.url == "/none" ? 404 : 200;
	response.write("a");
	response.end("HTTP/1.1 500 is the text of this answer");
});
function ask(first, then, done) {
	const socket = net.connect(server.address().port, "127.0.0.1");
	let text = "";
	socket.setNoDelay();
	socket.write(first);
	socket.on("data", (data) => {
		text += data;
		if (then && text.includes("late")) {
			socket.write(then);
			then = "";
		}
	});
	socket.on("close", () => done(text));
}
server.listen(0, "127.0.0.1", () => {
	ask("GET /slow HTTP/1.1\r\nHost: a\r\n\r\nPOST /second HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxyPATCH /no",
	    "ne HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", () =>
	ask("PUT /expected HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "", () =>
	ask("DELETE /gone HTTP/1.1\r\nHost: a\r\n\r\n", "", () => server.close())));
});
END
lines() { sed -i -E '2,$s/^[0-9]+ +([0-9a-z]+) +[0-9]+ /PID \1 US /' "$TMP/out"; }

tool nodehttp -c "$node $TMP/http.js"
awk '/slow|second/ && $3 < 35000' "$TMP/out" >"$TMP/early"
lines
prints http 'PID     STATUS   TIME(us) REQUEST
PID 200 US GET /slow
PID 200 US POST /second
PID 404 US PATCH /none
PID 200 US PUT /expected
PID closed US DELETE /gone'
result waited "$(cat "$TMP/early")"

tool nodehttp -m 35 -c "$node $TMP/http.js"
lines
grep -v -e /none -e /expected -e /gone "$TMP/out" >"$TMP/some" # others may be slow because of the machine
mv "$TMP/some" "$TMP/out"
prints slow 'PID     STATUS   TIME(us) REQUEST
PID 200 US GET /slow
PID 200 US POST /second'

command -v openssl >/dev/null || {
	echo "skip https: no openssl"
	exit
}
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$TMP/key" -out "$TMP/certificate" -subj /CN=a 2>"$TMP/made" || cat "$TMP/made"
cat >"$TMP/https.js" <<'END'
const https = require("https"), fs = require("fs"), of = (name) => fs.readFileSync(__dirname + "/" + name);
const server = https.createServer({ key: of("key"), cert: of("certificate") }, (request, response) =>
	setTimeout(() => response.writeHead(202).end("x"), 40));
server.listen(0, "127.0.0.1", () => {
	https.get({ port: server.address().port, host: "127.0.0.1", path: "/a?b=c", rejectUnauthorized: false, agent: false },
	    (answer) => answer.resume().on("end", () => server.close()));
});
END
tool nodehttp -m 35 -c "$node $TMP/https.js"
lines
prints https 'PID     STATUS   TIME(us) REQUEST
PID 202 US GET /a?b=c'
