#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Processes that end, or execute another program, while dtrace attaches to them: dtrace ends with them or reports that
# there is no such process; it never hangs, crashes or goes on.
. tests/run/common.inc

# verdict of a run: the allowed messages and exit statuses
judge() {
	case $1 in
	0 | 1) ;;
	*) bad="$bad exit status $1" ;;
	esac
	grep -Ev '^(dtrace: (failed to grab pid [0-9]+: No such process|invalid probe specifier .*|pid [0-9]+ .*|.*/loop: process [0-9]+ has ended|warning: probe description loop[0-9]+:::done can never match: there is no such process)|  loop.*|  \^~*)$' \
		"$TMP/err" >"$TMP/odd" && bad="$bad $(head -3 "$TMP/odd")"
}

bad='' runs=0
while [ $runs -lt 40 ]; do
	"$TRIGGERS/loop" 1 &
	"$DT" -p $! -qn "loop$!:::done { trace(1); }" >"$TMP/out" 2>"$TMP/err" </dev/null
	judge $?
	wait
	runs=$((runs + 1))
done
result ends "$bad"

# a shell that executes loop, which executes true: dtrace may see any of the three
printf '#!/bin/sh\n[ "$1" ] && exec %s/loop 20000\nexec "$0" again\n' "$TRIGGERS" >"$TMP/becomes"
chmod +x "$TMP/becomes"
bad='' runs=0
while [ $runs -lt 40 ]; do
	"$TMP/becomes" &
	"$DT" -Z -p $! -qn "loop$!:::done { trace(1); }" >"$TMP/out" 2>"$TMP/err" </dev/null
	judge $?
	wait
	runs=$((runs + 1))
done
result execs "$bad"

# a command that ends before it has done anything
expect command-ends 0 -Z -c /bin/true -qn 'loop$target:::tick { trace(1); }' <<'END'

--
END
