#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# probefunc of calls without a name, whatever their number: as the header line has it, in keys, predicates and strings.
. tests/run/common.inc

cat >"$TMP/calls.c" <<'C'
#include <stdlib.h>
#include <unistd.h>
/* calls N...: the first one once, the second one twice ... */
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		for (int j = 0; j < i; j++)
			syscall(strtol(argv[i], NULL, 0));
	return 0;
}
C
$CC -O1 "$TMP/calls.c" -o "$TMP/calls" || exit 1
calls="$TMP/calls 1000 1023 1024 9999 0x40000027 1342177280 -5"

"$DT" -qn 'syscall:::entry /pid == $target && strstr(probefunc, "syscall_") == probefunc/ { @[probefunc] = count(); }
	syscall:::return /pid == $target && strstr(probefunc, "syscall_") == probefunc/ { @r[probefunc] = count(); }
	END { printa("%s %@d %@d\n", @, @r); }' -c "$calls" >"$TMP/out" 2>"$TMP/err" </dev/null
result keys "$(diff - "$TMP/out" <<'END'
syscall_1000 1 1
syscall_1023 2 2
syscall_1024 3 3
syscall_9999 4 4
syscall_1073741863 5 5
syscall_1342177280 6 6
syscall_-5 7 7

END
cat "$TMP/err")"

"$DT" -n 'syscall:::entry /pid == $target && probefunc == "syscall_9999"/ { trace(strlen(probefunc)); }' -c "$calls" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
result lines "$(awk '/syscall_9999:entry +12 *$/ { n++ } END { if (n != 4) print n }' "$TMP/out")"

# the other parts of the name are those of all calls
"$DT" -qn 'syscall::: /pid == $target && probefunc == "syscall_9999"/ { @[probeprov, probemod, probename] = count(); }
	syscall::: /pid == $target && probefunc == "syscall_9999" && probename == "return"/ { n++; }
	END { printa("%s %s %s %@d\n", @); printf("%d\n", n); }' -c "$calls" >"$TMP/out" 2>"$TMP/err" </dev/null
result parts "$(diff - "$TMP/out" <<'END'
syscall vmlinux entry 4
syscall vmlinux return 4
4

END
cat "$TMP/err")"

# cut to strsize, as all names are
"$DT" -x strsize=12 -qn 'syscall:::entry /pid == $target && strstr(probefunc, "syscall_1") == probefunc/ { @[probefunc] = count(); }
	END { printa("%s %@d\n", @); }' -c "$calls" >"$TMP/out" 2>"$TMP/err" </dev/null
result short "$(diff - "$TMP/out" <<'END'
syscall_100 1
syscall_102 5
syscall_107 5
syscall_134 6

END
cat "$TMP/err")"
