#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# scripts/find-message: finds where messages come from. They are given as printed, with names and numbers in them, also
# if their text is split over several lines of the source.
set -u
found() {
	scripts/find-message "$2" >"$TMP/out" 2>"$TMP/err"
	status=$?
	if [ $status -eq "$3" ] && [ "$(sed 's/:.*//' "$TMP/out")" = "$4" ]; then
		echo "ok $1"
	else
		cat "$TMP/out" "$TMP/err"
		echo "not ok $1: exit status $status"
	fi
}

found split 'probe description a:::b does not match any probes' 0 "lang/check/check_probe_args.c
runtime/session/resolve/bind.c"
found part 'another tracer holds this address' 0 runtime/kernel/link/links.c
found number '3 missed firings' 0 runtime/consume/drops.c
found end 'a:::b does not match any probes' 0 "lang/check/check_probe_args.c
runtime/session/resolve/bind.c"
found conversion 'prototype mismatch: 3 args passed, at most 2' 0 lang/check/call/check_stack.c
found none 'no message has these words' 1 ''
"$DTRACE" -e -n 'BEGIN { trace(nosuch); }' 2>"$TMP/message"
found printed "$(sed -n '1s/.*: failed/failed/p' "$TMP/message")" 0 "lang/check/lookup/undefined.c
lang/parse/lex_word.c"
scripts/find-message >"$TMP/out" 2>&1
[ $? -eq 2 ] && grep -q '^usage: ' "$TMP/out" && echo "ok usage" || echo "not ok usage: $(cat "$TMP/out")"
