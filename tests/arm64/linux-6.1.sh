#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.1 on arm64: neither kprobe_multi, uprobe_multi nor fentry.
# @timeout 1800
machine=aarch64
. tests/vm/guest.inc
in_guest bookworm '^linux-image-6\.1\.0-[0-9]+-cloud-arm64$' unit 'tests/run/*'
