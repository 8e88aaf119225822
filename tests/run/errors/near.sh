#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# For misspelled descriptions the message suggests the probable one, and with -Z it reports at once what can never match.
# shellcheck disable=SC2016
. tests/run/common.inc

# near DESCRIPTION REASON [WORD...]: the whole message, up to the source line, with or without libc's debug file
near() {
	near_text=$1 near_why=$2
	shift 2
	timeout 60 "$DT" -n "$near_text" "$@" >/dev/null 2>"$TMP/err" </dev/null
	near_status=$?
	sed -n '1s/.* does not match any probes//p' "$TMP/err" | sed -E -e 's/process [0-9]+/process PID/; s/kin[0-9]+/kinPID/' \
		-e 's| [^ ]* is stripped: only its exported functions have names;||' >"$TMP/got"
	if [ $near_status = 1 ] && [ "$(cat "$TMP/got")" = "${near_why:+ ($near_why)}" ]; then
		echo "ok $near_text"
	else
		echo "not ok $near_text: status $near_status"
		cat "$TMP/err"
	fi
}

# each part: an extra letter, a missing one, a wrong one, two swapped
near syscall::opne:entry 'did you mean open?'
near syscall::opn:entry 'did you mean open?'
near syscall::getpidd:return 'did you mean getpid?'
near syscall::open:entyr 'did you mean entry?'
near syscall::open:retrun 'did you mean return?'
near syscal::open:entry 'did you mean syscall?'
near syscall:vmlinx:open:entry 'did you mean vmlinux?'
near dtrce:::BEGIN 'did you mean dtrace?'
near :::BEGIM 'did you mean BEGIN?'
near proc:::exec-succes 'did you mean exec-success?'
near sched:::on-cpo 'did you mean on-cpu?'
near rawtp:::sched_swich 'did you mean sched_switch?'
# probes of clocks are not in a list
near profile:::tik-7s 'did you mean tick-7s?'
near tik-1s 'did you mean tick-1s?'
near profle-97 'did you mean profile-97?'
near profilee:::tick-1s 'did you mean profile?'
# probes of a process
near 'pid$target::mallok:entry' 'no such function; did you mean malloc?' -c "$TRIGGERS/kin"
near 'pid$target:libc.so.6:malloc:entyr' \
	'names of probes are entry, return and hexadecimal offsets, without 0x; did you mean entry?' -c /bin/true
near 'pid$target:lbc:malloc:entry' \
	"process PID has no file lbc (its program, a.out, is kin): -Z waits for one that it opens later, -x objects=FILE names it; did you mean libc?" \
	-c "$TRIGGERS/kin"
