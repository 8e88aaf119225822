#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# offcputime: 20 naps of 10 ms, by their call stacks, take at least that time, and no longer than the run.
. tests/run/tools/common.inc

# naps WORD...: runs offcputime with these words; $TMP/naps.awk adds up the times of the naps. Sometimes, on a busy
# machine, one switch is missing, for an unknown reason; such a run is repeated.
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
