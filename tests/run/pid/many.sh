#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 180
#
# All of 10,000 functions through one link: each is counted, the program's results are correct, and after `kill -9` of
# dtrace it runs at full speed at once. bench/run has the real time limits; the ones here are wide.
. tests/run/common.inc

alone=$("$TRIGGERS/many" run 3)
expect counted 0 -c "$TRIGGERS/many run 3" -qn 'pid$target:many:f[0-9]*:entry { @ = count(); @sum = sum(arg0); }' <<END
$alone

            30000
            60000
--
END

expect each 0 -c "$TRIGGERS/many run 3" -qn 'pid$target:many:f[0-9]*:entry { @[probefunc] = count(); }
	END { trunc(@, 2); }' <<END
$alone

  f9998                                                             3
  f9999                                                             3
--
END

expect returns 0 -c "$TRIGGERS/many run 2" -qn 'pid$target:many:f999?:entry, pid$target:many:f999?:return {
	@[probename] = count(); @sum[probename] = sum(probename == "return" ? arg1 : arg0); }' <<END
$("$TRIGGERS/many" run 2)

  entry                                                            20
  return                                                           20
  entry                                                            30
  return                                                       199920
--
END

# without uprobe_multi, a thousand functions: each place is opened and closed separately
functions='pid$target:many::entry'
"$DT" -x features | grep -q '^uprobe_multi  *yes' ||
	functions='pid$target:many:f[0-9]:entry, pid$target:many:f[0-9][0-9]:entry, pid$target:many:f[0-9][0-9][0-9]:entry'
said=$("$TRIGGERS/many" 9 "$DT" -p PID -qn "BEGIN { printf(\"go\n\"); } $functions { @ = count(); }")
echo "attached, gone, full speed after ms: $said"
set -- $said
bad=
[ $# = 3 ] && [ "$3" -lt $((2000 * ${SLOW:-1})) ] || bad="full speed after ${3:-?} ms"
result killed "$bad"
