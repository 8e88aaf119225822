#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 7: uprobes on a 10-byte nop need no trap.
# @timeout 5400
. tests/vm/guest.inc
# without cmpxchg16b (machine.inc) this kernel gives programs no memory for self->, but from slabs that are checked
kernel_words=slab_debug=F
in_guest trixie-backports '^linux-image-7\.[0-9.]+\+deb13-cloud-amd64$' run
