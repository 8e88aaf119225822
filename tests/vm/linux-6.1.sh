#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.1: kprobes, but neither kprobe_multi nor uprobe_multi; the eldest verifier. What is attached, what
# programs do with memory and texts, aggregations, stacks, errors.
# @timeout 1800
. tests/vm/guest.inc
in_guest bookworm '^linux-image-6\.1\.0-[0-9]+-cloud-amd64$' \
	tests/run/aggs/*.d tests/run/aggs/recycle.sh tests/run/aggs/many.sh tests/run/aggs/grow.sh tests/run/aggs/offline.sh tests/run/errors \
	tests/run/fbt tests/run/fsinfo tests/run/io tests/run/iscsi tests/run/lockstat/release.sh tests/run/mib/kinds.sh tests/run/stacks tests/run/subrs \
	tests/run/direct/agent.sh tests/run/direct/exact.sh tests/run/direct/values.sh tests/run/usdt tests/run/vars tests/run/plockstat/takes.sh tests/run/pid/*.d tests/run/pid/deep.sh tests/run/pid/fallback.sh \
	tests/run/pid/loops.sh tests/run/pid/many.sh tests/run/pid/returns.sh tests/run/robust/aggsize.sh tests/run/robust/badsite.sh \
	tests/run/robust/bpftrace.sh tests/run/robust/faults.d tests/run/robust/killed.sh \
	tests/run/robust/flood.sh tests/run/robust/leader.sh tests/run/robust/kills.sh tests/run/robust/everything.sh tests/run/robust/helper.sh \
	tests/run/nfs tests/run/robust/leftovers.sh tests/run/robust/large.sh tests/run/robust/ring.sh
# nothing of the kernel may be probed or written, and dtrace says so
once_more lockdown /refused lockdown=confidentiality
