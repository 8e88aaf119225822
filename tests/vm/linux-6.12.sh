#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.12: kprobe_multi and uprobe_multi: functions of the kernel and of programs by one link.
# @timeout 5400
. tests/vm/guest.inc
in_guest bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-amd64$' run
