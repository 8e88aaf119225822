#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.12 on arm64: kprobe_multi, uprobe_multi and fentry, and stacks, which differ from kernel to kernel.
# @timeout 1800
machine=aarch64
. tests/vm/guest.inc
in_guest bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-arm64$' \
	tests/run/fbt tests/run/fsinfo 'tests/run/pid/*.d' tests/run/pid/later.sh tests/run/pid/loops.sh 'tests/run/proc/*.d' \
	tests/run/mib/names.sh tests/run/sdt/large.d 'tests/run/stacks/*.d' tests/run/stacks/start.sh 'tests/run/usdt/*.d' tests/run/usdt/later.sh
