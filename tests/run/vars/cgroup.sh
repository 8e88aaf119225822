#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# cgroupid and cgroupname: of processes in cgroups made here, compared with their inode numbers and /proc/PID/cgroup.
. tests/run/common.inc

mkdir "$TMP/cgroups"
made=$TMP/cgroups/dtrace-test-$$
if ! mount -t cgroup2 none "$TMP/cgroups" 2>/dev/null; then
	echo "ok cgroups # SKIP needs cgroup2"
	exit 0
fi
trap 'rmdir "$made/a b.slice/deep" "$made/a b.slice" "$made/other" "$made"; umount "$TMP/cgroups"' EXIT
mkdir "$made" "$made/a b.slice" "$made/a b.slice/deep" "$made/other"

# in CGROUP COUNT FILE: a call of rmdir() for each word of COUNT, from a process in the cgroup; FILE gets its /proc entry
cat >"$TMP/in" <<'END'
echo $$ >"$1/cgroup.procs"
sed -n 's/^0:://p' /proc/$$/cgroup >"$3"
for i in $2; do
	rmdir /nothing
done
END
cat >"$TMP/both" <<END
sh "$TMP/in" "$made/a b.slice/deep" "1 2 3 4" "$TMP/deep"
sh "$TMP/in" "$made/other" "1 2 3" "$TMP/other"
END
"$DT" -q -x aggsortkey -n '
	syscall::rmdir:entry /progenyof($target)/ { @["id", cgroupid] = count(); @name["name", cgroupname] = count(); }
	syscall::rmdir:entry /progenyof($target) && cgroupname == $$1/ { @eq["equal", cgroupid] = count(); }
	END { printa("%s %d %@d\n", @); printa("%s %s %@d\n", @name); printa("%s %d %@d\n", @eq); }' \
	-c "sh $TMP/both" "/dtrace-test-$$/other" 2>"$TMP/err" | sed '/^$/d' >"$TMP/got"
deep=$(stat -c %i "$made/a b.slice/deep")
other=$(stat -c %i "$made/other")
{
	printf 'id %s 4\nid %s 3\n' "$deep" "$other" | sort -n -k 2
	printf 'name %s 4\n' "$(cat "$TMP/deep")"
	printf 'name %s 3\n' "$(cat "$TMP/other")"
	echo "equal $other 3"
} >"$TMP/wanted"
if [ "$(cat "$TMP/other")" != "/dtrace-test-$$/other" ]; then
	echo "ok counts # SKIP needs the initial cgroup namespace"
elif diff "$TMP/wanted" "$TMP/got"; then
	echo "ok counts"
else
	echo "not ok counts"
	cat "$TMP/err"
fi

# moved from one cgroup to the other while it runs: each call counts where it was made
cat >"$TMP/moves" <<END
echo \$\$ >"$made/other/cgroup.procs"
rmdir /nothing
rmdir /nothing
echo \$\$ >"$made/a b.slice/cgroup.procs"
rmdir /nothing
END
slice=$(stat -c %i "$made/a b.slice")
printf '%s 2\n%s 1\n' "$other" "$slice" | sort -n >"$TMP/wanted"
"$DT" -q -x aggsortkey -n 'syscall::rmdir:entry /progenyof($target)/ { @[cgroupid] = count(); } END { printa("%d %@d\n", @); }' \
	-c "sh $TMP/moves" 2>"$TMP/err" | sed '/^$/d' >"$TMP/got"
if diff "$TMP/wanted" "$TMP/got"; then
	echo "ok moved"
else
	echo "not ok moved"
	cat "$TMP/err"
fi
