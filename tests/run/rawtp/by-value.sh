#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A tracepoint's argument that is a union, passed by value, is no value in D, and the message says so.
. tests/run/common.inc

probe=rawtp:timer_migration::tmigr_group_set_cpu_active
if ! "$DT" -lv -n "$probe" 2>/dev/null | grep -q 'args\[1\]: union tmigr_state$'; then
	echo "skip by-value: no tracepoint has such an argument"
	exit
fi
expect by-value 1 -q -x errtags -n "$probe { trace(args[1]); }" <<END
--
dtrace: invalid probe specifier $probe { trace(args[1]); }: [D_ARGS_TYPE] in action list: args[1] is a "union tmigr_state" that is passed by value, not in memory: see arg1
  $probe { trace(args[1]); }
                                                            ^~~~~~~
END
