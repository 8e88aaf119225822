#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The command itself: forms of options, messages, exit statuses, the output file.
. tests/run/common.inc

# on one CPU, so that the first column is known
expect_on_cpu() {
	cat >"$TMP/wanted"
	test_name=$1
	shift
	taskset -c "$cpu" "$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	same "$test_name" $? 0
}
cpu=$(sed 's/[-,].*//' /sys/devices/system/cpu/online)
expect_on_cpu first-columns -n 'BEGIN { trace(1); }' -n 'END { }' -n 'BEGIN { exit(0); }' <<END
CPU     ID                    FUNCTION:NAME
$(printf '%3d %6d %32s %s' "$cpu" 1 :BEGIN '          1')
$(printf '%3d %6d %32s ' "$cpu" 1 :BEGIN)
$(printf '%3d %6d %32s ' "$cpu" 2 :END)

--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: description 'END ' matched 1 probe
dtrace: description 'BEGIN ' matched 1 probe
END

expect bundled 5 -qn 'BEGIN { printf("bundled\n"); exit(5); }' <<'END'
bundled

--
END

expect matched-text 0 -x quiet=no -n 'BEGIN, END, BEGIN/0/{ trace(1); }' -n 'BEGIN{@ = count(); exit(0);}' -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN, END, BEGIN' matched 3 probes
dtrace: description 'BEGIN' matched 1 probe
END

printf 'BEGIN\n{\n\texit(0);\n}\n' >"$TMP/plain.d"
expect script-name 0 -s "$TMP/plain.d" -o "$TMP/o" <<'END'
--
dtrace: script 'TMP/plain.d' matched 1 probe
END

printf '#!%s -qs\nBEGIN\n{\n\tprintf("%%s: %%d operands, %%s\\n", $$0, $1, $$2);\n\texit(0);\n}\n' \
	"$DT" >"$TMP/run.d"
chmod +x "$TMP/run.d"
"$TMP/run.d" 2 'a b' >"$TMP/out" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'END'
TMP/run.d: 2 operands, a b

--
END
same interpreter-line $status 0

expect by-provider 0 -q -P 'dtrace /0/ { trace(1); }' -n 'BEGIN { exit(0); }' <<'END'

--
END

echo kept >"$TMP/file"
"$DT" -q -o "$TMP/file" -n 'BEGIN { printf("added\n"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
status=$?
cat "$TMP/file" >>"$TMP/out"
printf 'kept\nadded\n\n--\n' >"$TMP/wanted"
same output-file-appends $status 0

expect compile-only 0 -e -n 'BEGIN { trace(1); }' <<'END'
--
END

expect version 0 -V <<'END'
dtrace: D 2.0.0
--
END

expect no-arguments-of-n 2 -n <<'END'
--
dtrace: option requires an argument -- 'n'
Usage:
  dtrace -h -s file [-o file]            provider definitions -> header
  dtrace -G -s file [-o file] [object...] provider definitions -> object
  dtrace [-s file | -n text]... [-c cmd | -p pid]... [arg...]  trace
  dtrace -l [-v] [file... | -c cmd | -p pid]  list probes
  dtrace --explain probe [-c cmd | -p pid]  explain probes
Try `dtrace --help'.
END

expect no-program 1 -x bufsize=64k <<'END'
--
dtrace: no probes specified
END

expect no-such-option 1 -x nosuch -n BEGIN <<'END'
--
dtrace: failed to set -x nosuch: Invalid option name
END

expect bad-value 1 -b lots -n BEGIN <<'END'
--
dtrace: failed to set -b lots: Invalid value for specified option (it takes a size from 1 byte)
END

expect zdefs 0 -Z -qn 'nosuch:::probe { trace(1); } BEGIN { exit(0); }' <<'END'

--
dtrace: warning: probe description nosuch:::probe can never match: a provider of a program needs a process: write nosuch$target, with -c or -p, nosuch1234 or nosuch*
  nosuch:::probe { trace(1); } BEGIN { exit(0); }
  ^~~~~~~~~~~~~~
END

expect date 0 -qn 'BEGIN { printf("%Y %T\n", 86400000000000, 86400000000000); exit(0); }' <<END
$(date -d @86400 '+%Y %b %e %H:%M:%S') Fri, 02 Jan 1970 00:00:00 UTC

--
END

# ^C and SIGTERM: END runs, aggregations are printed, exit status 0
for signal in INT TERM; do
	: >"$TMP/out"
	# a shell makes its background commands ignore SIGINT
	env --default-signal=INT "$DT" -qn 'BEGIN { @ = count(); printf("go\n"); } END { printf("end\n"); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	pid=$!
	wait_for [ -s "$TMP/out" ]
	kill -$signal $pid
	wait $pid
	status=$?
	printf 'go\n\nend\n\n                1\n--\n' >"$TMP/wanted"
	same "signal-$signal" $status 0
done
