#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# How a run ends: exit(), SIGTERM, the end of -c and -p, readers that go away,
# files that are full; the exit statuses and the output then.
. tests/run/common.inc

expect exit-status 7 -qn 'BEGIN { exit(7); }' <<'END'

--
END
printf '#!/bin/sh\nexit 3\n' >"$TMP/fails"
chmod +x "$TMP/fails"
expect status-is-not-the-command 0 -c "$TMP/fails" -qn 'BEGIN { }' <<'END'

--
END
expect command-status 0 -c "$TMP/fails" -n 'BEGIN { }' -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: pid PID exited with status 3
END
# a file that can't be executed is detected only then; without `#!` the shell runs it
printf '#!/no/such/shell\n' >"$TMP/orphan"
printf '\177ELF' >"$TMP/odd"
printf 'exit 4\n' >"$TMP/text"
chmod +x "$TMP/orphan" "$TMP/odd" "$TMP/text"
expect no-interpreter 1 -c "$TMP/orphan" -qn 'BEGIN { } END { printf("end"); }' <<END
end
--
dtrace: failed to execute TMP/orphan: its interpreter does not exist
END
expect no-program 1 -c "$TMP/odd" -c "$TMP/fails" -qn 'BEGIN { }' <<END

--
dtrace: failed to execute TMP/odd: Exec format error
END
# events before the command is executed do not count as its own
expect no-program-no-exit 1 -c "$TMP/odd" -qn 'proc:::exit /pid == $target/ { exit(3); }' <<END

--
dtrace: failed to execute TMP/odd: Exec format error
END
expect no-interpreter-at-main 1 -x evaltime=main -c "$TMP/orphan" -qn 'BEGIN { }' <<END
--
dtrace: failed to execute TMP/orphan: its interpreter does not exist
dtrace: failed to run TMP/orphan up to its main() (-x evaltime): it ended before main()
END
expect no-word 1 -c ' ' -n BEGIN <<'END'
--
dtrace: failed to execute ' ': there is no command
END
expect empty-word 1 -c '"" arg' -n BEGIN <<'END'
--
dtrace: failed to execute '"" arg': there is no command
END
expect shell-script 0 -c "$TMP/text" -n 'syscall::exit_group:entry /pid == $target/ { @[arg0] = count(); }' -o "$TMP/o" <<'END'
--
dtrace: description 'syscall::exit_group:entry ' matched 1 probe
dtrace: pid PID exited with status 4
END
expect shell-script-functions 0 -c "$TMP/text" -qn 'pid$target:libc:_exit:entry { @[probefunc] = count(); }' <<'END'

  _exit                                                             1
--
END
# tracing ends when all commands have ended; $target is the first
expect two-commands 0 -c "$TRIGGERS/loop 1" -c "$TRIGGERS/loop 2" \
	-qn 'loop$target:::tick { @[pid == $target] = count(); } END { printf("end"); }' <<'END'
end
        1                1
--
END
printf '#!/bin/sh\nkill -9 $$\n' >"$TMP/dies"
chmod +x "$TMP/dies"
expect killed 0 -c "$TMP/dies" -n 'BEGIN { }' -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: pid PID was killed by signal SIGKILL
END
# tracing may have caused the signal, so it is reported also with -q; ^C is not
printf '#!/bin/sh\nulimit -c 0\nkill -$1 $$\n' >"$TMP/dies"
expect killed-quiet 0 -c "$TMP/dies TRAP" -qn 'BEGIN { }' <<'END'

--
dtrace: pid PID was killed by signal SIGTRAP
END
expect interrupted-quiet 0 -c "$TMP/dies INT" -qn 'BEGIN { }' <<'END'

--
END
expect killed-realtime 0 -c "$TMP/dies 36" -n 'BEGIN { }' -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: pid PID was killed by signal 36
END
for n in 0 3; do
	printf '#!/bin/sh\nexit %s\n' $n >"$TMP/fails"
	"$DT" -c "$TMP/fails" -qvn 'BEGIN { }' >"$TMP/out" 2>"$TMP/err"
	result status-$n "$(grep -q "^dtrace: pid [0-9]* exited with status $n\$" "$TMP/err" || cat "$TMP/err")"
