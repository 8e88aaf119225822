#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# exit() in a clause that the program runs itself: as through the kernel, the firing goes on to its end, and nothing
# that a thread fires after it is counted, whichever way that goes. Each thread's counts are those of a beginning of
# what it did, also with eight threads that exit at once and a signal handler. The status, the order of records, and
# END once. exit() through the kernel at the same time, in ERROR, in one of several processes; more than one dtrace.
. tests/run/direct/direct.inc
direct_made storm
control=$(nm "$TMP/storm.prov.o" | sed -n 's/.* \(__dtracedirect_.*\.control\)$/\1/p')
direct_made exits -I"$root" -DCONTROL="\"$control\""
storm_file=$TMP/exits

start_exits() {
	start "$storm_file"
	wait_for runs $storm "$storm_file"
}
# tell WORD...: $handled
tell() {
	echo "$*" >&3
	read -r done handled <&4
}
# the value is none that a test exits at
is_direct() {
	tell 1 999999999
	[ "$(direct_cnt)" -ge "$1" ] || ! kill -0 $dtrace 2>/dev/null
}
end_exits() {
	echo q >&3
	exec 3>&- 4<&-
	wait $storm
	result "$1" "$([ $? = 0 ] || echo "the program has failed")"
}
# ended NAME STATUS: dtrace ends by itself
ended() {
	wait $dtrace
	equals "$1-status" $? "$2"
	sed -i '0,/^go$/d' "$TMP/out"
	result "$1-no-complaint" "$(grep 'has written\|drops on' "$TMP/err")"
}

# ---- in one thread: storm:::child is traced through the kernel

cat >"$TMP/order.d" <<'D'
BEGIN { printf("go\n"); }
storm$target:::tick /arg1 == 999999999/ { @own = count(); }
storm$target:::tick /arg1 != 999999999/ { @tick = count(); printf("before %d\n", arg1); }
storm$target:::tick /arg1 == 700/ { exit(7); @in = count(); printf("in %d\n", arg1); }
storm$target:::tick /arg1 != 999999999/ { @after = count(); printf("after %d\n", arg1); }
storm$target:::warm { @warm = count(); printf("warm\n"); }
storm$target:::child /execname != "" && arg0 != 64/ { @child = count(); }
END { printf("end\n"); printa("%@d ", @tick); printa("%@d ", @in); printa("%@d ", @after); printa("%@d ", @warm);
	printa("%@d\n", @child); clear(@own); }
D
i=0
{ while [ $i -le 700 ]; do
	printf 'before %d\n' $i
	[ $i != 700 ] || echo "in 700"
	printf 'after %d\n' $i
	[ $i = 700 ] || echo warm
	i=$((i + 1))
done
printf 'end\n701 1 701 700 700\n'; } >"$TMP/wanted"
for way in off auto; do
	start_exits
	trace -q -x direct=$way -p $storm -s "$TMP/order.d"
	[ $way = off ] || wait_for is_direct 1
	tell t 1 5000
	ended "$way" 7
	result "$way-order" "$(sed '/^before 999999999$/d; /^after 999999999$/d; /^ *[0-9]*$/d' "$TMP/out" | diff - "$TMP/wanted" | tail -4 | tr "\n" "~")"
	end_exits "$way-ended"
done
equals direct "$(direct_cnt) $(sed -n 's/^dtrace: .*:\([a-z]*\) is traced through the kernel: /\1 /p' "$TMP/err")" \
	"1 child execname needs the kernel"

# what the thread fires next is not counted in the kernel either
start_exits
trace -q -p $storm -n 'BEGIN { printf("go\n"); @child = sum(0); } storm$target:::tick /arg1 != 999999999/ { @tick = count(); }
	storm$target:::tick /arg1 == 2999/ { exit(2); } storm$target:::child /execname != ""/ { @child = sum(1); }
	END { printa("%@d ", @tick); printa("%@d\n", @child); }'
wait_for is_direct 1
tell c 3000
ended next 2
equals next "$(grep . "$TMP/out")" "3000 0"
equals next-direct "$(direct_cnt)" 1
end_exits next-ended

# ---- eight threads, of which each may exit; the last record that says so gives the status

