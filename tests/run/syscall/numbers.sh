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

# a call whose number is -1 is not that of a signal handler, after which there is no number
if [ "$(uname -m)" = x86_64 ]; then
	cat >"$TMP/none.c" <<'C'
#include <signal.h>
#include <unistd.h>
#include <sys/wait.h>
static int handled, in[2];
static void on_signal(int nr)
{
	handled++;
	if (nr == SIGALRM)
		write(in[1], "", 1);
}
int main(void)
{
	char byte;

	if (pipe(in))
		return 1;
	signal(SIGUSR1, on_signal);
	signal(SIGALRM, on_signal);
	for (int i = 0; i < 7; i++)
		syscall(-1);
	for (int i = 0; i < 4; i++)
		raise(SIGUSR1);
	/* it interrupts a call that goes on */
	ualarm(50000, 0);
	return read(in[0], &byte, 1) != 1 || handled != 5;
}
C
	$CC -O1 -w "$TMP/none.c" -o "$TMP/none" || exit 1
	expect none 0 -c "$TMP/none" -qn 'syscall::: /pid == $target && (probefunc == "syscall_-1" || probefunc == "rt_sigreturn")/ { @[probefunc, probename] = count(); }
		syscall::rt_sigreturn:entry, syscall::rt_sigreturn:return /pid == $target/ { @one[probename] = count(); }
		END { printa("%s %s %@d\n", @); printa("%s %@d\n", @one); }' <<'END'
rt_sigreturn entry 5
rt_sigreturn return 5
syscall_-1 entry 7
syscall_-1 return 7
entry 5
return 5

--
END
fi
