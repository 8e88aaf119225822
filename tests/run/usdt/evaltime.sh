#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -x evaltime: the point from which a command is traced. A program with probes in a constructor, in a constructor of its
# library, in main() and in a destructor; with symbols, without, and linked statically.
. tests/run/common.inc
cat >"$TMP/phase.d" <<'END'
provider phase { probe at(string); };
END
cat >"$TMP/phase.c" <<'END'
#include <signal.h>
#include "phase.h"

extern int lib_ready;

static void __attribute__((constructor)) before(void)
{
	/* the program's own signals before main(), including one that a debugger might consume */
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
	signal(SIGTRAP, SIG_IGN);
	raise(SIGTRAP);
	PHASE_AT("constructor");
}

static void __attribute__((destructor)) after(void)
{
	PHASE_AT("destructor");
}

int main(int argc, char **argv)
{
	PHASE_AT("main");
	return argc > 1 ? (argv[1][0] == 'x') + lib_ready - 1 : 0;
}
END
cat >"$TMP/libphase.c" <<'END'
int lib_ready;
void __attribute__((noinline)) lib_begin(void) { lib_ready = 1; __asm__ volatile(""); }
static void __attribute__((constructor)) before(void) { lib_begin(); }
END
$CC -O1 -fPIC -shared "$TMP/libphase.c" -o "$TMP/libphase.so" || exit 1
made phase "$TMP/libphase.so"
strip -o "$TMP/stripped" "$TMP/phase"
cat >"$TMP/early.c" <<'END'
#include <unistd.h>
static void __attribute__((constructor)) before(void) { _exit(3); }
int main(void) { return 0; }
END
$CC "$TMP/early.c" -o "$TMP/early" || exit 1
script='phase$target:::at { printf("%s\n", copyinstr(arg0)); }
	BEGIN { printf("begin\n"); }
	END { printf("end\n"); }'

for time in exec preinit; do
	expect $time 0 -q -x evaltime=$time -c "$TMP/phase" -n "$script" <<'END'
begin
constructor
main
destructor
end

--
END
done
for program in phase stripped; do
	for time in postinit main; do
		expect $program-$time 0 -q -x evaltime=$time -c "$TMP/$program" -n "$script" <<'END'
begin
main
destructor
end

--
END
	done
done
# functions of the library: its constructor has already run
expect library 0 -q -x evaltime=main -c "$TMP/phase" -n 'pid$target:libphase.so:lib_begin:entry { n++; } END { printf("%d\n", n); }' <<'END'
0

--
END
expect library-exec 0 -q -c "$TMP/phase" -n 'pid$target:libphase.so:lib_begin:entry { n++; } END { printf("%d\n", n); }' <<'END'
1

--
END
# main() itself is the first traced function
expect main-entry 0 -q -x evaltime=main -c "$TMP/phase x" -n 'pid$target:a.out:main:entry { printf("%s %d\n", probefunc, (int)arg0); }' <<'END'
main 2

--
END
# a static program begins at its own entry, not in a linker
cat >"$TMP/alone.c" <<'END'
__attribute__((noinline)) void begin(void) { __asm__ volatile(""); }
static void __attribute__((constructor)) before(void) { begin(); }
int main(void) { return 0; }
END
for kind in static static-pie; do
	$CC -O1 -$kind -o "$TMP/$kind" "$TMP/alone.c" 2>/dev/null || {
		echo "skip main-$kind: needs a static libc"
		continue
	}
	for time in postinit main; do
		expect $kind-$time 0 -q -x evaltime=$time -c "$TMP/$kind" \
			-n 'pid$target:a.out:main:entry, pid$target:a.out:begin:entry { printf("%s\n", probefunc); }' <<'END'
main

--
END
	done
done
# the exit status of the command is the same as without dtrace
expect result 0 -x evaltime=main -c "$TMP/phase x" -o "$TMP/o" -n 'END { }' <<'END'
--
dtrace: description 'END ' matched 1 probe
dtrace: pid PID exited with status 1
END
expect ended 1 -q -x evaltime=main -c "$TMP/early" -n BEGIN <<'END'
--
dtrace: failed to run TMP/early up to its main() (-x evaltime): it ended before main()
END
# no process is left if the script is wrong
"$DT" -q -x evaltime=main -c "$TMP/phase" -n 'phase$target:::nothing' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
left=$(for process in /proc/[0-9]*; do readlink "$process/exe"; done | grep -Fx "$TMP/phase")
result wrong "$([ "$status" = 1 ] && [ -z "$left" ] && grep -q ':::nothing does not match any probes' "$TMP/err" ||
	echo "status $status, left: $left; $(head -n 1 "$TMP/err")")"
