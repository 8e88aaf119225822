#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# dtrace with 60 links is killed by SIGKILL: at once, the traced process runs at full speed, and its semaphores are 0.
# Closing links one after another would take 3 s; the limit of 0.2 s on an otherwise idle machine is checked by
# bench/run.
. tests/run/common.inc
. tests/run/robust/sixty.inc
build_sixty

LIMIT_MS=1500
[ "${SLOW:-1}" = 1 ] || LIMIT_MS=6000
"$TMP/sixty" "$DT" -p PID -q -n "$(cat "$TMP/sixty.n")" >"$TMP/said" 2>"$TMP/err"
ms=$(sed -n 's/^\([0-9]*\) ms (.*/\1/p' "$TMP/said")
bad=
[ -n "$ms" ] || bad="$bad $(cat "$TMP/said" "$TMP/err")"
[ "${ms:-0}" -lt $LIMIT_MS ] || bad="$bad $ms ms"
echo "killed with 60 links: $(cat "$TMP/said")"
result sixty-links "$bad"
