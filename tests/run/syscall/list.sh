#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The list of system calls, their names, types of arguments; the state after a kill.
# shellcheck disable=SC2016
. tests/run/common.inc

expect pattern 0 -l -n 'syscall::mlock*:entry' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                             mlock entry
    5    syscall           vmlinux                          mlockall entry
    6    syscall           vmlinux                            mlock2 entry
--
END

expect aliases 0 -l -n 'syscall::fstat:,syscall::umount2:entry,syscall::pread:return,syscall::syscall_777:return' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                          newfstat entry
    5    syscall           vmlinux                          newfstat return
    6    syscall           vmlinux                            umount entry
    7    syscall           vmlinux                           pread64 return
    8    syscall           vmlinux                       syscall_777 return
--
END

expect alias-patterns 0 -l -n 'syscall::lst*t:entry,syscall::unam?:return,syscall::exece:entry' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                          newlstat entry
    5    syscall           vmlinux                          newuname return
    6    syscall           vmlinux                            execve entry
--
END

expect verbose 0 -lv -n 'syscall::read:' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                              read entry

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: unsigned int
		args[1]: char *
		args[2]: size_t

    5    syscall           vmlinux                              read return

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: long

--
END

expect no-such-call 1 -n 'syscall::opne:entry' <<'END'
--
dtrace: invalid probe specifier syscall::opne:entry: probe description syscall::opne:entry does not match any probes (did you mean open?)
  syscall::opne:entry
  ^~~~~~~~~~~~~~~~~~~
END

# every listed call has an entry and a return of one name, and no id occurs twice
"$DT" -l -P syscall >"$TMP/list" 2>"$TMP/err"
bad=$(awk 'NR > 1 { if (seen[$4 $5]++ || ids[$1]++) print $4 ":" $5; n[$4]++ }
	END { for (name in n) if (n[name] != 2) print name; if (NR < 600) print "only " NR }' "$TMP/list")
result all-of-them "$bad"
id=$(awk '$4 == "getppid" && $5 == "return" { print $1 }' "$TMP/list")
"$DT" -l >"$TMP/full"
id=$(awk '$4 == "getppid" && $5 == "return" { print $1 }' "$TMP/full")
[ "$("$DT" -l -i "$id" | awk 'NR > 1 { print $4 ":" $5 }')" = getppid:return ]
result by-number "$([ $? = 0 ] || echo "id $id")"

# a restartable call that a signal interrupts: EINTR
cat >"$TMP/breaks.c" <<'END'
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static int ends[2];
static void handle(int signal_no)
{
	(void)!write(ends[1], "", signal_no == SIGALRM);
}
int main(void)
{
	struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
	struct itimerval soon = { .it_value = { 0, 20000 } };
	char byte;

	if (pipe(ends) || dup2(ends[0], 100) < 0)
		return 1;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	return read(100, &byte, 1) != 1;
}
END
if $CC "$TMP/breaks.c" -o "$TMP/breaks"; then
	expect restart 0 -q -c "$TMP/breaks" -n 'syscall::read:entry /pid == $target && arg0 == 100/ { self->in = 1; }
		syscall::read:return /self->in/ { printf("%d %d %d\n", arg0, arg1, errno); self->in = 0; }' <<'END'
-4 -4 4
1 1 0

--
END
else
	echo "not ok build"
fi

# after a kill its programs are gone
ours() {
	bpftool prog show | awk -v before="${before:-0}" '
	/^[0-9]+:/ && / name (sys_enter|sys_exit|profile) / && $1 + 0 > before { printf "%d ", $1 }'
}
if ! command -v bpftool >/dev/null; then
	echo "skip killed: needs bpftool"
	exit 0
fi
before=$(bpftool prog show | awk '/^[0-9]+:/ { last = $1 + 0 } END { print last + 0 }')
: >"$TMP/out"
"$DT" -qn 'BEGIN { printf("go\n"); } syscall:::entry, syscall:::return, profile-97 { @ = count(); }' >"$TMP/out" &
pid=$!
wait_for test -s "$TMP/out"
set -- $(ours)
kill -KILL $pid
wait $pid 2>/dev/null
gone() { [ -z "$(ours)" ]; }
wait_for gone
result killed "$([ $# -ge 3 ] || echo "programs seen: $*")"
