#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# What a file or a process says of its direct probes and is not so: dtrace tells with -v, and the kernel's way
# counts exactly. And what -x direct=only refuses.
. tests/run/direct/direct.inc
direct_made storm
mv "$TMP/storm" "$TMP/good"

# patched NAME SED: $TMP/storm is the program with other bytes, as many
patched() {
	LC_ALL=C sed "$2" "$TMP/good" >"$TMP/storm"
	chmod +x "$TMP/storm"
	[ "$(wc -c <"$TMP/storm")" = "$(wc -c <"$TMP/good")" ] && ! cmp -s "$TMP/storm" "$TMP/good" ||
		echo "not ok $1-patched: the bytes are not there"
}

# refused NAME MESSAGE: $TMP/storm is traced through the kernel for this reason, which is said once
refused() {
	start_storm
	trace -v -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::tick { @ = count(); @s = sum(arg1); }
		storm$target:::warm { @w = count(); } END { printa("%@d ", @); printa("%@d ", @s); printa("%@d\n", @w); }'
	ask w
	wait_for is_on 2
	ask t 2 1000 1000
	stop_tracing
	equals "$1-exact" "$(grep . "$TMP/out")" "$ticks $sum $warm"
	equals "$1" "$(sed -n "s/^dtrace: //; s|$TMP/||; s/process $storm/process PID/; /through the kernel/p" "$TMP/err")" "$2"
	end_storm "$1-unharmed"
}

version='\x07\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00'
patched version "s/$version/\\x07\\x00\\x00\\x00\\x28\\x00\\x00\\x00\\x02\\x00\\x00\\x00/"
refused version "probes of storm in storm are traced through the kernel: they were built for version 2 of direct probes, this dtrace has version 1"

# the control block in .data: version, hook_cnt, state, request, error, gate, addresses; so many zeros are nowhere else
zeros() { printf '\\x00%.0s' $(seq "$1"); }
# block NAME VERSION HOOKS STATE ERROR
block() {
	patched "$1" "s/\\x01$(zeros 3)\\x04$(zeros 59)/\\x$2$(zeros 3)\\x$3$(zeros 3)\\x$4$(zeros 3)\\x$5$(zeros 51)/"
}
begin='direct probes of process PID (storm) are traced through the kernel:'
block control-version 02 04 00 00
refused control-version "$begin its control block is not what the file says"
block hook-count 01 05 00 00
refused hook-count "$begin its control block is not what the file says"
block never-made 01 04 01 00
refused never-made "$begin the thread that made the memory did not finish"
block failed 01 04 03 0c
refused failed "$begin it could not create the memory: Cannot allocate memory"

# ---- only
cp "$TMP/good" "$TMP/storm"
expect only-execname 1 -q -x direct=only -n 'storm$target:::tick { @[execname] = count(); }' -c "$TMP/storm 1 10 1000" <<'END'
--
dtrace: invalid probe specifier storm$target:::tick { @[execname] = count(); }: a probe of this clause can't be direct: execname needs the kernel
  storm$target:::tick { @[execname] = count(); }
  ^~~~~~~~~~~~~~~~~~~
END
expect only-not-built 1 -q -x direct=only -n 'loop$target:::tick { @ = count(); }' -c "$TRIGGERS/loop 10" <<'END'
--
dtrace: invalid probe specifier loop$target:::tick { @ = count(); }: a probe of this clause can't be direct: its program was not built for that: see dtrace -G --direct
  loop$target:::tick { @ = count(); }
  ^~~~~~~~~~~~~~~~~~
END
expect only-policy 1 -q -x direct=only -x bufpolicy=ring -n 'storm$target:::tick { trace(1); }' -c "$TMP/storm 1 10 1000" <<'END'
--
dtrace: invalid probe specifier storm$target:::tick { trace(1); }: a probe of this clause can't be direct: bufpolicy is not switch
  storm$target:::tick { trace(1); }
  ^~~~~~~~~~~~~~~~~~~
END
expect direct-value 1 -x direct=maybe -n BEGIN <<'END'
--
dtrace: failed to set -x direct: Invalid value for specified option (it takes auto, off or only)
END
start_storm
trace -q -x direct=only -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::tick { @ = count(); } storm$target:::warm { @ = count(); }'
wait_for is_on 2
ask t 2 1000 1000
stop_tracing
equals only "$(tr -d ' \n' <"$TMP/out")" $((ticks + warm))
end_storm only-ended

# a file that is not known when tracing begins
later() {
	cp "$TMP/storm" "$TMP/later$mine"
	trace -q -Z "$@" -n 'BEGIN { printf("go\n"); } storm*:later'$mine'::tick { @ = count(); }'
	storm_file=$TMP/later$mine
	start_storm
	wait_for is_traced
	ask t 2 1000 1000
	stop_tracing
	end_storm "later-ended"
	sed -n "s|$TMP/later$mine|FILE|; s/process $storm/process PID/; s/^dtrace: \(.*through the kernel\)/\1/p" "$TMP/err"
}
is_traced() { grep -q "^dtrace: .*1 site traced from .* after process $storm mapped it" "$TMP/err"; }
later_why='probes of FILE are traced through the kernel: process PID mapped it after tracing had begun'
equals later "$(later)" "ok later-ended
$later_why"
equals later-only "$(later -x direct=only)" "ok later-ended
$later_why"
equals later-off "$(later -x direct=off)" "ok later-ended"
equals later-exact "$(tr -d ' \n' <"$TMP/out")" 2000
