#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# How a run ends: exit(), SIGTERM, the end of -c and -p, readers that go away,
# files that are full; exit statuses and what is printed then.
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
# ends when all have ended; $target is the first
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
dtrace: pid PID terminated by SIGKILL
END

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

# END waits for what nobody writes: the second ^C ends dtrace there
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

# ---- where the output goes ----
"$DT" -qn 'BEGIN { printf("one\n"); exit(0); }' >/dev/full 2>"$TMP/err"
status=$?
: >"$TMP/out"
printf -- '--\ndtrace: failed to write to <stdout>: No space left on device\n' >"$TMP/wanted"
same stdout-full $status 1
expect file-full 1 -o /dev/full -qn 'BEGIN { printf("one\n"); exit(0); }' <<'END'
--
dtrace: failed to write to /dev/full: No space left on device
END
# a reader that had enough: no message, no END, and dtrace is gone
{
	"$DT" -qn 'tick-1ms { printf("line\n"); }' 2>"$TMP/err"
	echo $? >"$TMP/status"
} | head -n 1 >"$TMP/out"
printf 'line\n--\n' >"$TMP/wanted"
same reader-gone "$(cat "$TMP/status")" 1

# ---- files that others put in our way: not in folders where all may write ----
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
for name in link file; do
	"$DT" -o "$sticky/$name" -qn "$one" >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed -i "s|$sticky|STICKY|" "$TMP/err"
	cat "$TMP/precious" "$sticky/file" >>"$TMP/out"
	printf 'precious\ntheirs\n--\n%s\n' \
		"dtrace: failed to open output file 'STICKY/$name': Permission denied" >"$TMP/wanted"
	same "hostile-$name" $status 1
	"$DT" -wqn 'BEGIN { freopen("%s", "'"$sticky/$name"'"); printf("one"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed -i "s|$sticky|STICKY|" "$TMP/err"
	cat "$TMP/precious" "$sticky/file" >>"$TMP/out"
	printf 'one\nprecious\ntheirs\n--\n%s\n' \
		"dtrace: couldn't freopen() \"STICKY/$name\": Permission denied" >"$TMP/wanted"
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
