#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The kernel refuses a call that dtrace makes while it begins: a message, status 1, and the command of -c has not run.
. tests/run/common.inc

command -v strace >/dev/null || {
	echo "skip refused: needs strace"
	exit 0
}

# refused NAME CALL ERROR MESSAGE: of the first such call
refused() {
	printf -- '--\n%s\n' "$4" >"$TMP/wanted"
	under_strace -qq -o /dev/null -e trace="$2" -e inject="$2:error=$3:when=1" \
		"$DT" -c "$TRIGGERS/loop 10" -qn 'loop$target:::tick { @ = count(); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i 's|/proc/[0-9]*/fd/[0-9]*|FD|' "$TMP/err"
	same "$1" $status 1
}

# a request to the process that attaches user probes is not sent, or only its first half: dtrace does not wait for an answer
refused request sendmsg ETOOMANYREFS \
	'dtrace: TRIGGERS/loop: can'\''t attach 1 probes to FD: Too many references: cannot splice'
refused second-half sendto ENOBUFS 'dtrace: TRIGGERS/loop: can'\''t attach 1 probes to FD: No buffer space available'
