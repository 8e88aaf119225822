#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# sslsnoop: data that two ends in one process send to each other, by both kinds of calls; failed reads are not shown.
. tests/run/tools/common.inc
/usr/bin/python3 -S -E -c 'import ctypes; ctypes.CDLL("libssl.so.3")' 2>/dev/null || {
	echo 'skip sslsnoop: needs python3 and libssl.so.3'
	exit 0
}

cat >"$TMP/talk.py" <<'END'
import ctypes
from ctypes import c_void_p as P, c_size_t, byref
lib = ctypes.CDLL("libssl.so.3"); crypto = ctypes.CDLL("libcrypto.so.3")
def made(f, *words):
    f.restype = P
    return P(f(*words))
def end(method):
    context = made(lib.SSL_CTX_new, made(method))
    lib.SSL_CTX_ctrl(context, 124, ctypes.c_long(0x303), None) # TLS 1.2, which needs no certificate with aNULL
    lib.SSL_CTX_set_cipher_list(context, b"aNULL:@SECLEVEL=0")
    return made(lib.SSL_new, context)
client, server = end(lib.TLS_client_method), end(lib.TLS_server_method)
pipe = [P(), P()]
crypto.BIO_new_bio_pair(byref(pipe[0]), c_size_t(65536), byref(pipe[1]), c_size_t(65536))
lib.SSL_set_bio(client, pipe[0], pipe[0]); lib.SSL_set_bio(server, pipe[1], pipe[1])
lib.SSL_set_connect_state(client); lib.SSL_set_accept_state(server)
while lib.SSL_do_handshake(client) + lib.SSL_do_handshake(server) < 2: pass
buf = ctypes.create_string_buffer(1000); n = c_size_t()
lib.SSL_write(client, b"hello\n\x01", 7)
lib.SSL_read(server, buf, 4)
lib.SSL_read(server, buf, 1000)
lib.SSL_read(server, buf, 1000) # nothing there
lib.SSL_write_ex(server, b'"' + b"y" * 299, c_size_t(300), byref(n))
lib.SSL_read_ex(client, buf, c_size_t(1000), byref(n))
lib.SSL_read_ex(client, buf, c_size_t(1000), byref(n))
END
talk="/usr/bin/python3 -S -E $TMP/talk.py"

# without process and thread ids
lines() { sed -i -E -e 's/^[0-9]+ +[0-9]+ +/P T /' -e 's/ +$//' "$TMP/out"; }

heading='PID     TID     COMMAND          CALL    BYTES'
long=$(printf %254s '' | tr ' ' y)
tool sslsnoop -c "$talk"
lines
prints data "$heading DATA
P T python3          WRITE       7 hello\\n\\001
P T python3          READ        4 hell
P T python3          READ        3 o\\n\\001
P T python3          WRITE     300 \\\"$long
P T python3          READ      300 \\\"$long"

tool sslsnoop -s -c "$talk"
lines
prints sizes "$heading
P T python3          WRITE       7
P T python3          READ        4
P T python3          READ        3
P T python3          WRITE     300
P T python3          READ      300"

tool sslsnoop -x -c "$talk"
result dump "$([ "$(grep -c '^ *[0-9a-f]*0: ' "$TMP/out")" = 35 ] && grep -q '^ *0: 68 65 6c 6c 6f 0a 01  *hello\.\.$' "$TMP/out" ||
	cat "$TMP/out" "$TMP/err")"

tool sslsnoop -n nobody -s -c "$talk"
lines
prints other-name "$heading"
