#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# filetop: exact numbers of bytes and of calls for each file.
. tests/run/tools/common.inc

cat >"$TMP/copies.py" <<'PY'
import os
one = os.open("TMP/one", os.O_RDWR | os.O_CREAT, 0o600)
two = os.open("TMP/two words", os.O_RDWR | os.O_CREAT, 0o600)
for i in range(10): os.write(one, b"x" * 1000)
for i in range(4): os.pread(one, 300, 0)
os.writev(two, [b"y" * 5, b"z" * 6])
os.read(two, 100)
try: os.write(os.open("TMP/one", os.O_RDONLY), b"x")
except OSError: pass
ends = os.pipe()
os.write(ends[1], b"p" * 17)
PY
sed -i "s|TMP|$TMP|" "$TMP/copies.py"
copies="/usr/bin/python3 -S -E $TMP/copies.py"
real=$(readlink -f "$TMP")

# the sums of all intervals, for each file and direction
sums() {
	awk -v real="$real/" 'index($0, real) && !/copies.py/ || /pipe:/ {
		file = substr($0, index($0, $5))
		sub(real, "TMP/", file)
		sub(/pipe:.*/, "pipe", file)
		n[$2 " " $3 " " file] += $4
	} END { for (key in n) print key, n[key] }' "$TMP/out" | sort >"$TMP/lines" && mv "$TMP/lines" "$TMP/out"
}

tool filetop -t 1000 -c "$copies"
sums
prints bytes 'python3 R TMP/one 1200
python3 R TMP/two words 0
python3 W TMP/one 10000
python3 W TMP/two words 11'

tool filetop -C -a -t 1000 -c "$copies" 100
sums
prints calls 'python3 R TMP/one 4
python3 R TMP/two words 1
python3 W TMP/one 10
python3 W TMP/two words 1
python3 W pipe 1'

tool filetop -t 2 -n python3 -c "$copies" 100
head -n 2 "$TMP/out" >"$TMP/head"
result header "$(printf '\nPID     COMMAND          D        BYTES FILE\n' | diff - "$TMP/head")"
result largest "$([ "$(grep -c '^[0-9]' "$TMP/out")" = 2 ] || cat "$TMP/out")"
