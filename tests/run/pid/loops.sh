#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @timeout 300
#
# Functions that begin with a loop fire once per call and once per return, however many rounds they make; conditions
# distinguish jumps back to the first byte from calls, in threads, in signal handlers and recursively.
. tests/run/common.inc
each='by_far_jmp by_far_jnz by_two branded drain drain_call hop leaver to_both to_brand'
case $TEST_MACHINE in
x86_64)
	conditions='a ae b be e g ge l le ne no np ns o p s' states=32
	refused='by_loop by_jrcxz' even=12 ;;
aarch64)
	conditions='eq ne cs cc mi pl vs vc hi ls ge lt gt le' states=16
	each="$each by_cbnz by_cbnz_w by_cbz by_cbz_w by_tbz by_tbnz"
	refused= even=18 ;;
esac

if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" = yes ]; then
	ways='multi perf'
else
	ways=multi
fi

# use WAY: its option
use() { [ "$1" = multi ] || echo '-x nouprobemulti'; }

# counts WAY PROGRAM N: entries and returns of all functions
counts() {
	{
		echo "$3 calls each"
		for name in $each; do
			echo "$name entry $3"
			[ $name = hop ] || [ $name = leaver ] || echo "$name return $3"
		done
		# from itself, from hop and from leaver
		echo "by_jmp entry $(($3 * 3))" && echo "by_jmp return $(($3 * 3))"
		echo "nest entry $(($3 * 4))" && echo "nest return $(($3 * 4))"
	} | sort >"$TMP/wanted"
	"$DT" $(use $1) -c "$TRIGGERS/$2 calls $3" -x counts -qn '
		pid$target:a.out:by_*:entry, pid$target:a.out:by_*:return, pid$target:a.out:drain*:entry,
		pid$target:a.out:drain*:return, pid$target:a.out:brand*:entry, pid$target:a.out:brand*:return,
		pid$target:a.out:to_*:entry, pid$target:a.out:to_*:return, pid$target:a.out:nest:entry,
		pid$target:a.out:nest:return, pid$target:a.out:hop:entry, pid$target:a.out:leaver:entry
		{ @[probefunc, probename] = count(); }
		END { printa("%s %s %@d\n", @); }' >"$TMP/out" 2>"$TMP/err"
	status=$?
	grep . "$TMP/out" | sort | diff "$TMP/wanted" - >"$TMP/diff"
	result "$2-$1" "$([ $? = 0 ] && [ $status = 0 ] || cat "$TMP/diff" "$TMP/err")"
	# rounds are not firings; END is one
	result "$2-$1-entered" "$(awk '
		FILENAME == ARGV[1] && ($2 == "entry" || $2 == "return") { wanted += $3 }
		/entered/ { sub(/.*entered /, ""); sum += $1 }
		END { if (sum != wanted + 1) print sum, "of", wanted + 1 }' "$TMP/wanted" "$TMP/err")"
}
for way in $ways; do
	counts $way backs 7
	counts $way backs_cet 7
done

