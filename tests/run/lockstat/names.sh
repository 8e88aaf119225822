#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Probes of lockstat that no tracepoint shows, and providers of other systems: the reason is said.
. tests/run/common.inc

"$DT" -l -P lockstat 2>&1 | awk '{ print $2, $3, $NF }' >"$TMP/out"
: >"$TMP/err"
cat >"$TMP/wanted" <<'END'
PROVIDER MODULE NAME
lockstat vmlinux adaptive-block
lockstat vmlinux adaptive-spin
lockstat vmlinux adaptive-acquire
lockstat vmlinux adaptive-acquire-error
lockstat vmlinux rw-block
lockstat vmlinux rw-spin
lockstat vmlinux rw-acquire
lockstat vmlinux spin-spin
lockstat vmlinux spin-acquire
--
END
same list 0 0

expect release 1 -n 'lockstat:::spin-release' <<'END'
--
dtrace: invalid probe specifier lockstat:::spin-release: probe description lockstat:::spin-release does not match any probes (spin locks are released without a tracepoint, and the functions that do it cannot all be probed: a program that records runs through them)
  lockstat:::spin-release
  ^~~~~~~~~~~~~~~~~~~~~~~
END

while read -r name why; do
	expect "list-$name" 0 -l -P "$name" <<END
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match $name:::: No probe matches description ($why)
END
done <<'END'
fasttrap it implements the probes of processes: see pid$target::: and the programs' own providers
fsinfo the kernel has no tracepoints for file operations, and its functions for them differ from kernel to kernel: see syscall::: and fbt::vfs_*:entry
plockstat plockstat without a process: write plockstat$target, with -c or -p, plockstat1234, or plockstat* for all
vfs the kernel has no tracepoints for file operations, and its functions for them differ from kernel to kernel: see syscall::: and fbt::vfs_*:entry
END

expect enable 1 -n 'fsinfo:::read' <<'END'
--
dtrace: invalid probe specifier fsinfo:::read: probe description fsinfo:::read does not match any probes (the kernel has no tracepoints for file operations, and its functions for them differ from kernel to kernel: see syscall::: and fbt::vfs_*:entry)
  fsinfo:::read
  ^~~~~~~~~~~~~
END

expect allowed 0 -Zqn 'fsinfo:::read' -n 'BEGIN { exit(0); }' <<'END'

--
dtrace: warning: probe description fsinfo:::read can never match: the kernel has no tracepoints for file operations, and its functions for them differ from kernel to kernel: see syscall::: and fbt::vfs_*:entry
  fsinfo:::read
  ^~~~~~~~~~~~~
END
