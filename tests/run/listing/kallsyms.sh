#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# How often listing all probes reads /proc/kallsyms: a search for a name that the kernel does not have reads all of it,
# which takes longer than everything else. Once; where functions can be probed, their addresses are needed as well, two
# of which are searched for before all names are read.
. tests/run/common.inc
command -v strace >/dev/null || {
	echo 'skip reads: needs strace'
	exit
}
most=1
"$DT" -l -n 'fbt::vfs_read:entry' >"$TMP/function" 2>&1 && most=4
under_strace -f -qq -o "$TMP/strace" -e trace=openat "$DT" -l >"$TMP/out" 2>"$TMP/err"
result status "$([ $? = 0 ] || cat "$TMP/err")"
cnt=$(grep -c "\"/proc/kallsyms\"" "$TMP/strace")
result reads "$([ "$cnt" -ge 1 ] && [ "$cnt" -le $most ] || echo "$cnt times, not $most")"
