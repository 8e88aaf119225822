#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# --explain: its output for probes of each kind, that every probe of the tables is explained, and that its examples
# compile.
. tests/run/common.inc
. scripts/def-rows.sh

# The rows of about.def for probes that are tracepoints are those of tracepoints.def
rows runtime/provider/tracepoint/tracepoints.def 'TP|TP_EACH|TP_ELSE|TP_FUNC|TP_RETURN|TP_PERF' | cut -f 2,3 |
	sed 's/\t.*:/\t/' | LC_ALL=C sort -u >"$TMP/probes"
cut -f 1 "$TMP/probes" | sort -u >"$TMP/providers"
rows runtime/provider/about.def ABOUT | cut -f 1,2 | grep -Fwf "$TMP/providers" | LC_ALL=C sort >"$TMP/about"
result rows "$(diff "$TMP/probes" "$TMP/about")"

# explained NAME WORD...: each description on standard input is explained, as one probe or several similar ones, and the
# example compiles
explained() {
	name=$1
	shift
	sort -u >"$TMP/wanted"
	sed 's/^/--explain\n/' "$TMP/wanted" | tr '\n' '\0' | xargs -0 "$DT" "$@" >"$TMP/out" 2>"$TMP/err"
	sed -n "s/^  example    dtrace -n '\(.*\)'\( -c COMMAND\)\{0,1\}\$/\1/p" "$TMP/out" >"$TMP/examples"
	sed 's/ [{/].*//' "$TMP/examples" | diff "$TMP/wanted" - >"$TMP/bad"
	grep -n 'not known' "$TMP/out" >>"$TMP/bad"
	# a separate aggregation for each
	awk '{ gsub(/@\[/, "@a" NR "["); print "-n"; print }' "$TMP/examples" | tr '\n' '\0' | xargs -0 "$DT" -e "$@" >>"$TMP/bad" 2>&1
	cat "$TMP/err" >>"$TMP/bad"
	result "$name" "$(cat "$TMP/bad")"
}
# rows of the table that this kernel supports
"$DT" -l | awk 'NR > 1 { print $2 ":::" $NF }' | sort -u >"$TMP/listed"
sed 's/	/:::/' "$TMP/probes" | sort | comm -12 - "$TMP/listed" | explained tracepoints

# ---- one of each kind, with its exact output
expect syscall 0 --explain syscall::read:entry <<'END'
syscall:vmlinux:read:entry
  provider   syscall: system calls of programs
  fires      when a program makes the system call read
  event      tracepoint sys_enter, for the number of read
  cost       low: tens of nanoseconds for each system call on the machine, whichever are named
  arguments  args[0]: unsigned int
             args[1]: char *
             args[2]: size_t
             arg0 ... arg5: its arguments
  example    dtrace -n 'syscall::read:entry { @[execname] = count(); }'

--
END
expect tracepoint 0 --explain proc:::exec-failure --explain BEGIN <<'END'
proc:vmlinux::exec-failure
  provider   proc: processes, threads and signals
  fires      when exec has failed
  event      tracepoint sys_exit
  cost       low: tens of nanoseconds for each system call on the machine, whichever are named
  arguments  args[0]: int
  example    dtrace -n 'proc:::exec-failure { @[execname, args[0]] = count(); }'

dtrace:::BEGIN
  provider   dtrace: begin, end and faults of a run
  fires      once, before all other probes
  event      dtrace itself, when all probes are attached
  cost       none: it fires once in a run
  arguments  none
  example    dtrace -n 'BEGIN { printf("began"); }'

--
END
# the second interpretation of a description, and several descriptions
expect readings 0 --explain 'tcp::state-change, tick-5s' <<'END'
tcp:vmlinux::state-change
  provider   tcp: connections and segments of TCP
  fires      when a connection is about to enter another state
  event      tracepoint inet_sock_set_state
  cost       low: tens of nanoseconds for each event on the machine
  arguments  args[0]: void *
             args[1]: csinfo_t *
             args[2]: void *
             args[3]: tcpsinfo_t *
             args[4]: void *
             args[5]: tcplsinfo_t *
  example    dtrace -n 'tcp::state-change { @[tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state]] = count(); }'

profile:::tick-5s
  provider   profile: clocks
  fires      at its rate, on one CPU
  event      a clock on the first CPU (a perf event)
  cost       an interrupt for each firing, at the rate in the name
  arguments  arg0: interrupted address in the kernel, arg1: in a program; the other is 0
  example    dtrace -n 'tick-5s { exit(0); }'

