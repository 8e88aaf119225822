#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: the processes meant by a description: -c, -p, PROVIDERpid, PROVIDER$target, PROVIDER*, and files that
# no process runs yet. A grabbed process starts its work when the output of BEGIN appears.
. tests/run/common.inc

# start N [FILE]: starts `loop N` (or a copy of it), which waits for output; its id is $pid
start() {
	"${2:-$TRIGGERS/loop}" "$1" "$TMP/out" &
	pid=$!
	wait_for runs $pid "${2:-$TRIGGERS/loop}"
}

# grab NAME WORD...: runs dtrace WORD..., then waits for the started processes
grab() {
	cat >"$TMP/wanted"
	test_name=$1
	shift
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	wait
	same "$test_name" $status 0
	rm -f "$TMP/out"
}

start 1000
victim=$pid
start 10
grab by-p -p $victim -qn 'BEGIN { printf("go\n"); } loop$target:::tick { @ = count(); }' <<'END'
go

             1000
--
END

start 30
first=$pid
start 20
second=$pid
grab two-by-p -p $first -p $second -qn 'BEGIN { printf("go\n"); } loop$target:::tick { @ = count(); }' \
	-n "loop$second:::tick { @second = count(); }" -n "loop$second:::done /pid == $second/ { printf(\"second\n\"); }" <<'END'
go
second

               30
               20
--
END

# by the id in the provider's name, without -p: tracing goes on until exit()
start 1000
victim=$pid
start 10
grab by-provider -qn 'BEGIN { printf("go\n"); }' \
	-n "loop$victim:::tick { @ = count(); } loop$victim:::done { exit(0); }" <<'END'
go

             1000
--
END

# copies with names of their own: these tests count all of their processes, and no other run uses these names
later=later_$$ forks=forks_$$ clock=clock_$$
cp "$TRIGGERS/loop" "$TMP/$later"
cp "$TRIGGERS/forks" "$TMP/$forks"
cp "$TRIGGERS/clock" "$TMP/$clock"
printf '#!/bin/sh\n%s 10\n%s 20\n%s 30 &\nwait\n' "$TMP/$later" "$TMP/$later" "$TMP/$later" >"$TMP/three"
chmod +x "$TMP/three"

expect by-object 0 -x objects="$TMP/$later" -c "$TMP/three" -q -n "loop*:$later::tick { @[execname] = count(); } END { printa(\"%s %@d\n\", @); }" \
	-n "loop*:$later::done { @done = count(); @ids[pid == \$target] = count(); }" <<END
$later 60

                3
        0                3
--
END

expect two-objects 0 -x "objects=$TMP/$later:$TMP/$clock" -q -c "$TMP/three" \
	-n "loop*:$later::done { @ = count(); } clock*:$clock::before { @c = count(); }" <<'END'

                3
--
END

# (matched: the site in the file, and in the process of -c, if it maps it by then)
# each probe gets the name of its process when it fires
expect later-names 0 -x objects="$TMP/$later" -c "$TMP/three" -n "loop*:$later::done { printf(\"pid %d\", pid); }" \
	-o "$TMP/names" <<END
--
dtrace: description 'loop*:$later::done ' matched 2 probes
dtrace: pid PID has exited
END
cut -c 11- "$TMP/names" | sed 's/pid [0-9]*/pid PID/' >"$TMP/out"
cat >"$TMP/wanted" <<'END'
                    FUNCTION:NAME
                        main:done pid PID
                        main:done pid PID
                        main:done pid PID

END
bad=$(diff "$TMP/wanted" "$TMP/out")
[ "$(awk '/main:done/ { print $2 }' "$TMP/names" | sort -u | wc -l)" = 3 ] ||
	bad="three processes need three probe ids: $(cat "$TMP/names") $bad"
result later-probe-ids "$bad"

# two that run at the start, and one that starts while tracing goes on
printf '#!/bin/sh\n%s 7 %s\n' "$TMP/$later" "$TMP/out" >"$TMP/one"
chmod +x "$TMP/one"
rm -f "$TMP/out"
start 5 "$TMP/$later"
first=$pid
start 11 "$TMP/$later"
grab running-and-later -x objects="$TMP/$later" -c "$TMP/one" -p $first -p $pid -qn 'BEGIN { printf("go\n"); }' \
	-n "loop*:$later::done { @ = count(); } loop*:$later::tick { @t = count(); }" <<'END'
go

                3
               23
--
END

# without -x objects: the file is known because a process runs it
start 5 "$TMP/$later"
first=$pid
grab known-by-process -c "$TMP/one" -p $first -qn 'BEGIN { printf("go\n"); }' \
	-n "loop*:$later::done { @ = count(); } loop*:$later::tick { @t = count(); }" <<'END'
go

                2
               12
--
END

# of one process only, although all run the same file
start 5 "$TMP/$later"
first=$pid
grab one-of-many -c "$TMP/one" -p $first -qn 'BEGIN { printf("go\n"); }' \
	-n "loop$first:::tick { @t = count(); }" <<'END'
go

                5
--
END

# several commands: $target is the first, tracing ends with the last
expect two-commands 0 -c "$TRIGGERS/loop 3" -c "$TMP/$later 4" -qn "loop\$target:::tick { @[\"target\"] = count(); }
	loop*:$later::tick { @[\"later\"] = count(); }" <<'END'

  target                                                            3
  later                                                             4
--
END

# processes started by a command of -c are matched only by file
expect children 0 -c "$TMP/$forks 2 10" -qn "forks\$target:::work { @[\"target\"] = count(); }
	forks*:$forks::work { @[\"all\"] = count(); }" <<'END'

  target                                                           10
  all                                                              30
--
END

printf '#!/bin/sh\nexit 3\n' >"$TMP/three-status"
printf '#!/bin/sh\nkill -9 $$\n' >"$TMP/killed"
chmod +x "$TMP/three-status" "$TMP/killed"
expect notices 0 -c "$TMP/three-status" -n 'END { @ = count(); }' <<'END'

                1
--
dtrace: description 'END ' matched 1 probe
dtrace: pid PID exited with status 3
END
expect notice-of-signal 0 -c "$TMP/killed" -n 'END { @ = count(); }' <<'END'

                1
--
dtrace: description 'END ' matched 1 probe
dtrace: pid PID was killed by signal SIGKILL
END

# the fallback without uprobe_multi has the same counts
if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" = yes ]; then
	expect fallback 0 -x nouprobemulti -c "$TRIGGERS/loop 1000" \
		-qn 'loop$target:::tick { @[copyinstr(arg2)] = sum(arg0); }' <<'END'

  green                                                        166167
  blue                                                         166500
  red                                                          166833
--
END
else
	echo "skip fallback: needs perf_uprobe"
fi
