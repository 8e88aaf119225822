#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# What happens to a program that runs clauses itself: its library is closed and opened while threads fire, or closed
# while it is asked for memory, it starts another program, is stopped, is killed in the middle of records. And where it
# lives: other roots, mounts, namespaces, users, a memory limit. Counts are exact, and it is not harmed.
. tests/run/direct/direct.inc
direct_made trouble
direct_made storm
# count MODULE: of all processes
count() {
	printf '%s ' 'BEGIN { printf("go\n"); }' "storm*:$1::warm { @w = count(); } storm*:$1::tick { @n = count(); @s = sum(arg1); }" \
		'END { printa("%@d ", @w); printa("%@d ", @n); printa("%@d\n", @s); }'
}
storm_file=$TMP/storm$mine
settled() { grep -q 'through the kernel\|by itself' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
got() { grep . "$TMP/out"; }

# ---- a library
${CC:-gcc} -O2 -fPIC -DCONTROL="\"$agent.control\"" -I"$root" -I"$root/include" -I"$TMP" -c "$here/lib.c" -o "$TMP/lib.o" &&
	"$DT" -G --direct -s "$TMP/storm.d" -o "$TMP/lib.prov.o" "$TMP/lib.o" &&
	${CC:-gcc} -shared "$TMP/lib.o" "$TMP/lib.prov.o" -o "$TMP/libstorm.so" || exit 1
mkfifo "$TMP/go"
"$TMP/trouble" close "$TMP/libstorm.so" <"$TMP/go" >"$TMP/said" &
storm=$!
exec 3>"$TMP/go"
wait_for test -s "$TMP/said"
trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:libstorm.so::tick { @n = count(); } END { printa("%@d\n", @n); }'
echo >&3
exec 3>&-
wait $storm
equals library-status $? 0
wait $dtrace
sed -i '0,/^go$/d' "$TMP/out"
equals library "$(got)" "$(tail -n 1 "$TMP/said")"
result library-direct "$([ "$(direct_cnt)" -ge 1 ] || cat "$TMP/err")"

# ---- what was the control block is other memory before the request is taken back
: >"$TMP/said"
"$TMP/trouble" asked "$TMP/libstorm.so" >"$TMP/said" &
storm=$!
wait_for test -s "$TMP/said"
trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:libstorm.so::tick { @n = count(); }'
wait $storm
equals asked-status $? 0
equals asked "$(tail -n 1 "$TMP/said")" 0
wait $dtrace

# ---- another program, before the request is taken back
# of all processes: a program that another thread has begun is found later if one process is traced
anew() {
	: >"$TMP/said"
	"$2" $1 1000 >"$TMP/said" &
	storm=$!
	wait_for test -s "$TMP/said"
	trace -q -p $storm -n "BEGIN { printf(\"go\\n\"); } $3::tick { @n = count(); } END { printa(\"%@d\\n\", @n); }"
	wait $storm
	equals $1-status $? 0
	wait $dtrace
	sed -i '0,/^go$/d' "$TMP/out"
	equals $1 "$(got) $(tail -n 1 "$TMP/said")" "1000 1000"
}
anew anew "$TMP/trouble" 'storm$target:'
anew apart "$TMP/trouble$mine" "storm*:trouble$mine"

# ---- another program, in the same process
start_storm
trace -q -p $storm -n "$(count "storm$mine")"
wait_for is_on 2
ask t 4 10000 1000
all_ticks=$ticks all_sum=$sum all_warm=$warm
echo x >&3
ask w
ask t 4 10000 1000
stop_tracing
equals exec "$(got)" "$((all_warm + warm)) $((all_ticks + ticks)) $((all_sum + sum))"
end_storm exec-ended

# ---- stopped and continued
start_storm
trace -q -p $storm -n "$(count "storm$mine")"
wait_for is_on 2
echo t 4 2000000 1000 >&3
n=0
while [ $n -lt 20 ]; do
	kill -STOP $storm
	wait_for grep -q '^State:[[:space:]]*T' /proc/$storm/status
	kill -CONT $storm
	n=$((n + 1))
done
read -r warm ticks sum sigs children <&4
stop_tracing
equals stopped "$(got)" "$warm $ticks $sum"
end_storm stopped-ended

# ---- it ends while hooks are made, which takes a while for so many aggregations: no reason is given why it has none
{
	printf '%s\n' 'BEGIN { printf("go\n"); }'
	for n in 1 2 3 4 5 6 7 8 9; do
		for key in '' 'arg0, ' 'probename, '; do
			name=$(echo "a$n$key" | tr -cd a-z0-9)
			echo "storm\$target:::warm { @$name[${key}arg0 % $n] = quantize(arg0); this->t = timestamp; }"
		done
	done
} >"$TMP/many.d"
has_memory() {
	ask w
	grep -q dtrace-direct /proc/$storm/maps || ! kill -0 $dtrace 2>/dev/null
}
: >"$TMP/reasons"
for n in 1 2 3 4 5; do
	start_storm
	trace -q -p $storm -s "$TMP/many.d"
	wait_for has_memory
	end_storm "ends-$n"
	wait $dtrace
	grep 'through the kernel' "$TMP/err" >>"$TMP/reasons"
done
result ends-reasons "$(sort -u "$TMP/reasons")"

# ---- killed in the middle of records: each firing that was over is printed or told, none that had not begun
bad='' n=0
while [ $n -lt 5 ]; do
	truncate -s 0 "$TMP/numbers"
	truncate -s 16 "$TMP/numbers"
	: >"$TMP/err"
	"$DT" -x debug -q -x bufsize=1m -c "$TMP/trouble kill $TMP/numbers" -n 'storm$target:::tick
		{ @[arg1 % 500] = count(); printf("t %d\n", arg0); } END { printa("k %@d\n", @); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for settled
	[ $n = 0 ] || sleep 0.0$n
	kill -KILL "$(running "$TMP/trouble" | sed 's|/proc/||; s|/exe||')"
	wait $dtrace
	told=$(awk '/ drops? on CPU / { n += $2 } END { print n + 0 }' "$TMP/err")
	printed=$(grep -c '^t' "$TMP/out")
	counted=$(awk '$1 == "k" { n += $2 } END { print n + 0 }' "$TMP/out")
	# shellcheck disable=SC2046  # two words
	set -- $(od -An -tu8 "$TMP/numbers")
	[ "$(direct_cnt)" = 1 ] && [ $((printed + told)) -le "$1" ] && [ $((printed + told)) -ge "$2" ] &&
		[ "$counted" -le "$1" ] && [ "$counted" -ge "$2" ] ||
		bad="$bad begun $1, over $2, printed $printed, told $told, counted $counted, direct $(direct_cnt);"
	n=$((n + 1))
done
result killed "$bad"

# ---- where it lives: lives NAME DIRECT WORD...: started by the words, of which "run" becomes the program
lives() {
	name=$1 direct=$2
	shift 2
	cp "$storm_file" "$TMP/$name$mine"
	start "$@" 2>"$TMP/said"
	job=$storm
	read -r warm ticks sum sigs children <<END
0 0 0 0 0
END
	ask w
	storm=$(running "$TMP/$name$mine" | sed 's|/proc/||; s|/exe||')
	trace -q ${storm:+-p $storm} -x objects="$TMP/$name$mine" -n "$(count "$name$mine")"
	before="$warm $ticks $sum"
	until settled; do ask w; done
	ask t 4 10000 1000
	stop_tracing
	equals "$name" "$(got)" "$((warm - ${before%% *})) $ticks $sum"
	equals "$name-direct" "$(direct_cnt)" "$direct"
	[ "$(direct_cnt)" = "$direct" ] || cat "$TMP/err"
	echo q >&3
	exec 3>&- 4<&-
	wait $job
	equals "$name-status" $? 0
}
chmod 755 "$TMP"
direct_static=$TMP/static
${CC:-gcc} -static "$TMP/storm.o" "$TMP/storm.prov.o" -lpthread -o "$direct_static" && cp "$direct_static" "$storm_file"
lives plain 1 "$TMP/plain$mine"
lives root 1 chroot "$TMP" "/root$mine"
if unshare -m true 2>/dev/null; then
	lives no_proc 1 unshare -m sh -c "umount -l /proc; exec $TMP/no_proc$mine"
	lives pids 1 unshare -pf "$TMP/pids$mine"
	[ ! -e /proc/sys/vm/memfd_noexec ] ||
		lives no_exec 1 unshare -pf sh -c "echo 1 >/proc/sys/vm/memfd_noexec && exec $TMP/no_exec$mine"
	lives user 1 unshare -Ur "$TMP/user$mine"
	lives clock 1 unshare -T "$TMP/clock$mine"
	lives clock_set 1 unshare -T --monotonic 1000 "$TMP/clock_set$mine"
else
	echo "skip namespaces: needs them (not in a chroot)"
fi
if command -v setpriv >/dev/null; then
	lives other_user 1 setpriv --reuid 65534 --regid 65534 --clear-groups "$TMP/other_user$mine"
fi

# ---- a limit of memory: what is recorded there is not the program's
group=/sys/fs/cgroup/memory/dtrace-direct-$$ usage=memory.usage_in_bytes limit=memory.limit_in_bytes
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
	group=/sys/fs/cgroup/dtrace-direct-$$ usage=memory.current limit=memory.max
fi
if mkdir $group 2>/dev/null && [ -w $group/$limit ] && echo 4m >$group/$limit; then
	start_storm sh -c "echo \$\$ >$group/cgroup.procs; exec \"\$1\"" sh
	ask w
	before=$(cat $group/$usage)
	trace -q -p $storm -n "$(count "storm$mine") storm*:storm$mine::tick"' { @k[arg1 % 5000] = quantize(arg1); printf("%d\n", arg0); }
		END { trunc(@k); }'
	wait_for is_on 2
	ask t 4 100000 1000
	memory=$(look | sed 's/.* memory \([0-9]*\) KB/\1/')
	result limit-memory "$([ "$memory" -gt 4096 ] || echo "only $memory KB are used")"
	after=$(cat $group/$usage)
	result limit "$([ $((after - before)) -lt 1048576 ] || echo "$before bytes, then $after")"
	stop_tracing
	equals limit-exact "$(grep ' .* ' "$TMP/out")" "$((warm - 1)) $ticks $sum"
	end_storm limit-status
else
	echo "skip limit: needs the controller of memory"
fi
rmdir $group 2>/dev/null
