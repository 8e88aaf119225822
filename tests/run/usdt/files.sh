#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: files that are not where their names say: deleted, replaced, in another mount namespace, stripped, a
# link, with odd characters in the name; and dtrace in a pid namespace of its own.
. tests/run/common.inc

# start FILE [WRAPPER...]: starts `FILE 100`, which waits for output; its id is $pid
start() {
	rm -f "$TMP/out"
	"$1" 100 "$TMP/out" &
	pid=$!
	wait_for runs $pid "$1"
}
script='BEGIN { printf("go\n"); } loop$target:::tick { @ = count(); }'
grab() {
	cat >"$TMP/wanted"
	test_name=$1
	shift
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	wait
	same "$test_name" $status 0
}

cp "$TRIGGERS/loop" "$TMP/gone"
start "$TMP/gone"
rm "$TMP/gone"
grab deleted -p $pid -qn "$script" <<'END'
go

              100
--
END

cp "$TRIGGERS/loop" "$TMP/replaced"
start "$TMP/replaced"
cp "$TRIGGERS/widths" "$TMP/other"
mv "$TMP/other" "$TMP/replaced"
grab replaced -p $pid -qn "$script" <<'END'
go

              100
--
END

# the name is valid only in the other namespace
mkdir -p "$TMP/private"
rm -f "$TMP/out"
if unshare --mount true 2>/dev/null; then
unshare --mount sh -c "mount -t tmpfs none $TMP/private && cp $TRIGGERS/loop $TMP/private/hidden &&
	exec $TMP/private/hidden 100 $TMP/out" &
pid=$!
in_namespace() { [ "$(readlink "/proc/$pid/exe")" = "$TMP/private/hidden" ]; }
wait_for in_namespace
grab other-mounts -p $pid -qn "$script" <<'END'
go

              100
--
END
else
	echo "skip other-mounts: needs mount namespaces (not in a chroot)"
fi

strip -o "$TMP/stripped" "$TRIGGERS/loop"
expect stripped 0 -c "$TMP/stripped 100" -qn 'loop$target:stripped::tick { @ = count(); }' <<'END'

              100
--
END

ln -s "$TRIGGERS/loop" "$TMP/link"
expect symbolic-link 0 -c "$TMP/link 100" -qn 'loop$target:::tick { @[execname] = count(); }' <<'END'

  link                                                            100
--
END

cp "$TRIGGERS/loop" "$TMP/odd:na%me"
expect odd-name 0 -c "$TMP/odd:na%me 100" -qn 'loop$target:::tick { @[execname] = count(); }' <<'END'

  odd:na%me                                                       100
--
END

PATH=$TRIGGERS:$PATH expect by-path-variable 0 -c "loop 100" -qn 'loop$target:::tick { @ = count(); }' <<'END'

              100
--
END

# ids are those of dtrace's own namespace: the command is its second process or so
cat >"$TMP/wanted" <<'END'
small ids: 1
  loop                                                            100
--
END
if unshare --pid --fork --mount-proc true 2>/dev/null; then
unshare --pid --fork --mount-proc "$DT" -c "$TRIGGERS/loop 100" -qn 'BEGIN /$pid < 10 && $target < 20/ { printf("small ids: 1"); }
	loop$target:::tick /pid == $target && tid == pid/ { @[execname] = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
same pid-namespace $? 0
else
	echo "skip pid-namespace: needs pid namespaces (not in a chroot)"
fi
