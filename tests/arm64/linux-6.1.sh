#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.1 on arm64: neither kprobe_multi, uprobe_multi nor fentry. Tests of parts, and all D scripts.
# @timeout 1800
machine=aarch64
. tests/vm/guest.inc
in_guest bookworm '^linux-image-6\.1\.0-[0-9]+-cloud-arm64$' unit 'tests/run/*/*.d' tests/run/cpc \
	tests/run/pid/deep.sh tests/run/pid/ifunc.sh tests/run/pid/reasons.sh tests/run/proc/list.sh \
	tests/run/profile/busy.sh tests/run/profile/units.sh tests/run/stacks/callers.sh \
	tests/run/tcp/veth.sh tests/run/types/bitfields.sh tests/run/types/kernel.sh tests/run/usdt/libraries.sh \
	tests/run/vars/pid-namespace.sh
