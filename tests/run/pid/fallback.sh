#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @timeout 180
#
# Without uprobe_multi: many functions use few events, and each firing belongs to the right probe. The event names
# of a killed dtrace are removed.
. tests/run/common.inc

if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" != yes ]; then
	echo "skip fallback: needs perf_uprobe"
	exit 0
fi

# one function by three names, offsets, several files
expect places 0 -x nouprobemulti -c "$TRIGGERS/funcs 3" -qn '
	pid$target:a.out:named:entry, pid$target:a.out:__named:entry, pid$target:a.out:other_name:entry,
	pid$target:a.out:ten:entry, pid$target:a.out:deep:, pid$target:libc:exit:entry, pid$target:libc:abs:entry
	/probename == "entry" || probename == "return"/ { @[probefunc, probename] = count(); }' <<'END'
3 calls, sum 585

  exit                                                entry                                                             1
  ten                                                 entry                                                             3
  __named                                             entry                                                             6
  named                                               entry                                                             6
  other_name                                          entry                                                             6
  deep                                                entry                                                            12
  deep                                                return                                                           12
--
END

alone=$("$TRIGGERS/many" run 3)
"$DT" -x nouprobemulti -c "$TRIGGERS/many run 3" -qn 'pid$target:many:f[0-9]*:entry { @[probefunc] = count(); }
	END { printa("%s %@d\n", @); }' >"$TMP/out" 2>"$TMP/err"
status=$?
{ seq -f 'f%g 3' 0 9999; echo "$alone"; } | sort >"$TMP/wanted"
grep . "$TMP/out" | sort | cmp -s - "$TMP/wanted"
result each "$([ $? = 0 ] && [ $status = 0 ] || { sort "$TMP/out" | diff - "$TMP/wanted" | head -5; cat "$TMP/err"; })"

# killed while it traces: its events in the list, recognised by the id of the process that holds them, are removed
mkdir -p "$TMP/tracing"
mount -t tracefs tracefs "$TMP/tracing" || exit 1
trap 'umount "$TMP/tracing"' EXIT
events=$TMP/tracing/uprobe_events
"$TRIGGERS/loop" 3 "$TMP/gate" &
loop=$!
wait_for grep -q libc /proc/$loop/maps
"$DT" -x nouprobemulti -p $loop -qn 'BEGIN { printf("go\n"); } pid$target:libc:[ab]*:entry { @ = count(); }' \
	>"$TMP/go" 2>"$TMP/err" &
tracer=$!
wait_for test -s "$TMP/go"
holder=$(($(cat /proc/$tracer/task/$tracer/children)))
grep -q "dtrace_$holder/" $events
result defined "$([ $? = 0 ] || cat $events "$TMP/err")"
kill -9 $tracer
wait $tracer 2>/dev/null
gone() { [ ! -e "/proc/$1" ]; }
wait_for gone $holder
"$DT" -x nouprobemulti -c "$TRIGGERS/funcs 1" -qn 'pid$target:libc:[ab]*:entry { @ = count(); }' >"$TMP/out" 2>&1
result removed "$(grep "dtrace_$holder/" $events)"
echo go >"$TMP/gate"
wait $loop