for way in $ways; do
	"$DT" $(use $way) -c "$TRIGGERS/backs conditions" -qn '
		pid$target:a.out:on_*:entry, pid$target:a.out:on_*:return { @[probefunc, probename] = count(); }
		pid$target:a.out:on_*:0 { @rounds = count(); }
		END { printa("%s %s %@d\n", @); printa("passed %@d\n", @rounds); }' >"$TMP/out" 2>"$TMP/err"
	{
		# shellcheck disable=SC2086  # words
		set -- $conditions
		echo "$# conditions, $(($# * states)) calls, $(($# * states / 2)) rounds"
		for name; do
			echo "on_$name entry $states" && echo "on_$name return $states"
		done
		echo passed $(($# * states * 3 / 2))
	} | sort >"$TMP/wanted"
	result conditions-$way "$(grep . "$TMP/out" | sort | diff "$TMP/wanted" - 2>&1; cat "$TMP/err")"

	expect threads-$way 0 $(use $way) -c "$TRIGGERS/backs threads 2000" -qn 'pid$target:a.out:drain:entry { @["calls"] = count(); }
		pid$target:a.out:drain:return { @["returns"] = count(); }' <<'END'
4 threads, 8000 calls

  calls                                                          8000
  returns                                                        8000
--
END
	expect signals-$way 0 $(use $way) -c "$TRIGGERS/backs signals 1000" -qn 'pid$target:a.out:drain:entry { @["calls"] = count(); }
		pid$target:a.out:drain:return { @["returns"] = count(); }' <<'END'
1001 calls, 1000 of handlers

  calls                                                          1001
  returns                                                        1001
--
END
	expect leaves-$way 0 $(use $way) -c "$TRIGGERS/backs leaves 500" -qn 'pid$target:a.out:drain:entry { @["calls"] = count(); }
		pid$target:a.out:drain:return { @["returns"] = count(); }' <<'END'
500 calls were left

  calls                                                           500
--
END
	expect moves-$way 0 $(use $way) -c "$TRIGGERS/backs moves 300" -qn 'pid$target:a.out:drain:entry { @["calls"] = count(); }' <<'END'
a call was moved 300 times

  calls                                                             1
--
END
done

# offsets at the target of a jump and at the jump, together with the entry and by several names of one address
for way in $ways; do
	expect offsets-$way 0 $(use $way) -c "$TRIGGERS/backs calls 3" -qn '
		pid$target:a.out:by_two:entry, pid$target:a.out:by_two:return, pid$target:a.out:by_two:0,
		pid$target:a.out:by_two:c, pid$target:a.out:by_two:'$even' { @[probename] = count(); }
		pid$target:a.out:by_two:entry { @[probefunc] = count(); }' <<END
3 calls each

  by_two                                                            3
  entry                                                             3
  return                                                            3
  $even                                                                6
  c                                                                 9
  0                                                                15
--
END
done

# calls and returns in order, their callers, and their arguments and values
"$DT" -o "$TMP/order" -c "$TRIGGERS/backs calls 1" -qn '
	pid$target:a.out:nest:entry { printf("%s %d\n", probename, arg1); self->value = 0; }
	pid$target:a.out:nest:return { printf("%s %d\n", probename, self->value == 0 || self->value == arg1);
		self->value = arg1; }
	pid$target:a.out:nest:entry, pid$target:a.out:nest:return { @[probename, ufunc(ucaller)] = count(); }' >"$TMP/out" 2>"$TMP/err"
result order "$(diff - "$TMP/order" <<'END'
entry 3
entry 2
entry 1
entry 0
return 1
return 1
return 1
return 1

  entry                                               backs`call_each                                                   1
  return                                              backs`call_each                                                   1
  entry                                               backs`nest                                                        3
  return                                              backs`nest                                                        3
END
cat "$TMP/err")"

# a function left by a jump has no place that only returns pass; a place that calls pass, too, is not probed
why() {
	"$DT" -c "$TRIGGERS/backs calls 1" -qn "pid\$target:a.out:$1 { }" >"$TMP/out" 2>&1
	result "$1" "$([ $? = 1 ] && grep -qF "can't be probed there: it begins with a loop$2" "$TMP/out" || cat "$TMP/out")"
}
why leaver:return ' and is also left by a jump, which is not a return'
for name in $refused by_table at_once; do
	why $name:entry ', and some jumps back to its start cannot be probed: an iteration would count as a call'
done

# five processes share links without a filter, so that a sixth, untraced one gets their breakpoints, too
clauses= processes= victims=
for n in 1 2 3 4 5 6; do
	mkfifo "$TMP/gate$n"
	"$TRIGGERS/backs" held "$TMP/gate$n" $((n * 100)) >"$TMP/held$n" &
	victims="$victims $!"
	wait_for runs $! "$TRIGGERS/backs"
	[ $n = 6 ] && break
	processes="$processes -p $!"
	clauses="$clauses pid$!:a.out:drain:entry, pid$!:a.out:drain:return
		{ @[probeprov == strjoin(\"pid\", lltostr(pid)), probename, $n] = count(); }"
done
expect crowd 0 $processes -wqn "BEGIN { system(\"for n in 1 2 3 4 5 6; do : >$TMP/gate\$n; done\"); } $clauses" <<'END'

        1  entry                                                     1              400
        1  return                                                    1              400
        1  entry                                                     2              800
        1  return                                                    2              800
        1  entry                                                     3             1200
        1  return                                                    3             1200
        1  entry                                                     4             1600
        1  return                                                    4             1600
        1  entry                                                     5             2000
        1  return                                                    5             2000
--
END
wait $victims
