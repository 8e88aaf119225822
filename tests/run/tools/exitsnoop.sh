#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# exitsnoop: how each process ends, and its age; threads are not processes.
. tests/run/tools/common.inc

# without ids, and without ages of the right form
lines() { sed -i -E 's/ +[0-9]+ +[0-9]+ +[0-9]+\.[0-9]{3} / IDS AGE /' "$TMP/out"; }

ends="sh -c 'sh -c \"exit 3\"; sh -c \"kill -9 \\\$\\\$\"; exec /bin/sleep 0.1'"
tool exitsnoop -c "$ends"
age=$(awk '$1 == "sleep" { print $4 }' "$TMP/out")
lines
sed -i '/^Killed$/d' "$TMP/err"
prints all 'COMMAND          PID     PPID       AGE(s) EXIT
sh IDS AGE 3
sh IDS AGE SIGKILL
sleep IDS AGE 0'
result age "$(awk -v age="$age" 'BEGIN { if (age < 0.1) print age " seconds, after a sleep of 0.1" }')"

tool exitsnoop -x -c "$ends"
lines
sed -i '/^Killed$/d' "$TMP/err"
prints failed 'COMMAND          PID     PPID       AGE(s) EXIT
sh IDS AGE 3
sh IDS AGE SIGKILL'

# a process with several threads is one line
tool exitsnoop -c "$TRIGGERS/workers 1"
lines
prints threads 'COMMAND          PID     PPID       AGE(s) EXIT
workers IDS AGE 0'
