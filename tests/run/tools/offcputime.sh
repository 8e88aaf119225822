#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# offcputime: 20 naps of 10 ms, by the functions that led there, take as long as that, and no longer than the run.
. tests/run/tools/common.inc

# naps WORD...: offcputime with these words, the time of whose naps $TMP/naps.awk adds up. Now and then, on a busy
# machine, one switch is missing, for a reason that is not known; such a run is repeated.
naps() {
	for _ in 1 2 3; do
		before=$(milliseconds)
		tool offcputime "$@" -n naps -c "$TRIGGERS/naps 20"
		after=$(milliseconds)
		us=$(awk -f "$TMP/naps.awk" "$TMP/out")
		[ "$us" -lt 200000 ] || break
	done
	most=$(((after - before) * 1000))
}

cat >"$TMP/naps.awk" <<'END'
/^naps;.*`main;[^ ]*clock_nanosleep.*;vmlinux`.*schedule / { n += $NF }
END { print n + 0 }
END
naps -f
between folded 200000 "$us" "$most"

cat >"$TMP/naps.awk" <<'END'
/^naps`main/ { found = 1 }
found && /^  [0-9]/ { n += $1; found = 0 }
END { print n + 0 }
END
naps -u -m 5000
between user 200000 "$us" "$most"
result no-kernel "$(grep vmlinux "$TMP/out")"
