#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# execsnoop: each exec of a command and of its children, and those that fail.
. tests/run/tools/common.inc

run="sh -c 'env PATH=$TMP:/bin true \"two words\"; exec /bin/true b'"

# replaces the ids by words: the command, or a child of it
lines() {
	awk -v uid="$(id -u)" '$1 == uid {
		if (!command)
			command = $2
		whose = $2 == command ? "command" : $3 == command ? "child" : "?"
		print whose substr($0, 24)
		next
	} { print }' "$TMP/out" | sed "s|$TMP/|TMP/|" >"$TMP/lines" && mv "$TMP/lines" "$TMP/out"
}

tool execsnoop -c "$run"
lines
prints succeeded "   UID PID     PPID     ERR ARGS
command   0 sh -c env PATH=$TMP:/bin true \"two words\"; exec /bin/true b
child   0 env PATH=$TMP:/bin true two words
child   0 true two words
command   0 /bin/true b"

tool execsnoop -x -c "$run"
lines
prints failed "   UID PID     PPID     ERR ARGS
command   0 sh -c env PATH=$TMP:/bin true \"two words\"; exec /bin/true b
child   0 env PATH=$TMP:/bin true two words
child   2 TMP/true
child   0 true two words
command   0 /bin/true b"

# the first line is the child, whose parent is not shown
tool execsnoop -n true -c "$run"
lines
sed -i 's/^child/?/' "$TMP/out"
prints name '   UID PID     PPID     ERR ARGS
command   0 true two words
?   0 /bin/true b'

# no path at all
tool execsnoop -x -n python3 -c '/usr/bin/python3 -S -E -c "import ctypes; ctypes.CDLL(None).execve(None, None, None)"'
result no-path "$([ "$(awk 'NR > 2 && NF { print $4, $5, $6 }' "$TMP/out")" = '14 (bad address)' ] || cat "$TMP/out" "$TMP/err")"
