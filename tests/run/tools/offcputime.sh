#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# offcputime: 20 naps of 10 ms, by the functions that led there, take as long as that, and no longer than the run.
. tests/run/tools/common.inc

before=$(milliseconds)
tool offcputime -f -n naps -c "$TRIGGERS/naps 20"
after=$(milliseconds)
between naps 200000 "$(awk '/^naps;.*`main;[^ ]*clock_nanosleep.*;vmlinux`.*schedule / { n += $NF } END { print n + 0 }' "$TMP/out")" \
	$(((after - before) * 1000))

before=$(milliseconds)
tool offcputime -u -m 10000 -n naps -c "$TRIGGERS/naps 20"
after=$(milliseconds)
between user 200000 "$(awk 'found && /^  [0-9]/ { print $1; exit } /^naps`main/ { found = 1 }' "$TMP/out")" $(((after - before) * 1000))
result no-kernel "$(grep vmlinux "$TMP/out")"