--
END
# several probes of one row are explained together
expect several 0 --explain 'syscall::preadv*:' <<'END'
2 probes of syscall::preadv*:, such as syscall:vmlinux:preadv:entry
  provider   syscall: system calls of programs
  fires      when a program makes the system call preadv*
  event      tracepoint sys_enter, for the number of preadv*
  cost       low: tens of nanoseconds for each system call on the machine, whichever are named
  arguments  args[] have different types from probe to probe: see -lv
             arg0 ... arg5: its arguments
  example    dtrace -n 'syscall::preadv*:entry { @[execname] = count(); }'

2 probes of syscall::preadv*:, such as syscall:vmlinux:preadv:return
  provider   syscall: system calls of programs
  fires      when the system call preadv* returns
  event      tracepoint sys_exit, for the number of preadv*
  cost       low: tens of nanoseconds for each system call on the machine, whichever are named
  arguments  args[0]: long
             arg0, arg1: the result; an error is negative
  example    dtrace -n 'syscall::preadv*:return /arg1 < 0/ { @[execname, -arg1] = count(); }'

--
END
expect near 1 --explain syscall::opne:entry --explain BEGIN <<'END'
dtrace:::BEGIN
  provider   dtrace: begin, end and faults of a run
  fires      once, before all other probes
  event      dtrace itself, when all probes are attached
  cost       none: it fires once in a run
  arguments  none
  example    dtrace -n 'BEGIN { printf("began"); }'

--
dtrace: failed to match syscall::opne:entry: No probe matches description (did you mean open?)
END

# a program may name only four of the counters: the example has one of them
if grep -q '^mib:::tcp' "$TMP/listed"; then
	"$DT" --explain 'mib:::tcp*' >"$TMP/out" 2>"$TMP/err"
	example=$(sed -n "s/^  example    dtrace -n '\(.*\)'\$/\1/p" "$TMP/out")
	result many-counters "$(grep -q '^[0-9]* probes of mib:::tcp' "$TMP/out" && "$DT" -en "$example" 2>&1 || cat "$TMP/out" "$TMP/err")"
fi

# of a process: process ids are removed
of_process() { # NAME DESCRIPTION
	cat >"$TMP/wanted"
	"$DT" --explain "$2" -c "$TRIGGERS/loop" 2>&1 </dev/null | sed -E 's/(pid|loop|plockstat)[1-9][0-9]+/\1PID/g; s/^[0-9]+ probes/N probes/' >"$TMP/got"
	result "$1" "$(diff "$TMP/wanted" "$TMP/got")"
}
of_process usdt 'loop$target:::tick' <<'END'
loopPID:loop:main:tick
  provider   usdt: probes that are built into programs
  fires      when the program reaches its probe tick, in main
  event      a breakpoint (uprobe) on the nop at each site of tick in loop
  cost       about half a microsecond for each firing (a breakpoint) in the processes that are traced
  arguments  args[0]: int
             args[1]: int
             args[2]: const char *
             arg0 ... arg9: the operands of the site
  example    dtrace -n 'loop$target:::tick { @[execname] = count(); }' -c COMMAND

END
of_process functions 'pid$target:a.out:main:' <<'END'
pidPID:loop:main:entry
  provider   pid: functions and instructions of programs
  fires      when the function main of loop is called
  event      a breakpoint (uprobe) on the first instruction of main in loop
  cost       about half a microsecond for each firing (a breakpoint) in the processes that are traced
  arguments  arg0 ... arg9: its arguments by the calling convention
  example    dtrace -n 'pid$target:a.out:main:entry { @[ustack(5)] = count(); }' -c COMMAND

pidPID:loop:main:return
  provider   pid: functions and instructions of programs
  fires      when the function main of loop returns
  event      the return address of main (uretprobe), or its return instructions
  cost       about half a microsecond at the entry and again at the return, in the processes that are traced
  arguments  arg1: the result
  example    dtrace -n 'pid$target:a.out:main:return { @[arg1] = count(); }' -c COMMAND

N probes of pidPID:a.out:main:, such as pidPID:loop:main:0
  provider   pid: functions and instructions of programs
  fires      when the instruction at offset 0x* of main is executed
  event      a breakpoint (uprobe) on the instruction at main+0x* in a.out
  cost       about half a microsecond for each firing (a breakpoint) in the processes that are traced
  arguments  arg0 ... arg9: what the registers and the stack hold
  example    dtrace -n 'pid$target:a.out:main: { @[ustack(5)] = count(); }' -c COMMAND

END
printf '%s\n' 'loop$target:::tick' 'pid$target:a.out:main:entry' 'plockstat$target::pthread_mutex_lock:mutex-acquire' |
	explained processes -c "$TRIGGERS/loop"
exit 0
