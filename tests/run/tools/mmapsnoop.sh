#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# mmapsnoop: each mapping with its protection, kind and file, and its error.
. tests/run/tools/common.inc

printf '%5000s' '' >"$TMP/a file"
cat >"$TMP/maps.py" <<'END'
import ctypes, mmap, sys
f = open(sys.argv[1], "r+b")
def do(fd, n, flags, prot):
    try: return mmap.mmap(fd, n, flags, prot)
    except OSError: pass
R, W, X = mmap.PROT_READ, mmap.PROT_WRITE, mmap.PROT_EXEC
keep = [do(f.fileno(), 4567, mmap.MAP_SHARED, R | W), do(f.fileno(), 1234, mmap.MAP_PRIVATE, R | X),
    do(-1, 77777, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, R | W), do(-1, 3333, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, 0),
    do(f.fileno(), 2222, 0, R)]
ctypes.CDLL(None).mmap(None, ctypes.c_size_t(-4096), R, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, ctypes.c_long(0))
END
maps="/usr/bin/python3 -S -E $TMP/maps.py '$TMP/a file'"
heading='PID     COMMAND                BYTES PROT KIND ERR ADDRESS      FILE'

# only mappings made by the program itself; addresses are page addresses, and 0 after an error
lines() {
	sed -i -E -e '1!{/ (4567|1234|77777|3333|2222|18446744073709547520) /!d;}' -e 's/^[0-9]+ +/PID /' -e 's/ [0-9a-f]+000 +/ ADDRESS /' \
		-e 's/ 0 {12}/ 0 /' -e "s|/.*/${TMP##*/}/|TMP/|" "$TMP/out"
}

tool mmapsnoop -c "$maps"
lines
prints all "$heading
PID python3                 4567 rw-  S--    0 ADDRESS TMP/a file
PID python3                 1234 r-x  P--    0 ADDRESS TMP/a file
PID python3                77777 rw-  P-A    0 ADDRESS -
PID python3                 3333 ---  S-A    0 ADDRESS -
PID python3                 2222 r--  ---   22 0 TMP/a file
PID python3          18446744073709547520 r--  P-A   12 0 -"

tool mmapsnoop -f -c "$maps"
lines
result files "$([ "$(grep -c TMP/ "$TMP/out")" = 3 ] && ! grep -q ' -$' "$TMP/out" || cat "$TMP/out" "$TMP/err")"

tool mmapsnoop -x -c "$maps"
result failed "$([ "$(awk 'NR > 1 && NF { print $3, $6, $7 }' "$TMP/out")" = '2222 22 0
18446744073709547520 12 0' ] || cat "$TMP/out" "$TMP/err")"

# an invalid descriptor
tool mmapsnoop -x -c "/usr/bin/python3 -S -E -c 'import ctypes; ctypes.CDLL(None).mmap(None, 8192, 1, 2, 99, 0)'"
sed -i -E -e 's/^[0-9]+ +/PID /' "$TMP/out"
prints descriptor "$heading
PID python3                 8192 r--  P--    9 0            <none>"
