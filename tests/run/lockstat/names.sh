#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Probes of lockstat without a tracepoint in Linux, and providers of other systems: the message gives the reason.
. tests/run/common.inc

"$DT" -l -n 'fbt::mutex_unlock:entry' 2>/dev/null | awk '{ print $4 }' >"$TMP/functions"
"$DT" -l -P lockstat 2>&1 | awk '{ print $2, $3, $4, $5 }' >"$TMP/out"
: >"$TMP/err"
cat >"$TMP/wanted" <<'END'
PROVIDER MODULE FUNCTION NAME
lockstat vmlinux mutex_lock adaptive-block
lockstat vmlinux mutex_lock adaptive-spin
lockstat vmlinux mutex_lock adaptive-acquire
lockstat vmlinux mutex_lock adaptive-acquire-error
lockstat vmlinux mutex_unlock adaptive-release
lockstat vmlinux down_read rw-block
lockstat vmlinux down_write rw-block
lockstat vmlinux percpu_down_read rw-block
lockstat vmlinux percpu_down_write rw-block
lockstat vmlinux queued_read_lock_slowpath rw-spin
lockstat vmlinux queued_write_lock_slowpath rw-spin
lockstat vmlinux down_read rw-acquire
lockstat vmlinux down_write rw-acquire
lockstat vmlinux percpu_down_read rw-acquire
lockstat vmlinux percpu_down_write rw-acquire
lockstat vmlinux queued_read_lock_slowpath rw-acquire
lockstat vmlinux queued_write_lock_slowpath rw-acquire
lockstat vmlinux downgrade_write rw-downgrade
lockstat vmlinux up_read rw-release
lockstat vmlinux up_write rw-release
lockstat vmlinux queued_spin_lock_slowpath spin-spin
lockstat vmlinux queued_spin_lock_slowpath spin-acquire
--
END
# what shows these locks being released are functions of the kernel, where they can be probed
grep -q '^mutex_unlock$' "$TMP/functions" || sed -i '/ \(adaptive-release\|rw-downgrade\|rw-release\)$/d' "$TMP/wanted"
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
dtmalloc it is FreeBSD's: the kernel's allocations are sdt:kmem::kmalloc and sdt:kmem::kfree here
callout_execute it is FreeBSD's: the kernel's timers are sdt:timer::timer_expire_entry and timer_expire_exit here
nfscl it is FreeBSD's: the NFS client has tracepoints here, sdt:nfs:: and sdt:nfs4::, when its module is loaded
mach_trap Linux has no calls of Mach: see syscall:::
fasttrap it implements the probes of processes: see pid$target::: and the programs' own providers
plockstat plockstat without a process: write plockstat$target, with -c or -p, plockstat1234, or plockstat* for all
vfs its probes are operations of FreeBSD's vnodes, for which Linux has no tracepoints: see fsinfo:::, syscall::: and fbt::vfs_*:entry
END

expect enable 1 -n 'vfs:::read' <<'END'
--
dtrace: invalid probe specifier vfs:::read: probe description vfs:::read does not match any probes (its probes are operations of FreeBSD's vnodes, for which Linux has no tracepoints: see fsinfo:::, syscall::: and fbt::vfs_*:entry)
  vfs:::read
  ^~~~~~~~~~
END

expect allowed 0 -Zqn 'vfs:::read' -n 'BEGIN { exit(0); }' <<'END'

--
dtrace: warning: probe description vfs:::read can never match: its probes are operations of FreeBSD's vnodes, for which Linux has no tracepoints: see fsinfo:::, syscall::: and fbt::vfs_*:entry
  vfs:::read
  ^~~~~~~~~~
END