"$DT" -q -x evaltime=main -c "$TMP/phase" -n 'phase$target:::at { x = unknown; }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
left=$(for process in /proc/[0-9]*; do readlink "$process/exe"; done | grep -Fx "$TMP/phase")
result wrong-clause "$([ "$status" = 1 ] && [ -z "$left" ] && grep -q 'failed to resolve unknown' "$TMP/err" ||
	echo "status $status, left: $left; $(head -n 1 "$TMP/err")")"
# a library opened by a constructor exists before the clause is checked: its probes have their types
cat >"$TMP/plug.d" <<'END'
provider plug { probe hit(short); };
END
cat >"$TMP/plug.c" <<'END'
#include "plug.h"
void plug_hit(int number) { PLUG_HIT(number); }
END
cat >"$TMP/host.c" <<'END'
#include <dlfcn.h>
static void *plug;
static void __attribute__((constructor)) before(void) { plug = dlopen(PLUG, RTLD_NOW); }
int main(void)
{
	void (*hit)(int) = (void (*)(int))dlsym(plug, "plug_hit");

	hit(65536 + 41);
	return 0;
}
END
made plug -shared -fPIC
$CC -DPLUG="\"$TMP/plug\"" "$TMP/host.c" -o "$TMP/host" -ldl || exit 1
expect plugin 0 -q -x evaltime=main -c "$TMP/host" -n 'plug$target:::hit { printf("%d\n", args[0] + 1); }' <<'END'
42

--
END
# a command that stops on its way to main() stays stopped until somebody continues it
cat >"$TMP/still.c" <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t was_continued;
static void on_continue(int number) { was_continued = number; }
static void __attribute__((constructor)) before(void)
{
	signal(SIGCONT, on_continue);
	fclose(fopen(getenv("READY"), "w"));
	raise(SIGSTOP);
}
int main(void) { puts(was_continued ? "continued" : "went on"); return 0; }
END
# a command that never reaches main()
cat >"$TMP/waits.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void __attribute__((constructor)) before(void) { fclose(fopen(getenv("READY"), "w")); for (;;) pause(); }
int main(void) { return 0; }
END
$CC "$TMP/still.c" -o "$TMP/still" && $CC "$TMP/waits.c" -o "$TMP/waits" || exit 1
is_ready() { [ -e "$TMP/ready" ] || ! kill -0 $dtrace 2>/dev/null; }
start() {
	rm -f "$TMP/ready"
	READY=$TMP/ready "$DT" -q -x evaltime=main -c "$TMP/$1" -n 'BEGIN { printf("begin\n"); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for is_ready
	child=$(cat "/proc/$dtrace/task/$dtrace/children")
}
start still
continued() { kill -CONT $child 2>/dev/null; ! kill -0 $dtrace 2>/dev/null; }
wait_for continued
wait $dtrace
result still "$([ $? = 0 ] && grep -qx continued "$TMP/out" && grep -qx begin "$TMP/out" || cat "$TMP/out" "$TMP/err")"
start waits
kill -TERM $dtrace
wait $dtrace
status=$?
result ended-by-user "$([ $status = 1 ] && ! kill -0 $child 2>/dev/null && grep -q 'up to its main() (-x evaltime): Interrupted' "$TMP/err" ||
	echo "status $status; $(cat "$TMP/err")")"
# a process forked before main() runs through main() as without dtrace: it has no breakpoint
cat >"$TMP/forks.c" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static void *run(void *arg) { return arg; }
static void __attribute__((constructor)) before(void)
{
	pthread_t thread;
	int status;

	if (pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL) || system("exit 5") >> 8 != 5)
		exit(9);
	child = fork();
	if (child > 0) {
		if (waitpid(child, &status, 0) != child || status != 3 << 8)
			exit(8);
	}
}
int main(void) { puts(child ? "parent" : "child"); return child ? 0 : 3; }
END
$CC "$TMP/forks.c" -o "$TMP/forks" -lpthread && strip -o "$TMP/forks-stripped" "$TMP/forks" || exit 1
for program in forks forks-stripped; do
	expect $program 0 -q -x evaltime=main -c "$TMP/$program" -n 'END { }' <<'END'
child
parent

--
END
done
