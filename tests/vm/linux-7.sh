#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Linux 7: uprobes on a 10-byte nop need no trap; scratch memory and threads. And what hardly depends on the
# kernel, so that each test has seen a guest.
# @timeout 1800
. tests/vm/guest.inc
# without cmpxchg16b (guest.inc) this kernel gives programs no memory for self->, but from slabs that are checked
kernel_words=slab_debug=F
in_guest trixie-backports '^linux-image-7\.[0-9.]+\+deb13-cloud-amd64$' \
	tests/run/robust/redzone.sh tests/run/robust/own-stack.sh tests/run/direct/exact.sh tests/run/usdt/columns.d tests/run/usdt/count.d tests/run/usdt/threads.d \
	tests/run/strings/subroutines.d tests/run/fbt/stacks.d tests/run/fbt/flow.d tests/run/fbt/missed.sh \
	tests/run/mib/kinds.sh tests/run/fbt/module.sh tests/run/fsinfo tests/run/lockstat/release.sh tests/run/io tests/run/nfs tests/run/actions tests/run/args tests/run/memory tests/run/oneliners \
	tests/run/robust/policies.sh tests/run/robust/two.sh tests/run/robust/everything.sh tests/run/spec tests/run/sched tests/run/dtrace \
	tests/run/error tests/run/expr tests/run/inline tests/run/printa tests/run/printf tests/run/trace tests/run/xlate
