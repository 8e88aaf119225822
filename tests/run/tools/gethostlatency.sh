#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# gethostlatency: a line for each name that a program looks up, and none for calls between the lookup functions.
. tests/run/tools/common.inc

cat >"$TMP/names.py" <<END
import ctypes, socket
socket.getaddrinfo("localhost", 80)
try:
    socket.getaddrinfo("nothing.invalid", 80, 0, 0, 0, socket.AI_NUMERICHOST)
except OSError:
    pass
libc = ctypes.CDLL(None)
libc.gethostbyname(b"127.0.0.1")
libc.gethostbyname2(b"127.0.0.2", 2)
END
before=$(milliseconds)
tool gethostlatency -n python3 -c "$(python names.py)"
after=$(milliseconds)
result time "$(awk -v most=$((after - before)) 'NR > 1 && NF && !($4 > 0 && $4 <= most)' "$TMP/out")"
sed -i -E 's/^[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]+ *(python3 *) [0-9]+\.[0-9]{3} /TIME PID \1 MS /' "$TMP/out"
prints names 'TIME     PID     COMMAND            LAT(ms) HOST
TIME PID python3              MS localhost
TIME PID python3              MS nothing.invalid
TIME PID python3              MS 127.0.0.1
TIME PID python3              MS 127.0.0.2'