done
printf '#!/bin/sh\nexit 3\n' >"$TMP/fails"

# -p: not a child of dtrace; the status of a zombie comes from /proc, that of others from the pidfd (Linux 6.15)
for parent in waits sleeps; do
	: >"$TMP/out"
	case $parent in
	waits) "$TRIGGERS/loop" 100000000 >"$TMP/loop" & victim=$!; keeper= ;;
	sleeps)
		: >"$TMP/victim"
		sh -c '"$0" 100000000 >"$1" & echo $! >"$2"; exec sleep 1000' "$TRIGGERS/loop" "$TMP/loop" "$TMP/victim" &
		keeper=$!
		wait_for [ -s "$TMP/victim" ]
		victim=$(cat "$TMP/victim") ;;
	esac
	rm -f "$TMP/out"
	"$DT" -p $victim -qn 'BEGIN { printf("go\n"); }' >"$TMP/out" 2>"$TMP/err" &
	dtrace=$!
	wait_for began
	kill -ABRT $victim
	wait $dtrace
	[ -z "$keeper" ] || kill $keeper
	result killed-grabbed-$parent "$(grep -q "^dtrace: pid $victim was killed by signal SIGABRT\( (core dumped)\)\?\$" "$TMP/err" || cat "$TMP/err")"
done

# ---- signals: END runs and everything is printed (^C: tests/run/dtrace/cli.sh) ----
busy='BEGIN { @ = count(); printf("go\n"); } END { printf("end\n"); }'
: >"$TMP/out"
env --default-signal=INT "$DT" -qn "$busy" >"$TMP/out" 2>"$TMP/err" </dev/null &
pid=$!
wait_for [ -s "$TMP/out" ]
kill -TERM $pid
wait $pid
status=$?
printf 'go\n\nend\n\n                1\n--\n' >"$TMP/wanted"
same sigterm $status 0

# END waits for an output that nobody writes: the second ^C ends dtrace there
: >"$TMP/out"
env --default-signal=INT "$DT" -wqn 'BEGIN { printf("go"); } END { system("echo $$ >%s; exec sleep 1000", $$1); }' \
	"$TMP/child" >"$TMP/out" 2>"$TMP/err" </dev/null &
pid=$!
wait_for [ -s "$TMP/out" ]
kill -INT $pid
wait_for [ -s "$TMP/child" ]
kill -INT $pid
wait $pid
status=$?
kill "$(cat "$TMP/child")"
result second-interrupt "$([ $status = 130 ] || echo "status $status")"

# dtrace waits for the reader of its pipe: after the first ^C it still waits, the second ends it
mkfifo "$TMP/pipe"
exec 3<>"$TMP/pipe"
env --default-signal=INT "$DT" -qn 'tick-1ms { printf("%070d\n", 0); }' >"$TMP/pipe" 2>"$TMP/err" </dev/null 3>&- &
pid=$!
hangs() { grep -q pipe_write /proc/$pid/wchan; }
takes_no_int() { [ $((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$pid/status) & 2)) = 0 ]; }
wait_for hangs
kill -INT $pid
wait_for takes_no_int
result interrupted-in-a-pipe "$(hangs || echo "does not wait for its reader any more")"
kill -INT $pid
wait $pid
status=$?
result stuck-in-a-pipe "$([ $status = 130 ] || echo "status $status: $(cat "$TMP/err")")"
exec 3<&-
rm "$TMP/pipe"
mkfifo "$TMP/pipe"
exec 3<>"$TMP/pipe"
# ... and if the reader goes on after the first, everything is written, including END
env --default-signal=INT "$DT" -qn 'tick-1ms { n++; printf("%070d\n", n); } END { printf("end %d\n", n); }' \
	>"$TMP/pipe" 2>"$TMP/err" </dev/null 3>&- &
