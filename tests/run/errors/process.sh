#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Descriptions of probes in processes that match nothing: the tag and the reason.
. tests/run/common.inc

# says NAME TAG DESCRIPTION REASON: the first line of the message; PID is that of the command
says() {
	"$DT" -x errtags -n "$3" -c "$TRIGGERS/loop 1" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	[ $status = 1 ] || echo "not ok $1-status: $status"
	pid=$(sed -n 's/.* probe description [a-z]*\([1-9][0-9]*\):.*/\1/p' "$TMP/err")
	head -n 1 "$TMP/err" | sed "s/\<process ${pid:-nothing}\>/process PID/; s/\([a-z]\)${pid:-nothing}:/\1PID:/g" >"$TMP/got"
	asked=$(echo "$3" | sed "s/${pid:-nothing}:/PID:/")
	description=$(echo "$asked" | sed 's/\$target/PID/')
	echo "dtrace: invalid probe specifier $asked: [$2] probe description $description does not match any probes ($4)" |
		diff - "$TMP/got" >"$TMP/diff"
	result "$1" "$(cat "$TMP/diff")"
}

# shellcheck disable=SC2016
{
	says library D_PROC_LIB 'pid$target:libnosuch::entry' \
		'process PID has no file libnosuch: -Z waits for one that it opens later, -x objects=FILE names it'
	says function D_PROC_FUNC 'pid$target:a.out:nosuch:entry' 'no such function'
	says outside D_PROC_OFF 'pid$target:a.out:main:fff0' 'main ends before offset fff0'
	says no-address D_PROC_OFF 'pid$target:a.out:-:ffffff' 'no function is at address ffffff'
	says inside D_PROC_ALIGN 'pid$target:a.out:main:1' \
		"main can't be probed there: it is not the first byte of an instruction"
	says name D_PROC_NAME 'pid$target:a.out:main:exit' 'names of probes are entry, return and hexadecimal offsets, without 0x'
	says refused D_PROC_CREATEFAIL 'pid$target:a.out:_start:return' \
		"_start can't be probed there: it is not entered by a call, or it returns to the caller of another function"
	says no-process D_PROC_BADPID 'pid4194300:::entry' 'process PID: No such process'
	says no-process-usdt D_PROC_BADPID 'loop4194300:::tick' 'process PID: No such process'
	says no-number D_PROC_BADPID 'pid:::entry' \
		'pid does not contain a valid pid: write pid$target, with -c or -p, pid1234, or pid* for all'
	says glob D_PROC_LIB 'pid*:::entry' \
		'these are all functions of all processes: name a file (pid*:libc.so.6:...) or one function'
	says no-symbol D_PROC_NAME 'pid$target:a.out:-:entry' 'names of probes in - are hexadecimal addresses, without 0x'
	says underscores D_PROC_USDT 'loop$target:::signed__value' "__ of the source is - in D: write signed-value"
	says usdt D_PROC_USDT 'nosuch$target:::tick' 'process PID has other probes: see dtrace -l'
}
# a kernel thread
kernel=$(pgrep -x kthreadd) && says kernel D_PROC_GRAB "pid$kernel:::entry" \
	'process PID maps no program: it is a kernel thread or has ended'

# a provider of programs without a process
# shellcheck disable=SC2016
expect no-process-number 1 -n 'loop:::tick' -c "$TRIGGERS/loop 1" <<'END'
--
dtrace: invalid probe specifier loop:::tick: probe description loop:::tick does not match any probes (a provider of a program needs a process: write loop$target, with -c or -p, loopPID or loop*)
  loop:::tick
  ^~~~~~~~~~~
END
# shellcheck disable=SC2016
expect no-process-number-listed 0 -ln 'loop:::nosuch' -c "$TRIGGERS/loop 1" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match loop:::nosuch: No probe matches description (a provider of a program needs a process: write loop$target, with -c or -p, loopPID or loop*)
END
# it does not match loops*
expect no-such-provider 1 -n 'loo:::tick' -c "$TRIGGERS/loop 1" <<'END'
--
dtrace: invalid probe specifier loo:::tick: probe description loo:::tick does not match any probes
  loo:::tick
  ^~~~~~~~~~
END
# args[] of a missing probe: why it is missing
expect no-process-args 1 -n 'loop:::tick { trace(args[0]); trace(args[1]); }' -c "$TRIGGERS/loop 1" <<'END'
--
dtrace: invalid probe specifier loop:::tick { trace(args[0]); trace(args[1]); }: in action list: args[ ] may not be referenced because probe description loop:::tick does not match any probes (a provider of a program needs a process: write loop$target, with -c or -p, loopPID or loop*)
  loop:::tick { trace(args[0]); trace(args[1]); }
                      ^~~~~~~
END
expect later-args 1 -Zn 'nosuch*:::tick { trace(args[0]); }' -c "$TRIGGERS/loop 1" <<'END'
--
dtrace: invalid probe specifier nosuch*:::tick { trace(args[0]); }: in action list: args[ ] may not be referenced because probe description nosuch*:::tick does not match any probes (until there are some, use arg0 to arg9)
  nosuch*:::tick { trace(args[0]); }
                         ^~~~~~~
END
