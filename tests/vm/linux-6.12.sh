#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.12: kprobe_multi and uprobe_multi. What differs from 6.1: functions, user probes by one link,
# tracepoints, the verifier's view of memory and strings.
# @timeout 900
. tests/vm/guest.inc
in_guest bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-amd64$' \
	tests/run/fbt tests/run/memory tests/run/io tests/run/proc tests/run/sched tests/run/rawtp \
	tests/run/sdt tests/run/syscall tests/run/types tests/run/pid tests/run/dlib tests/run/tcp \
	tests/run/profile tests/run/strings tests/run/subrs tests/run/vminfo tests/run/sysinfo \
	tests/run/stacks/kernel.d tests/run/stacks/arrays.d tests/run/stacks/keys.d \
	tests/run/robust/redzone.sh tests/run/robust/killed.sh \
	tests/run/usdt/columns.d tests/run/usdt/count.d tests/run/usdt/threads.d tests/run/aggs/keys.d
