#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# A command that starts hundreds of programs, as a build does: all addresses have names, although most programs have
# ended before dtrace reads the next records. (Firings that are missed are those of other programs: the count is exact.)
. tests/run/common.inc

cat >"$TMP/starts" <<'SCRIPT'
i=0
while [ $i -lt 400 ]; do /bin/true; i=$((i + 1)); done
SCRIPT
"$DT" -qn 'syscall::exit_group:entry /progenyof($target)/ { @[ustack(1)] = count(); } END { printa("%k %@d\n", @); }' \
	-c "sh $TMP/starts" >"$TMP/out" 2>"$TMP/err"
result many-programs "$(awk '
	/`/ { named = 1; next }
	/0x/ { named = 0; next }
	NF { cnt[named] += $1 }
	END { if (cnt[1] != 401 || cnt[0]) print cnt[1] + 0 " with names, " cnt[0] + 0 " without" }' "$TMP/out"; grep -v ' missed firings ' "$TMP/err")"
