#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# usdt: processes in another mount namespace, root directory or pid namespace, and a thousand children: all
# counted exactly.
. tests/run/common.inc

# ---- a thousand children
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks"
expect thousand-children 0 -c "$TMP/$forks 1000 3" -qn "forks*:$forks::work { @ = count(); @sum = sum(arg0); }
	forks*:$forks::work /arg1 == 0/ { own[pid]++; }
	forks*:$forks::work /arg1 == 2 && own[pid] == 1/ { @processes = count(); }
	forks\$target:::work { @target = count(); }
	END { printa(\"%@d firings\n\", @); printa(\"%@d sum\n\", @sum); printa(\"%@d processes\n\", @processes);
	printa(\"%@d of the target\n\", @target); }" <<'END'
3003 firings
1501500 sum
1001 processes
3 of the target

--
END

# ---- namespaces
unshare -m true 2>/dev/null || {
	echo "skip namespaces: needs mount namespaces (not in a chroot)"
	exit 0
}
mine=world_$$
mkdir -p "$TMP/mnt"
traced() { [ "$(grep -c " traced from [0-9.]* ms after process " "$TMP/err")" -ge "$1" ] || ! kill -0 $dtrace 2>/dev/null; }

# there COMMAND... &: in a mount namespace with a file system of its own that contains the program
there() {
	exec unshare -m sh -c 'mount -t tmpfs none "$1/mnt" && cp "$2" "$1/mnt/$3" && shift 3 && exec "$@"' sh \
		"$TMP" "$TRIGGERS/loop" $mine "$@"
}
names_it() { readlink "/proc/$1/exe" | grep -q "/$mine\$"; }

rm -f "$TMP/go" "$TMP/go.after" "$TMP/out"
there "$TMP/mnt/$mine" 12 "$TMP/go" &
before=$!
wait_for names_it $before
"$DT" -v -p $before -qn 'BEGIN { printf("go\n"); }' -n 'loop$target:::tick { @ = count(); }' \
	-n "loop*:$mine::tick { @any[pid == $before] = count(); }" >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
there "$TMP/mnt/$mine" 30 "$TMP/go.after" &
after=$!
wait_for traced 1
echo >"$TMP/go.after"
wait $after
echo >"$TMP/go"
wait $dtrace
status=$?
cat >"$TMP/wanted" <<'END'

               12
        1               12
        0               30
END
sed -i '0,/^go$/d' "$TMP/out"
bad=$(diff "$TMP/wanted" "$TMP/out")
[ $status = 0 ] || bad="status $status $bad"
result mount-namespace "$bad"

# ---- another root: a program without libraries, by its name in that root
mkdir -p "$TMP/root"
if $CC -static "$TRIGGERS/loop.o" "$TRIGGERS/loop.prov.o" -o "$TMP/root/$mine" 2>"$TMP/said"; then
	expect chroot 0 -x objects="$TMP/root/$mine" -c "chroot $TMP/root /$mine 21" \
		-qn "loop\$target:::tick { @ = count(); } loop*:$mine::done { printf(\"%s\n\", execname); }" <<END
$mine

               21
--
END
	rm -f "$TMP/go" "$TMP/out"
	cp "$TMP/root/$mine" "$TMP/root/other"
	mkfifo "$TMP/root/go"
	chroot "$TMP/root" /other 22 /go &
	inside=$!
	is_other() { readlink "/proc/$1/exe" | grep -q 'root/other$'; }
	wait_for is_other $inside
	rm -f "$TMP/out"
	"$DT" -p $inside -qn 'BEGIN { printf("go\n"); }' -n 'loop$target:::tick { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	rm "$TMP/root/go"
	echo >"$TMP/root/go"
	wait $dtrace
	result chroot-by-pid "$(printf 'go\n\n               22\n' | diff - "$TMP/out")$(cat "$TMP/err")"
else
	echo "skip chroot: needs a static libc"
fi

# ---- dtrace in a pid namespace: ids are those of the namespace
if unshare -pf true 2>/dev/null; then
	unshare -pf --mount-proc "$DT" -c "$TRIGGERS/loop 17" -qn 'loop$target:::tick { @ = count(); }
		loop*:::done /pid == $target/ { printf("%s %d\n", probeprov, pid < 100); }' >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i 's/^loop[0-9]* /loop /' "$TMP/out"
	result pid-namespace "$(printf 'loop 1\n\n               17\n' | diff - "$TMP/out")$(cat "$TMP/err")"
else
	echo "skip pid-namespace: needs pid namespaces (not in a chroot)"
fi
