#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# profile: the samples of a program that computes, by its functions; at most one per millisecond of the run.
. tests/run/tools/common.inc

before=$(milliseconds)
tool profile -F 1000 -u -f -n busy -c "$TRIGGERS/busy 300"
after=$(milliseconds)
# samples are late while another tracer's program runs, and a virtual machine sometimes stops
between folded 60 "$(awk '/^busy;.*;busy`main [0-9]*$/ { n += $NF } END { print n + 0 }' "$TMP/out")" $((after - before))

before=$(milliseconds)
tool profile -F 1000 -n busy -c "$TRIGGERS/busy 300"
after=$(milliseconds)
between both 60 "$(awk '/^busy`main/ { found = 1 } found && /^  [0-9]/ { n += $1; found = 0 } END { print n + 0 }' "$TMP/out")" \
	$((after - before))

tool profile -f -j
result two-forms "$([ $status = 2 ] && grep -qx 'profile: either -f or -j' "$TMP/err" || cat "$TMP/out" "$TMP/err")"
