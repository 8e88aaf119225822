#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.12: kprobe_multi and uprobe_multi. Functions of the kernel and of programs by one link; tracepoints,
# which differ from kernel to kernel, and the providers that stand on them.
# @timeout 1800
. tests/vm/guest.inc
in_guest bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-amd64$' \
	tests/run/cpc tests/run/dlib tests/run/fbt tests/run/fsinfo tests/run/io tests/run/ip tests/run/iscsi tests/run/nfs tests/run/lockstat/release.sh \
	tests/run/mib/kinds.sh tests/run/mib/names.sh \
	tests/run/pid/*.d tests/run/pid/deep.sh \
	tests/run/pid/all.sh tests/run/pid/ifunc.sh \
	tests/run/pid/later.sh tests/run/pid/processes.sh tests/run/pid/reasons.sh tests/run/proc tests/run/profile tests/run/rawtp \
	tests/run/sched tests/run/sctp tests/run/sdt tests/run/strings tests/run/syscall tests/run/sysinfo tests/run/tcp \
	tests/run/types tests/run/udp tests/run/udplite tests/run/vminfo tests/run/fpuinfo tests/run/aggs/keys.d tests/run/memory/bounds.d \
	tests/run/robust/faults.d tests/run/robust/follow.sh tests/run/robust/kills.sh tests/run/robust/everything.sh tests/run/robust/killed.sh \
	tests/run/robust/redzone.sh tests/run/stacks/arrays.d tests/run/stacks/kernel.d tests/run/stacks/keys.d \
	tests/run/direct/exact.sh tests/run/usdt/columns.d tests/run/usdt/count.d tests/run/usdt/crowd.sh tests/run/usdt/many-sites.sh \
	tests/run/usdt/threads.d tests/scripts/kernel
