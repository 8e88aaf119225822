#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# Instructions inside of kernel functions: of all offsets in the first 64 bytes, exactly those at which an instruction
# begins are probed. Before the first jump, each fires once per call; at the first instruction, the registers are still
# those of the entry.
. tests/run/common.inc

if ! "$DT" -x features | grep -q '^kprobe  *yes'; then
	echo "skip offsets: needs kprobe"
	exit 0
fi
address=$(awk '$3 == "vfs_read" && $4 == "" { print $1; exit }' /proc/kallsyms)
if ! "$TRIGGERS/kcode" "$address" 64 >"$TMP/starts"; then
	echo "skip offsets: needs /proc/kcore and capstone"
	exit 0
fi

# the probed offsets, and how often each fires
# (if more than 16 probes have the same clauses, only -v names those that are refused)
{
	for first in 1 16 32 48; do
		seq $first $((first / 16 * 16 + 15)) | xargs printf 'fbt::vfs_read:%x\n' | paste -sd,
		echo '/pid == $target/ { @[probename] = count(); @sums[probename] = sum(arg2); }'
	done
	echo 'fbt::vfs_read:entry /pid == $target/ { @[probename] = count(); @sums[probename] = sum(arg2); }'
	printf '%s\n' 'END { printa("%s %@d %@d\n", @, @sums); }'
} >"$TMP/each.d"
"$DT" -qs "$TMP/each.d" -c "$TRIGGERS/kcalls" >"$TMP/out" 2>"$TMP/err" </dev/null
result status "$([ $? = 0 ] || cat "$TMP/err")"
said='^dtrace: fbt:vmlinux:vfs_read:\([0-9a-f]*\) is not probed: the kernel refuses it (no instruction begins there)$'
result messages "$(grep -v -e "$said" -e 'missed firing' "$TMP/err")"
sed -n "s/$said/\1/p" "$TMP/err" | sort >"$TMP/refused"
seq 1 63 | xargs printf '%x\n' | sort | comm -23 - "$TMP/refused" >"$TMP/probed"
# the kernel's own code for tracing entries begins there, too, and is probed as the entry
sort "$TMP/starts" | grep -vx 0 >"$TMP/wanted"
result instructions "$(diff "$TMP/wanted" "$TMP/probed")"

entry=$(sed -n 's/^entry //p' "$TMP/out")
one=$(sed -n 2p "$TMP/starts")
first=$(sed -n "s/^$one //p" "$TMP/out")
result first "$([ -n "$entry" ] && [ "$first" = "$entry" ] || echo "'$first', at the entry '$entry'")"
result more-than-entries "$(awk -v most="${entry% *}" '$2 > most' "$TMP/out")"

# by itself: the same count, and no messages
alone=$("$DT" -qn "fbt::vfs_read:$one /pid == \$target/ { @ = count(); @s = sum(arg2); } END { printa(\"%@d %@d\n\", @, @s); }" \
	-c "$TRIGGERS/kcalls" 2>"$TMP/err" </dev/null)
result alone "$([ "$alone" = "$entry" ] && [ ! -s "$TMP/err" ] || { echo "'$alone', at the entry '$entry'"; cat "$TMP/err"; })"

# in a module
if grep -q '^loop ' /proc/modules; then
	module=$("$DT" -qn "fbt:loop:loop_control_ioctl:0 /pid == \$target/ { printf(\"%s %s %x\n\", probefunc, probename, arg1); }" \
		-c "$TRIGGERS/kcalls" 2>&1 </dev/null)
	result module "$([ "$module" = "loop_control_ioctl 0 4c82" ] || echo "$module")"
fi

# a description is an offset if it names a function and is a single number in its canonical spelling
says() {
	name=$1 wanted=$2
	shift 2
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	grep -Eq "$wanted" "$TMP/err" && text='' || text=$(cat "$TMP/err")
	result "$name" "$text"
}
says beyond 'does not match any probes \(the function ends before this offset\)$' -n fbt::vfs_read:ffffff
says zeros 'does not match any probes' -n fbt::vfs_read:0024
says everywhere 'does not match any probes' -n fbt:::24
says forbidden "does not match any probes \(the kernel's blacklist forbids kprobes there\)$" -n fbt::do_syscall_64:4
says untyped 'args\[' -n "fbt::vfs_read:$one { trace(args[0]); }"
