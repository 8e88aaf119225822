#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A recursion of 300 calls: by unwind tables there are as many frames as requested. By frame pointers (-x unwindsize=0)
# the kernel stops walking before the end, and the stack is marked as cut.
. tests/run/common.inc
limit=$(cat /proc/sys/kernel/perf_event_max_stack)
[ "$limit" -lt 300 ] || {
	echo "skip limit: kernel.perf_event_max_stack is $limit"
	exit 0
}

# frames NAME WANTED_FRAMES WANTED_LAST WORD...
frames() {
	name=$1 cnt=$2 last=$3
	shift 3
	"$DT" "$@" >"$TMP/out" 2>&1 </dev/null
	got="$(grep -c 'nest`' "$TMP/out") $(sed '/^$/d; s/^ *//; s/+0x[0-9a-f]*$//' "$TMP/out" | tail -n 1)"
	result "$name" "$([ "$got" = "$cnt $last" ] || echo "$got")"
}
cut='[ cut: the kernel walks no more frames, see kernel.perf_event_max_stack ]'
frames traced "$limit" "$cut" -x unwindsize=0 -x maxframes=200 -c "$TRIGGERS/nest 1 300" -qn 'nest$target:::deep { ustack(200); }'
frames as-key "$limit" "$cut" -x unwindsize=0 -x maxframes=200 -c "$TRIGGERS/nest 1 300" \
	-qn 'nest$target:::deep { @[ustack(200)] = count(); } END { printa("%k", @); }'
frames tables 200 'nest`deep' -x maxframes=200 -c "$TRIGGERS/nest 1 300" -qn 'nest$target:::deep { ustack(200); }'
frames tables-as-key 200 'nest`deep' -x maxframes=200 -c "$TRIGGERS/nest 1 300" \
	-qn 'nest$target:::deep { @[ustack(200)] = count(); } END { printa("%k", @); }'
frames asked 100 'nest`deep' -c "$TRIGGERS/nest 1 300" -qn 'nest$target:::deep { ustack(); }'
