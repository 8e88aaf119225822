#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -x version: names of newer built-ins are free, so a script may define them.
. tests/run/common.inc

expect inline 0 -q -x version=1.0 -n 'inline string strstr[string s] = strjoin(s, "!"); inline int sym = 4;
	BEGIN { printf("%s %d", strstr["x"], sym); exit(0); }' <<'END'
x! 4
--
END
expect variables 0 -qn '#pragma D option version=1.0
	BEGIN { index = 3; self->sym = 4; func[pid] = 5; printf("%d %d %d", index, self->sym, func[pid]); exit(0); }' <<'END'
3 4 5
--
END
expect in-library 0 -q -x version=1.0 -n 'BEGIN { printf("%d", curpsinfo->pr_pid == pid); exit(0); }' <<'END'
1
--
END
expect not-younger 1 -x version=1.1 -n 'inline int strstr = 1; BEGIN { exit(0); }' <<'END'
--
dtrace: invalid probe specifier inline int strstr = 1; BEGIN { exit(0); }: identifier redeclared: strstr
  inline int strstr = 1; BEGIN { exit(0); }
             ^~~~~~
END
expect not-there 1 -x version=1.6.3 -n 'BEGIN { @ = llquantize(1, 10, 0, 1, 10); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { @ = llquantize(1, 10, 0, 1, 10); }: in action list: undefined aggregating function: llquantize (since D 1.6.4)
  BEGIN { @ = llquantize(1, 10, 0, 1, 10); }
              ^~~~~~~~~~~~~~~~~~~~~~~~~~~
END
expect there 0 -q -x version=1.6.4 -n 'BEGIN { @ = llquantize(1, 10, 0, 1, 10); clear(@); trunc(@); exit(0); }' <<'END'

--
END
for version in 0.9 2.1 99.1 1 1. 1.x x; do
	expect "wrong-$version" 1 -x version=$version -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to set -x version: Invalid value for specified option (it takes a version of D from 1.0 to 2.0)
END
done
