#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Tracepoints that would crash the kernel if a program were attached have no probes: no pattern matches them, and if they
# are named, the message gives the reason.
. tests/run/common.inc

expect named 1 -n rawtp:sched::sched_set_need_resched_tp <<'END'
--
dtrace: invalid probe specifier rawtp:sched::sched_set_need_resched_tp: probe description rawtp:sched::sched_set_need_resched_tp does not match any probes (a BPF program there can fire it again as it ends, which recurses until the kernel crashes)
  rawtp:sched::sched_set_need_resched_tp
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END
result pattern "$("$DT" -l -n 'rawtp:::' -n 'sdt:::' | grep sched_set_need_resched)"
