#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# opensnoop: each open of a file, with its descriptor or its error.
. tests/run/tools/common.inc

: >"$TMP/one"
: >"$TMP/two words"
opens="sh -c ': <$TMP/one; : <\"$TMP/two words\"; : <$TMP/none; exit 0'"

# without process ids, and without the message of sh about the missing file
lines() { sed -i -e 's/^[0-9]*  */PID /' -e "s|$TMP/|TMP/|" "$TMP/out" && sed -i '/sh: .*none/d' "$TMP/err"; }

tool opensnoop -f "$TMP/" -c "$opens"
lines
prints all 'PID     COMMAND            FD  ERR PATH
PID sh                  3    0 TMP/one
PID sh                  3    0 TMP/two words
PID sh                 -1    2 TMP/none'

tool opensnoop -x -f "$TMP/" -c "$opens"
lines
prints failed 'PID     COMMAND            FD  ERR PATH
PID sh                 -1    2 TMP/none'

tool opensnoop -n nobody -f "$TMP/" -c "$opens"
lines
prints other-name 'PID     COMMAND            FD  ERR PATH'

# invalid addresses of a path
tool opensnoop -x -f bad -c '/usr/bin/python3 -S -E -c "import ctypes
for path in 8, None: ctypes.CDLL(None).open(ctypes.c_void_p(path), 0)"'
lines
prints bad-address 'PID     COMMAND            FD  ERR PATH
PID python3            -1   14 (bad address)
PID python3            -1   14 (bad address)'
