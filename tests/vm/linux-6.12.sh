#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# All run tests on Linux 6.12: kprobe_multi and uprobe_multi.
# @timeout 900
. tests/vm/guest.inc
in_guest bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-amd64$'
