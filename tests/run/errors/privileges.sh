#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Without privileges, the message names the missing capability. Commands that need no capability work.
. tests/run/common.inc

command -v setpriv >/dev/null || {
	echo "skip privileges: needs setpriv"
	exit 0
}
# the checkout may be in a folder that other users can't enter (/root)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
cp "$DTRACE" "$place/dtrace"
cp "$TRIGGERS/loop" "$place/loop"

# as NAME STATUS SETPRIV-WORDS -- WORD...
with() {
	cat >"$TMP/wanted"
	test_name=$1 status_wanted=$2 options=$3
	shift 3
	# shellcheck disable=SC2086
	setpriv $options "$place/dtrace" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	same "$test_name" $? "$status_wanted"
}
nobody="--reuid=65534 --regid=65534 --clear-groups"

with nobody-list 0 "$nobody" -l "$place/loop" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4       loop              loop                              main tick
    5       loop              loop                              main signed-value
    6       loop              loop                              main done
--
END
with nobody-compile 0 "$nobody" -e -n 'BEGIN { trace(1); }' <<'END'
--
END
with nobody-begin 1 "$nobody" -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_BPF and CAP_PERFMON are missing; run it as root
END
with root-without-capabilities 1 "--bounding-set=-all --inh-caps=-all" -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_BPF and CAP_PERFMON are missing; run it as root
END
with no-bpf 1 "--bounding-set=-bpf,-sys_admin" -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_BPF is missing; run it as root
END
with no-perfmon 1 "--bounding-set=-perfmon,-sys_admin" -c "$place/loop 5" -n 'loop$target:::tick { @ = count(); }' <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: CAP_PERFMON is missing; run it as root
END
if unshare -Ur true 2>/dev/null; then
	cat >"$TMP/wanted" <<'END'
--
dtrace: failed to initialize dtrace: DTrace requires additional privileges: load: Operation not permitted \
(capabilities in a user namespace, as of a rootless container, do not count); run it as root outside of the user namespace
END
	sed -i -e ':a' -e '/\\$/N; s/\\\n//; ta' "$TMP/wanted"
	unshare -Ur "$place/dtrace" -n 'BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err" </dev/null
	same user-namespace $? 1
else
	echo "ok user-namespace"
fi
set -- "--bounding-set=-all,+bpf,+perfmon,+setpcap" -q -c "$place/loop 5" -n 'loop$target:::tick { @ = count(); }'
if "$DT" -x features | grep -q '^uprobe_multi  *yes'; then
	with bpf-and-perfmon 0 "$@" <<'END'

                5
--
END
else
	words=$1
	shift
	setpriv "$words" "$place/dtrace" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	result bpf-and-perfmon "$([ $? = 1 ] && [ ! -s "$TMP/out" ] && grep -Eqx "dtrace: $place/loop: can't attach .*: \
Permission denied \(CAP_SYS_ADMIN is missing; or lockdown, a security module or a container forbids it\)" "$TMP/err" ||
		cat "$TMP/out" "$TMP/err")"
fi