cat >"$TMP/threads.d" <<'D'
BEGIN { printf("go\n"); }
storm$target:::tick /arg1 != 999999999/ { @n = count(); @tick[arg0] = count(); @last[arg0] = max(arg1); }
storm$target:::tick /arg1 == 20000/ { printf("exit %d\n", arg0); exit(10 + arg0); }
storm$target:::tick /arg1 != 999999999/ { @m = count(); }
storm$target:::warm { @warm[arg0] = count(); }
storm$target:::child /execname != ""/ { @child[arg0] = count(); }
storm$target:::sig { @sig = count(); }
END { printf("end\n"); printa("all %@d", @n); printa(" %@d\n", @m); printa("tick %d %@d\n", @tick);
	printa("last %d %@d\n", @last); printa("warm %d %@d\n", @warm); printa("child %d %@d\n", @child); printa("sig %@d\n", @sig); }
D
# beginnings: what is wrong with the counts of threads, of which each may be inside a firing when tracing ends, and the
# handler may have interrupted it between any two; each thread, also the first, may be inside the handler
beginnings() {
	awk '$1 == "all" && ($3 > $2 || $3 < $2 - 8) { print "clauses of a firing:", $0 }
		$1 == "tick" || $1 == "last" || $1 == "warm" || $1 == "child" { n[$1, $2] = $3; all[$1] += $3 }
		$1 == "all" { total = $2 } $1 == "sig" { sig = $2 }
		END {
			if (total < all["tick"] || total > all["tick"] + 8) print "ticks", total, all["tick"]
			for (t = 0; t < 8; t++) {
				tick = n["tick", t]; warm = n["warm", t]; child = n["child", t]
				if (tick && n["last", t] != tick - 1 && n["last", t] != tick - 2) print "thread", t, "last", n["last", t], "of", tick
				if (warm != tick && warm != tick - 1) print "thread", t, "ticks", tick, "warm", warm
				if (child != warm && child != warm - 1) print "thread", t, "warm", warm, "children", child
			}
			child = n["child", 64]
			if (child > sig || child < sig - 9) print "handler", sig, child
		}' "$TMP/out" | head -5
}
bad='' statuses='' round=0
while [ $round -lt 10 ]; do
	start_exits
	trace -q -p $storm -s "$TMP/threads.d"
	wait_for is_direct 1
	tell t 8 40000
	wait $dtrace
	status=$?
	sed -i '0,/^go$/d' "$TMP/out"
	# the last of those that began before they saw another's; each printed before it exits
	[ "$(awk '$1 == "exit" { last = $2 + 10 } END { print last }' "$TMP/out")" = $status ] ||
		statuses="$statuses $status: $(grep ^exit "$TMP/out")"
	[ "$(grep -c '^end$' "$TMP/out")" = 1 ] || bad="$bad END: $(grep -c '^end$' "$TMP/out")"
	bad="$bad$(beginnings)$(grep 'has written\|drops on' "$TMP/err")"
	[ "$(direct_cnt)" = 1 ] || bad="$bad not direct"
	end_exits "threads-ended-$round"
	round=$((round + 1))
done
result threads "$bad"
result threads-status "$statuses"

# ---- exit() through the kernel, while the program runs clauses itself; and both

count='BEGIN { printf("go\n"); } storm$target:::tick /arg1 != 999999999/ { @tick = count(); } storm$target:::warm { @warm = count(); }'
start_exits
trace -q -p $storm -n "$count"'storm$target:::child /execname != ""/ { printf("exit\n"); exit(8); } END { printf("end\n"); printa("%@d\n", @tick); }'
wait_for is_direct 1
tell c 30000
ended kernel 8
tell c 500
equals kernel "$(grep . "$TMP/out" | tr '\n' ' ')" "exit end 30000 "
end_exits kernel-ended

bad='' round=0
while [ $round -lt 5 ]; do
	start_exits
	trace -q -p $storm -n "$count"'storm$target:::tick /arg1 == 3000/ { printf("exit %d\n", 10 + arg0); exit(10 + arg0); }
		storm$target:::child /execname != "" && ++n > 9000/ { printf("exit %d\n", 9); exit(9); } END { printf("end\n"); }'
	wait_for is_direct 1
	tell t 8 20000
	wait $dtrace
	status=$?
	sed -i '0,/^go$/d' "$TMP/out"
	[ "$(grep ^exit "$TMP/out" | tail -n 1) $(grep -c '^end$' "$TMP/out") $(grep -c 'has written' "$TMP/err")" = "exit $status 1 0" ] ||
		bad="$bad status $status: $(grep 'exit\|end' "$TMP/out") $(cat "$TMP/err");"
	end_exits "both-ended-$round"
	round=$((round + 1))