pid=$!
wait_for hangs
kill -INT $pid
wait_for takes_no_int
cat <"$TMP/pipe" >"$TMP/out" 3<&- &
reader=$!
exec 3<&-
wait $pid
status=$?
wait $reader
bad=$(awk '/^0+[1-9]/ { if (last && $1 + 0 != last + 1) print "gap at " $1; last = $1 + 0; next }
	/^end/ { if ($2 != last) print "END sees " $2 " of " last; end = NR; next }
	END { if (NR - end != 1) print "END is not last" }' "$TMP/out")
[ $status = 0 ] || bad="$bad status $status"
result pipe-goes-on "$bad$(cat "$TMP/err")"

# stopped for eleven seconds by its user: it goes on
: >"$TMP/out.stopped"
"$DT" -qn 'BEGIN { begun = timestamp; printf("go\n"); } tick-100hz /timestamp - begun > 11000000000/ { printf("on\n"); exit(5); }' \
	>"$TMP/out.stopped" 2>"$TMP/err.stopped" </dev/null &
stopped=$!
wait_for [ -s "$TMP/out.stopped" ]
kill -STOP $stopped
{ sleep 11; kill -CONT $stopped; } &

# a reader that sleeps for eleven seconds although nobody stopped it; with -w this is the user's responsibility
command -v strace >/dev/null || echo "skip unresponsive: needs strace"
if command -v strace >/dev/null; then
	for destructive in '' -w; do
		under_strace -qq -o /dev/null -e trace=ppoll -e inject=ppoll:delay_exit=11000000:when=2 \
			"$DT" $destructive -x switchrate=1ms -qn 'BEGIN { begun = timestamp; } tick-100hz /!n++/ { printf("one\n"); }
			tick-100hz /timestamp - begun > 11000000000/ { exit(0); }' >"$TMP/out" 2>"$TMP/err"
		status=$?
		: >"$TMP/wanted"
		# the abort may come before or after the line is read
		[ -n "$destructive" ] || sed -i '/^one$/d' "$TMP/out"
		[ -n "$destructive" ] || printf -- '--\ndtrace: processing aborted: Abort due to systemic unresponsiveness\n' >"$TMP/wanted"
		[ -z "$destructive" ] || printf 'one\n\n--\n' >"$TMP/wanted"
		same "unresponsive$destructive" $status $([ -n "$destructive" ]; echo $(($? == 0 ? 0 : 1)))
	done
fi

wait $stopped
status=$?
printf 'go\non\n\n--\n' >"$TMP/wanted"
mv "$TMP/out.stopped" "$TMP/out"
mv "$TMP/err.stopped" "$TMP/err"
same stopped $status 5

# ---- where the output goes ----
"$DT" -qn 'BEGIN { printf("one\n"); exit(0); }' >/dev/full 2>"$TMP/err"
status=$?
: >"$TMP/out"
printf -- '--\ndtrace: failed to write to <stdout>: No space left on device\n' >"$TMP/wanted"
same stdout-full $status 1
"$DT" -wqn 'BEGIN { freopen("/dev/full"); printf("one\n"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
status=$?
printf -- '--\ndtrace: failed to write to /dev/full: No space left on device\n' >"$TMP/wanted"
same freopen-full $status 1
for words in -V --help '-x features' '-l -n BEGIN' '-ve -n BEGIN' '-x oformat=json -qn BEGIN' '-x oformat=flame -qn BEGIN{exit(0);}'; do
	"$DT" $words >/dev/full 2>"$TMP/err"
	status=$?
	bad=$(grep -Evx 'dtrace: failed to write to <stdout>(: No space left on device)?' "$TMP/err")
	[ $status = 1 ] && [ -s "$TMP/err" ] || bad="$bad status $status"
	result "full$(echo "$words" | tr -c 'a-zA-Z\n' -)" "$bad"
done
expect file-full 1 -o /dev/full -qn 'BEGIN { printf("one\n"); exit(0); }' <<'END'
--
dtrace: failed to write to /dev/full: No space left on device
END
# standard files that are closed: no other file gets their numbers
"$DT" -qn 'BEGIN { printf("one\n"); exit(0); }' >&- 2>"$TMP/err"
status=$?
: >"$TMP/out"
printf -- '--\ndtrace: failed to write to <stdout>: Bad file descriptor\n' >"$TMP/wanted"
same stdout-closed $status 1
rm -f "$TMP/out"
"$DT" -o "$TMP/out" -n 'BEGIN { printf("one"); setopt("quiet"); exit(0); }' 2>&-
status=$?
: >"$TMP/err"
sed -i 's/^ *[0-9]* *1  */  /' "$TMP/out"
printf 'CPU     ID                    FUNCTION:NAME\n  :BEGIN one\n\n--\n' >"$TMP/wanted"
same stderr-closed $status 0
"$DT" -o /dev/null -n BEGIN -c 'test -e /proc/self/fd/0' <&- >"$TMP/out" 2>"$TMP/err"
status=$?
printf -- "--\ndtrace: description 'BEGIN' matched 1 probe\ndtrace: pid PID exited with status 1\n" >"$TMP/wanted"
same stdin-closed $status 0
# a reader that has read enough: no message, no END, and dtrace ends
{
	"$DT" -qn 'tick-1ms { printf("line\n"); }' 2>"$TMP/err"
	echo $? >"$TMP/status"
} | head -n 1 >"$TMP/out"
printf 'line\n--\n' >"$TMP/wanted"
same reader-gone "$(cat "$TMP/status")" 1

# ---- files placed by other users: not used in folders where everybody may write ----
sticky=$(mktemp -d) || exit 1
trap 'rm -rf "$sticky"' EXIT
chmod 1777 "$sticky"
echo precious >"$TMP/precious"
ln -s "$TMP/precious" "$sticky/link"
chown -h 65534 "$sticky/link"
echo theirs >"$sticky/file"
chown 65534 "$sticky/file"
mkfifo "$sticky/fifo"
chown 65534 "$sticky/fifo"
ln -s "$TMP/precious" "$sticky/mine"
one='BEGIN { printf("one"); exit(0); }'
not_followed='it is a symbolic link of another user, which is not followed; name the file that it points to'
for name in link file; do
	case $name in link) why=$not_followed ;; *) why='Permission denied' ;; esac
	"$DT" -o "$sticky/$name" -qn "$one" >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed -i "s|$sticky|STICKY|" "$TMP/err"
	cat "$TMP/precious" "$sticky/file" >>"$TMP/out"
	printf 'precious\ntheirs\n--\n%s\n' \
		"dtrace: failed to open output file 'STICKY/$name': $why" >"$TMP/wanted"
	same "hostile-$name" $status 1
	"$DT" -wqn 'BEGIN { freopen("%s", "'"$sticky/$name"'"); printf("one"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed -i "s|$sticky|STICKY|" "$TMP/err"
	cat "$TMP/precious" "$sticky/file" >>"$TMP/out"
	printf 'one\nprecious\ntheirs\n--\n%s\n' \
		"dtrace: couldn't freopen() \"STICKY/$name\": $why" >"$TMP/wanted"
	same "hostile-$name-freopen" $status 0
done
"$DT" -x oformat=prom -o "$sticky/link" -n 'BEGIN { @a = count(); exit(0); }' >"$TMP/out" 2>"$TMP/err"
result hostile-link-prom "$([ "$(cat "$TMP/precious")" = precious ] || echo "the link was followed")"
(umask 027; "$DT" -o "$sticky/mine" -o "$sticky/new" -qn "$one") >"$TMP/out" 2>"$TMP/err"
status=$?
cat "$TMP/precious" "$sticky/new" >>"$TMP/out"
stat -c %a "$sticky/new" >>"$TMP/out"
printf 'precious\none\n640\n--\n' >"$TMP/wanted"
same mode $status 0
"$DT" -o "$sticky/mine" -qn "$one" >"$TMP/out" 2>"$TMP/err"
status=$?
cat "$TMP/precious" >>"$TMP/out"
printf 'precious\none\n--\n' >"$TMP/wanted"
same own-link $status 0
