#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @lock stacks
#
# -x oformat=folded: stacks in keys from the outermost frame, other keys in front; printa() prints at once, the rest is
# printed at the end; aggregations without a stack are left out, with a message.
. tests/run/common.inc

expect stacks 0 -qx oformat=folded -n 'nest$target:::inner { @n["a;b", ustack(2), (int)arg0 / 100] = sum(arg0 + 1); @none = count();
	trace(1); } nest$target:::inner { @q[ustack(1)] = quantize(arg0); }' -c "$TRIGGERS/nest 1 5" <<'OUT'
a:b;0;nest`left;nest`inner 3
nest`inner 3
--
dtrace: @none is left out: none of its keys is a stack
OUT

expect printa 0 -qx oformat=folded -n 'nest$target:::deep { @n[ustack(1)] = count(); printa(@n); clear(@n); }
	END { printf("not printed"); }' -c "$TRIGGERS/nest 1 5" <<'OUT'
nest`deep 1
--
OUT

# system(), freopen() and ftruncate() act after what was printed before them, and nothing that other actions print remains
expect effects 0 -wqx oformat=folded -n "BEGIN { @[stack()] = count(); printa(@); printf(\"no\"); system(\"echo x\"); trace(1); printa(@);
	freopen(\"$TMP/other\"); printa(@); ftruncate(); @[stack()] = count(); printa(@); printf(\"no\"); freopen(\"\"); printa(@); exit(0); }" <<'OUT'
[no stack] 2
x
[no stack] 2
[no stack] 2
--
OUT
result effects-other "$(echo '[no stack] 2' | diff - "$TMP/other")"

# said once, also if printa() comes before any value
expect said-once 0 -qx oformat=folded -n 'END { @none = count(); printa(@none); } BEGIN { printa(@none); exit(0); }' <<'OUT'
--
dtrace: @none is left out: none of its keys is a stack
OUT

# a probe without a thread of its own has no user stack; other keys remain
expect no-stack 0 -qx oformat=folded -n 'BEGIN { @a[ustack()] = count(); @b["a", ustack()] = count(); @c["x"] = count();
	@e[ustack(), "post"] = sum(4); exit(0); }' <<'OUT'
[no stack] 1
a;[no stack] 1
post;[no stack] 4
--
dtrace: @c is left out: none of its keys is a stack
OUT
