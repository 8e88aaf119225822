#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 6.1: kprobes, but neither kprobe_multi nor uprobe_multi; the eldest verifier.
# @timeout 5400
. tests/vm/guest.inc
in_guest bookworm '^linux-image-6\.1\.0-[0-9]+-cloud-amd64$' run
# nothing of the kernel may be probed or written, and dtrace says so
once_more lockdown /refused lockdown=confidentiality
