#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Functions that can't be probed, and why: a kernel without kprobes, a function that kprobes must not touch, too
# many functions without kprobe_multi. Each time nothing is left in the kernel.
# @root
. tests/run/common.inc

has() { "$DTRACE" -x features | grep -q "^$1  *yes"; }

# says NAME STATUS PATTERN WORD...: dtrace WORD... ends with this status and a matching line on stderr
says() {
	name=$1 wanted=$2 pattern=$3
	shift 3
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	if [ $status -ne "$wanted" ]; then
		result "$name" "exit status $status, expected $wanted"
		cat "$TMP/err"
	elif [ "$(grep -Ec "$pattern" "$TMP/err")" != 1 ]; then
		result "$name" "says something else"
		cat "$TMP/err"
	else
		result "$name" ''
	fi
}

if ! has kprobe && ! has kprobe_multi; then
	reason='\((kprobes are forbidden: the kernel is locked down \([a-z]+, see .*\)|no function of the kernel can be probed: .*CONFIG_KPROBES.*)\)'
	says enable 1 "^dtrace: invalid probe specifier fbt::vfs_read:entry: probe description fbt::vfs_read:entry does not match any probes $reason\$" \
		-n fbt::vfs_read:entry
	says list 0 "^dtrace: failed to match fbt::vfs_read:entry: No probe matches description $reason\$" \
		-ln fbt::vfs_read:entry
	says zdefs 0 "^dtrace: description 'fbt::vfs_read:entry' matched 0 probes\$" \
		-Zn fbt::vfs_read:entry -n 'BEGIN { exit(0); }'
	"$DT" -l >"$TMP/list" 2>"$TMP/err"
	status=$?
	result list-all "$([ $status = 0 ] && [ ! -s "$TMP/err" ] || { echo "exit status $status"; head -n 3 "$TMP/err"; })"
	result no-fbt "$(awk '$2 == "fbt"' "$TMP/list" | head -n 1)"
	exit 0
fi

says blacklist 1 'does not match any probes \(the kernel.s blacklist forbids kprobes there\)$' \
	-n fbt::do_syscall_64:entry
says notrace 1 'does not match any probes \(the kernel can.t trace it \(notrace, assembler, or discarded\)\)$' \
	-n fbt::copy_page:entry
says own 1 'does not match any probes \(programs of probes call it\)$' \
	-n fbt::migrate_disable:entry
says lock 1 'does not match any probes \(programs of probes call it\)$' \
	-n fbt::_raw_spin_lock_irqsave:return
says unknown 1 'probe description fbt::no_such_function:entry does not match any probes$' \
	-n fbt::no_such_function:entry
# with -lv each function left out of a listing is named
says verbose 0 "^dtrace: left out: vmlinux.do_syscall_64: the kernel's blacklist forbids kprobes there\$" \
	-lvn 'fbt::do_syscall_*:entry'
# functions used to take stacks match no pattern, but can be named
says pattern 0 "^dtrace: left out: vmlinux.unwind_next_frame: programs of probes call it to take a stack; name it to probe it\$" \
	-lvn 'fbt::unwind_next_*:entry'
result pattern-list "$(grep unwind_next_frame "$TMP/out")"
"$DT" -ln fbt::unwind_next_frame:entry >"$TMP/out" 2>&1
result named "$(grep -q 'unwind_next_frame entry' "$TMP/out" || cat "$TMP/out")"
# a copy that the compiler made is known to rawfbt only
copy=$(awk '$3 ~ /^finish_task_switch\.isra\.[0-9]+$/ { print $3; exit }' /proc/kallsyms)
[ -z "$copy" ] ||
	says copy 1 "does not match any probes \\(the kernel has a copy of it that the compiler made: see rawfbt::$copy\\)\$" \
		-n fbt::finish_task_switch:entry
# a struct in a register has no address
says by-value 1 'args\[1\] is a "kuid_t" that is passed by value, not in memory: see arg1$' \
	-n 'fbt::make_kuid:return { trace(args[1].val); }'
has kprobe_multi ||
	says many 1 ': [3-9][0-9]{4} functions of the kernel match, but this kernel can probe 500 at a time: it has no kprobe_multi \(CONFIG_FPROBE, Linux 5\.18\); name fewer$' \
		-n 'fbt:::entry { @ = count(); }'