near 'kin$target:::hre' 'process PID has other probes: see dtrace -l; did you mean here?' -c "$TRIGGERS/kin"
near 'kan$target:::here' 'process PID has other probes: see dtrace -l; did you mean kinPID?' -c "$TRIGGERS/kin"
# as other tools write them
near kprobe:vfs_read 'did you mean fbt::vfs_read:entry?'
near kr:vfs_read 'did you mean fbt::vfs_read:return?'
near t:syscalls:sys_enter_openat 'did you mean syscall::openat:entry?'
near i:s:1 'did you mean tick-1s?'
near kretprobe:vfs_read 'did you mean fbt::vfs_read:return?'
near kfunc:vmlinux:vfs_read 'did you mean fbt::vfs_read:entry?'
near kretfunc:vfs_read 'did you mean fbt::vfs_read:return?'
near fentry:vfs_read 'did you mean fbt::vfs_read:entry?'
near fexit:vfs_read 'did you mean fbt::vfs_read:return?'
near uprobe:/bin/bash:readline 'did you mean pid$target::readline:entry?'
near uretprobe:/bin/bash:readline 'did you mean pid$target::readline:return?'
near usdt:/usr/bin/shop:shop:sale 'did you mean shop$target:::sale?'
near tracepoint:sched:sched_switch 'did you mean sdt:sched::sched_switch?'
near tracepoint:syscalls:sys_enter_openat 'did you mean syscall::openat:entry?'
near rawtracepoint:sched_switch 'did you mean rawtp:::sched_switch?'
near interval:s:1 'did you mean tick-1s?'
near profile:hz:99 'did you mean profile-99hz?'
near software:faults:100 'did you mean cpc:::page_faults-all-100?'
near software:context-switches:1 'did you mean cpc:::context_switches-all-1?'
near software:major-faults:1 'did you mean cpc:::page_faults_maj-all-1?'
near software:minor-faults:1 'did you mean cpc:::page_faults_min-all-1?'
near software:migrations:1 'did you mean cpc:::cpu_migrations-all-1?'
near software:cs:1 'did you mean cpc:::context_switches-all-1?'
near software:cpu:1000000 'did you mean cpc:::cpu_clock-all-1000000?'
near hardware:branches:10000 'did you mean cpc:::branch_instructions-all-10000?'
near hardware:cache-misses:10000 'did you mean cpc:::cache_misses-all-10000?'
near hardware:cycles:1000000 'did you mean cpc:::cpu_cycles-all-1000000?'
near sched:sched_switch 'did you mean sdt:sched::sched_switch?'
near syscalls:sys_exit_openat 'did you mean syscall::openat:return?'
near syscall::openat:enter 'did you mean entry?'
near syscall::openat:exit 'did you mean return?'
near begin 'did you mean BEGIN?'
# with too few colons
near syscall:read:entry 'did you mean syscall::read:entry?'
near syscall:read 'did you mean syscall::read:?'
near syscall::read 'did you mean syscall::read:?'
near proc:exec-success 'did you mean proc:::exec-success?'
near syscall:frobnicate:entry ''
# system calls as the kernel and macOS call them
near syscall::sys_read:entry 'did you mean syscall::read:entry?'
near syscall::__x64_sys_openat:return 'did you mean syscall::openat:return?'
near syscall::read_nocancel:entry 'did you mean syscall::read:entry?'
near syscall::_nocancel:entry ''
# clocks: what exists are only examples
near tick-5x 'a number and a unit follow: hz, ns, us, ms, s, m, h or d'
near tick-1minute 'a number and a unit follow: hz, ns, us, ms, s, m, h or d'
near profile:::profile-hz 'a number and a unit follow: hz, ns, us, ms, s, m, h or d'
near tick-0 'the interval must be 200 microseconds or more'
# nothing similar, or more than one wrong part
near kprobe ''
near tracepoint:sched ''
near sched:sched_swotch ''
near syscall::frobnicate:exit ''
near syscall::frobnicate:entry ''
near syscal::opne:entry ''
near 'syscall::op[q]ne:entry' ''

expect list 0 -ln syscall::opne:entry <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match syscall::opne:entry: No probe matches description (did you mean open?)
END

# never DESCRIPTION REASON: with -Z; without a reason, a match is still possible
never() {
	never_text=$1 never_why=$2
	timeout 60 "$DT" -Zqn "$never_text" -n 'BEGIN { exit(3); }' >"$TMP/out" 2>"$TMP/err" </dev/null
	never_status=$?
	{
		[ -z "$never_why" ] || echo "dtrace: warning: probe description $never_text can never match: $never_why"
		[ -z "$never_why" ] || printf '  %s\n  %s\n' "$never_text" "$(echo "^$never_text" | sed 's/./~/g; s/^~~/^/')"
	} >"$TMP/wanted"
	if [ $never_status = 3 ] && diff "$TMP/wanted" "$TMP/err"; then
		echo "ok -Z $never_text"
	else
		echo "not ok -Z $never_text: status $never_status"
	fi
}
never syscall::opne:entry 'did you mean open?'
never syscall::frobnicate:entry 'the kernel has no other probes'
never nosuch:::x 'a provider of a program needs a process: write nosuch$target, with -c or -p, nosuch1234 or nosuch*'
never pid99999999::main:entry 'there is no such process'
never 99999999 'use a number that dtrace -l prints'
never 'nosuch*:::x' ''
never "nosuch$$:::x" ''
