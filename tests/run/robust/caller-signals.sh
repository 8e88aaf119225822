#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A caller that ignores SIGCHLD, as some service managers do, or SIGPIPE: dtrace sees how its commands end, and they get
# the dispositions of the caller.
. tests/run/common.inc

# ignoring SIGNAL NAME STATUS WORD...: like expect, with the signal ignored
ignoring() {
	cat >"$TMP/wanted"
	signal=$1 test_name=$2 status_wanted=$3
	shift 3
	timeout 20 env --ignore-signal=$signal "$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	same "$test_name" $? "$status_wanted"
}

ignoring CHLD command 0 -qvn 'BEGIN { } END { printf("end"); }' -c "sh -c 'exit 3'" -o /dev/null <<'END'
--
dtrace: pid PID exited with status 3
END
ignoring CHLD main 0 -qn 'pid$target::main:entry { @[probefunc] = count(); }' -x evaltime=main -c "$TRIGGERS/loop 1" <<'END'

  main                                                              1
--
END
echo 'BEGIN { printf("%s", TEXT); exit(0); }' >"$TMP/text.d"
ignoring CHLD preprocessor 0 -C -DTEXT='"cpp"' -qs "$TMP/text.d" <<'END'
cpp
--
END
mask='sed -n s/^SigIgn:.//p /proc/self/status'
for signal in CHLD PIPE XFSZ; do
	{ env --ignore-signal=$signal $mask; printf '\n--\n'; } >"$TMP/masks"
	ignoring $signal "c-$signal" 0 -qn 'BEGIN { }' -c "$mask" <"$TMP/masks"
	# a shell may have a use for SIGCHLD itself
	{ env --ignore-signal=$signal sh -c "$mask"; printf '\n--\n'; } >"$TMP/masks"
	ignoring $signal "system-$signal" 0 -wqn 'BEGIN { system("'"$mask"'"); exit(0); }' <"$TMP/masks"
done
