#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 100
# @waits
#
# The effects of switchrate, statusrate, aggrate and cleanrate. A command that dtrace runs fires probes and waits for
# the output; with a slow rate, it checks that there is no output yet.
. tests/run/common.inc
# a name of its own, so that other runs of the program are not counted
loop=loop_$$
cp "$TRIGGERS/loop" "$TMP/$loop" || exit 1

# by_command NAME WORD... <SCRIPT: dtrace runs the lines on standard input as its command, on CPU 0. They can use:
# fire N; shows TEXT: waits until the output contains it; stopped N: fires N while dtrace is stopped
by_command() {
	name=$1
	shift
	{
		cat <<END
#!/bin/sh
out=$TMP/out err=$TMP/err
fire() { $TMP/$loop "\$1"; }
shows() { until grep -q "\$1" "$TMP/out" "$TMP/err"; do sleep 0.001; done; }
is() { grep -q "^State:.\$1" /proc/\$PPID/status; }
stopped() {
	kill -STOP \$PPID
	until is T; do sleep 0.001; done
	fire "\$1"
	kill -CONT \$PPID
}
END
		cat
	} >"$TMP/command"
	chmod +x "$TMP/command"
	: >"$TMP/out"
	: >"$TMP/err"
	"$DT" -Zx "objects=$TMP/$loop" -x cpu=0 "$@" -c "taskset -c 0 $TMP/command" >>"$TMP/out" 2>>"$TMP/err" </dev/null
	status=$?
}
expected() {
	cat >"$TMP/wanted"
	same "$name" $status 0
}
tick="loop*:$loop::tick { printf(\"tick %d\\n\", arg0); }"

# ---- switchrate: how often buffers are read ----
by_command switchrate -x switchrate=1ms -qn "$tick" <<'END'
fire 1
shows 'tick 0'
fire 2
shows 'tick 1'
END
expected <<'END'
tick 0
tick 0
tick 1

--
END
# an hour: nothing is printed before the command ends. Probes of programs can't be used here: watching for new programs
# reads the buffers whenever there is one
by_command switchrate-slow -x switchrate=1h -qn 'BEGIN { printf("begin\n"); }' \
	-n 'syscall::sched_get_priority_max:entry /progenyof($target)/ { printf("tick %d\n", arg0); }' <<END
shows begin
$TRIGGERS/calls 2
cp "$TMP/out" "$TMP/seen"
END
cat "$TMP/seen" >>"$TMP/out"
expected <<'END'
begin
tick 0
tick 1

begin
--
END
# with an interval of an hour, records are read when a quarter of the buffer is full: 26 of 40 bytes are enough, 25 not
by_command switchrate-quarter -b 4k -x switchrate=1h -qn "loop*:$loop::tick { printf(\"%d\\n\", arg0); }" <<END
fire 60
shows '^10$'
END
{
	seq 0 59
	printf '\n--\n'
} | expected
# changed while tracing
by_command switchrate-setopt -x switchrate=1h -qn "loop*:$loop::done /!n++/ { setopt(\"switchrate\", \"1ms\"); }" -n "$tick" <<'END'
fire 1
fire 2
shows 'tick 1'
END
expected <<'END'
tick 0
tick 0
tick 1

--
END

# ---- statusrate: how often drops are reported. Each time 102 records fit, and 100 do not ----
by_command statusrate -b 4k -x switchrate=1ms -x statusrate=1ms -qn "loop*:$loop::tick { @ = count(); trace(arg0 * 0); }" <<'END'
stopped 202
shows '100 drops'
# dtrace may have been stopped between reading the clock and the buffer: then these are read in the next pass
until [ "$(wc -c <$out)" = 102 ]; do sleep 0.001; done
stopped 202
until [ "$(grep -c "100 drops" $err)" = 2 ]; do sleep 0.001; done
END
expected <<END
$(printf '%0204d' 0)
              404
--
dtrace: 100 drops on CPU 0
dtrace: 100 drops on CPU 0
END
# every ten seconds: the first check is over when lines of several passes are printed; the next one is at the end
by_command statusrate-slow -b 4k -x switchrate=1ms -x statusrate=10s -qn "$tick" <<'END'
for round in 1 2 3; do
	fire $round
	shows "tick $((round - 1))"
done
stopped 202
shows '^tick 101$'
stopped 202
END
result statusrate-slow "$([ $status = 0 ] && echo "dtrace: 200 drops on CPU 0" | diff - "$TMP/err")"
result statusrate-slow-lines "$([ "$(grep -c '^tick' "$TMP/out")" = $((1 + 2 + 3 + 102 + 102)) ] || cat "$TMP/out")"

# ---- aggrate: how often the file of -x oformat=prom is written ----
count="loop*:$loop::tick { @ticks = count(); }"
by_command aggrate -x switchrate=1ms -x aggrate=1ms -x oformat=prom -o "$TMP/file.prom" -n "$count" <<END
holds() { until grep -q "^dtrace_ticks_total \$1\\$" $TMP/file.prom; do sleep 0.001; done; }
fire 3
holds 3
fire 4
holds 7
END
result aggrate "$([ $status = 0 ] && grep -x 'dtrace_ticks_total 7' "$TMP/file.prom" >"$TMP/ignored" || cat "$TMP/file.prom" "$TMP/err")"
by_command aggrate-slow -x switchrate=1ms -x aggrate=1h -x oformat=prom -o "$TMP/slow.prom" -n "$count" -n "$tick" <<END
until [ -s "$TMP/slow.prom" ]; do sleep 0.001; done
fire 3
fire 4
cp "$TMP/slow.prom" "$TMP/seen.prom"
END
result aggrate-slow "$([ $status = 0 ] && ! grep -q '^dtrace_ticks' "$TMP/seen.prom" && grep -q '^dtrace_ticks_total 7$' "$TMP/slow.prom" ||
	cat "$TMP/seen.prom" "$TMP/slow.prom" "$TMP/err")"

# never before the end: dtrace waits meanwhile
if command -v strace >/dev/null; then
	for form in prom heat; do
		under_strace -qq -f -o "$TMP/calls" -e trace=ppoll "$DT" -x aggrate=0 -x oformat=$form -o "$TMP/file" -n 'BEGIN { @ = quantize(1); }' \
			-c 'sleep 1' >"$TMP/out" 2>"$TMP/err"
		calls=$(grep -c ppoll "$TMP/calls")
		result aggrate-0-$form "$([ -s "$TMP/file" ] && [ "$calls" -lt 50 ] || echo "waited $calls times within a second: $(cat "$TMP/err")")"
	done
else
	echo "skip aggrate-0: needs strace"
fi

# ---- cleanrate: only memory waits for it. If a commit found no room in the buffer, its speculation can be used
# again at once, even if cleaning is a minute away
again="loop*:$loop::done { self->id = speculation(); } loop*:$loop::done /self->id/ { speculate(self->id); printf(\"what is committed\\n\"); }
	loop*:$loop::done /self->id/ { commit(self->id); }
	loop*:$loop::done /self->id/ { printf(\"got one\\n\"); self->id = 0; }"
by_command cleanrate -b 4k -x switchrate=1ms -x cleanrate=60s -x statusrate=10s -qn "$tick" -n "$again" <<'END'
fire 0
shows 'got one'
stopped 202
shows '^tick 101$'
fire 0
END
{
	printf 'what is committed\ngot one\n'
	seq 0 101 | sed 's/^/tick /'
	printf 'what is committed\ngot one\n\n--\n%s\n' 'dtrace: 103 drops on CPU 0'
} | expected
