#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 7: uprobes on a 10-byte nop need no trap.
# @timeout 900
. tests/vm/guest.inc
in_guest trixie-backports '^linux-image-7\.[0-9.]+\+deb13-cloud-amd64$' \
	tests/run/robust/redzone.sh tests/run/usdt/columns.d tests/run/usdt/count.d tests/run/usdt/threads.d \
	tests/run/fbt tests/run/sched tests/run/strings