done
result both "$bad"

# ---- in ERROR; by default the line of the probe; with -c, after many firings

start_exits
trace -q -p $storm -n "$count"'storm$target:::tick { @ = sum(100 / (arg1 - 2000)); } ERROR { printf("error %d\n", arg4); exit(9); }
	storm$target:::child /execname != "" && arg0 != 64/ { @child = count(); }
	END { printa("%@d ", @tick); printa("%@d ", @warm); printa("%@d\n", @child); clear(@); }'
wait_for is_direct 1
tell t 1 5000
ended error 9
equals error "$(grep -a '^[e0-9]' "$TMP/out" | tr '\n' ' ')" "error 4 2001 2000 2000 "
equals error-direct "$(direct_cnt)" 1
end_exits error-ended

start_exits
trace -p $storm -n 'BEGIN { printf("\ngo\n"); } storm$target:::warm { exit(0); } storm$target:::tick { @ = count(); }'
wait_for is_direct 1
tell t 1 500
ended line 0
equals line "$(awk '/warm/ { print $3 }' "$TMP/out")" fire:warm
equals line-direct "$(grep -c 'process [0-9]* runs 2 probes' "$TMP/err")" 1
end_exits line-ended

"$DT" -x debug -q -c "$storm_file 30000000" -n 'storm$target:::tick { @ = count(); } storm$target:::tick /arg1 == 20000000/ { exit(5); }
	END { printf("end\n"); }' >"$TMP/out" 2>"$TMP/err" </dev/null
equals command "$? $(grep . "$TMP/out" | tr -d ' ' | tr '\n' ' ')$(direct_cnt)" "5 end 20000001 1"

# ---- one of several processes ends the session of all

storm_file=$TMP/exits$mine
mkfifo "$TMP/other.in" "$TMP/other.answers"
"$storm_file" <"$TMP/other.in" >"$TMP/other.answers" &
other=$!
exec 5>"$TMP/other.in" 6<"$TMP/other.answers"
start_exits
wait_for runs $other "$storm_file"
# tell_other WORD...: the same to the other
tell_other() {
	echo "$*" >&5
	read -r done other_handled <&6
}
trace -q -n "BEGIN { printf(\"go\n\"); } storm*:exits$mine::tick /arg1 != 999999999/ { @[pid] = count(); }
	storm*:exits$mine::tick /arg1 == 4000/ { exit(6); } storm*:exits$mine::warm { }"
both_are_direct() {
	tell_other 1 999999999
	is_direct 2
}
wait_for both_are_direct
tell_other c 3000
tell c 5000
ended several 6
tell_other c 3000
equals several "$(awk 'NF' "$TMP/out" | sort -k 2n | tr -s ' \n' ' ')" " $other 3000 $storm 4001 "
end_exits several-ended
exec 5>&- 6<&-
wait $other
storm_file=$TMP/exits

# ---- the state in the memory, which the program can write to: that a hook has exited where a probe of the program
# may exit, and else it is told

start_exits
trace -q -p $storm -n "$count"'storm$target:::tick /arg1 == 123456/ { exit(3); } END { printf("end\n"); printa("%@d\n", @tick); }'
wait_for is_direct 1
tell c 1000
tell w 2
ended written 0
tell c 1000
equals written "$(grep . "$TMP/out" | tr '\n' ' ')" "end 1000 "
end_exits written-ended

start_exits
trace -q -p $storm -n "$count"'END { printf("end\n"); printa("%@d\n", @tick); }'
wait_for is_direct 1
tell c 1000
tell w 2
wait_for grep -q 'has written' "$TMP/err"
tell c 1000
stop_tracing
equals written-by-none "$status $(grep . "$TMP/out" | tr '\n' ' ')" "0 end 2000 "
end_exits written-by-none-ended
