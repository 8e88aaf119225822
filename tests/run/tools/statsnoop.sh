#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# statsnoop: each call on a path, and its error; calls on open files are not shown.
. tests/run/tools/common.inc

: >"$TMP/two words"
cat >"$TMP/asks.py" <<'PY'
import os
def ask(call, *paths, **words):
    try: call(*paths, **words)
    except OSError: pass
ask(os.stat, "TMP/two words")
ask(os.lstat, "TMP/none")
ask(os.stat, "TMP/two words/below")
fd = os.open("TMP/two words", os.O_RDONLY)
ask(os.fstat, fd)
ask(os.stat, "TMP/none", dir_fd=fd)
ask(os.access, "TMP/none", os.R_OK)
PY
sed -i "s|TMP|$TMP|" "$TMP/asks.py"
asks="/usr/bin/python3 -S -E $TMP/asks.py"
lines() { sed -i -e 's/^[0-9]*  */PID /' -e "s|$TMP/|TMP/|" -e '/asks.py$/d' "$TMP/out"; }

tool statsnoop -f "$TMP/" -c "$asks"
lines
prints all 'PID     COMMAND           ERR PATH
PID python3             0 TMP/two words
PID python3             2 TMP/none
PID python3            20 TMP/two words/below
PID python3             2 TMP/none'

tool statsnoop -x -f "$TMP/" -c "$asks"
lines
prints failed 'PID     COMMAND           ERR PATH
PID python3             2 TMP/none
PID python3            20 TMP/two words/below
PID python3             2 TMP/none'

tool statsnoop -n nobody -c "$asks"
lines
prints other-name 'PID     COMMAND           ERR PATH'

# invalid addresses of a path
tool statsnoop -x -f bad -c '/usr/bin/python3 -S -E -c "import ctypes
for path in 8, None: ctypes.CDLL(None).statfs(ctypes.c_void_p(path), None)"'
lines
prints bad-address 'PID     COMMAND           ERR PATH
PID python3            14 (bad address)
PID python3            14 (bad address)'
