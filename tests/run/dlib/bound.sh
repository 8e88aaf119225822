#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pr_bindpro is the only processor on which a thread may run, or -1 for a thread that is not bound.
. tests/run/common.inc

DT=taskset
expect bound 0 -c 0 "$DTRACE" -q -n 'BEGIN { printf("%d\n", curlwpsinfo->pr_bindpro); exit(0); }' <<'END'
0

--
END
if [ "$(nproc)" -lt 2 ]; then
	echo "skip free: needs 2 processors"
	exit 0
fi
expect free 0 -c 0,1 "$DTRACE" -q -n 'BEGIN { printf("%d\n", curlwpsinfo->pr_bindpro == PBIND_NONE); exit(0); }' <<'END'
1

--
END
