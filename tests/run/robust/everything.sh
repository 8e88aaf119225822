#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 900
#
# Every probe of every provider at once, for the whole machine, under a load of all kinds: the load prints the same as
# without dtrace, events that occur a known number of times are counted exactly, the kernel logs no complaints, and
# nothing is left.
. tests/run/common.inc

cat >"$TMP/load.sh" <<'END'
set -e
"$TRIGGERS/loop" 1000
"$TRIGGERS/forks" 4 50
"$TRIGGERS/kwork" 50
"$TRIGGERS/work" read:300:4096 write:300:4096
[ ! -x "$TRIGGERS/sockets" ] || "$TRIGGERS/sockets" || [ $? = 77 ]
awk 'BEGIN { for (i = 0; i < 20000; i++) print i * 7919 % 20011 }' >"$1/numbers"
sort -n "$1/numbers" | cksum
mkdir "$1/files"
i=0
while [ $i -lt 40 ]; do
	echo $i >"$1/files/$i"
	i=$((i + 1))
done
sync "$1/files/1"
cat "$1"/files/* | sort -n | cksum
rm -r "$1/files" "$1/numbers"
exec 2>"$1/messages"
sh -c 'kill -USR1 $$' || echo "status $?"
END
export TRIGGERS

# kernel providers of which all probes are enabled; syscall, sdt and rawtp have as many as all others together
sed -n 's/^PROVIDER( *\([a-z0-9]*\),.*/\1/p' runtime/provider/providers.def |
	grep -vx -e dtrace -e profile -e cpc -e mib -e rawfbt -e plockstat -e usdt -e pid >"$TMP/all"
: >"$TMP/listed"
while read -r provider; do
	[ "$("$DT" -l -P "$provider" 2>"$TMP/null" | wc -l)" -le 1 ] || echo "$provider" >>"$TMP/listed"
done <"$TMP/all"
# a processor watches four counters, first come first served
counters=
"$DT" -l -n 'mib:::tcpOutSegs' >"$TMP/null" 2>&1 &&
	counters='mib:::tcpOutSegs, mib:::udpOutDatagrams,'
# without kprobe_multi, each function needs an event of its own
functions='fbt::vfs_*:entry'
"$DT" -x features | grep -Eq '^kprobe_multi  *yes' && functions=fbt:::entry
{
	sed "s/^fbt\$/$functions/; t; s/\$/:::/" "$TMP/listed" | sed 's/$/,/'
	cat <<-SCRIPT
		$counters
		profile-97, tick-50ms, cpc:::cpu_clock-all-50000000
		{
			@[probeprov] = count();
		}
		pid\$target:libc.so.6::entry, plockstat\$target:::
		{
			@["of the target"] = count();
		}
		loop*:::tick
		{
			@known["ticks"] = count();
		}
		forks*:::work
		{
			@known["forks"] = count();
		}
		syscall::getppid:entry
		/execname == "kwork"/
		{
			@known["calls"] = count();
		}
		END
		{
			printa("known %s %@d\n", @known);
			printa("%s %@d\n", @);
		}
	SCRIPT
} >"$TMP/everything.d"

complaints() { dmesg 2>"$TMP/null" | grep -Ec 'BUG:|WARNING:|Oops|lockup|self-detected|stalls on|general protection'; }
# ids of programs that were loaded since $last
programs() {
	command -v bpftool >"$TMP/null" || return
	bpftool prog show | awk -v last="$1" '/^[0-9]+:/ && $1 + 0 > last && !/name (sd_|LSM)/ { print $1 + 0 }'
}

mkdir "$TMP/alone" "$TMP/traced"
sh "$TMP/load.sh" "$TMP/alone" >"$TMP/wanted" 2>&1
last=$(programs 0 | tail -n 1)
complaints=$(complaints)
"$DT" -qZs "$TMP/everything.d" -x objects="$TRIGGERS/loop:$TRIGGERS/forks" -o "$TMP/counts" -c "sh $TMP/load.sh $TMP/traced" >"$TMP/out" 2>"$TMP/err"
status=$?
result load "$([ $status = 0 ] && diff "$TMP/wanted" "$TMP/out" || { echo "status $status"; cat "$TMP/err"; })"
result known "$(sed -n 's/^known //p' "$TMP/counts" | LC_ALL=C sort | tr '\n' ' ' | grep -vx 'calls 6 forks 250 ticks 1000 ')"
# each provider that this load can trigger has fired
fired=$(cut -d' ' -f1 "$TMP/counts" | LC_ALL=C sort -u)
missing=
for provider in proc sched syscall lockstat sysinfo vminfo sdt rawtp profile cpc ip tcp udp fbt fsinfo; do
	case $provider in
	profile | cpc) ;;
	*) grep -qx $provider "$TMP/listed" || continue ;;
	esac
	echo "$fired" | grep -qx $provider || missing="$missing $provider"
done
result fired "$missing"
result complaints "$([ "$(complaints)" = "$complaints" ] || dmesg | tail -n 40)"
tries=0
while [ -n "$(programs "${last:-0}")" ] && [ $tries -lt 1000 ]; do
	sleep 0.01
	tries=$((tries + 1))
done
result left "$(programs "${last:-0}")"
