#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The kernel refuses a call that dtrace makes while it begins: a message, status 1, and the command of -c has not run.
. tests/run/common.inc

command -v strace >/dev/null || {
	echo "skip refused: needs strace"
	exit 0
}

# refused NAME STATUS CALL ERROR NUMBER WORD...: of this call; standard input as for expect
refused() {
	cat >"$TMP/wanted"
	name=$1 status_wanted=$2 call=$3 inject=$3:error=$4:when=$5
	shift 5
	under_strace -qq -o "$TMP/calls" -e trace="$call" -e inject="$inject" "$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i 's|/proc/[0-9]*/fd/[0-9]*|FD|' "$TMP/err"
	same "$name" $status "$status_wanted"
}
# number_of CALL TEXT WHICH WORD...: the number of the call that is the first (1), second ... or last ($) of those whose
# lines contain TEXT, of dtrace with these words
number_of() {
	call=$1 text=$2 which=$3
	shift 3
	under_strace -qq -o "$TMP/calls" -e trace="$call" "$DT" "$@" >"$TMP/out" 2>&1 </dev/null
	grep "^$call(" "$TMP/calls" | grep -nF "$text" | sed -n "${which}s/:.*//p"
}

# a request to the process that attaches user probes is not sent, or only its first half: dtrace does not wait for an answer
ticks='loop$target:::tick { @ = count(); }'
refused request 1 sendmsg ETOOMANYREFS 1 -c "$TRIGGERS/loop 10" -qn "$ticks" <<'END'
--
dtrace: TRIGGERS/loop: can't attach 1 probes to FD: Too many references: cannot splice
END
refused second-half 1 sendto ENOBUFS 1 -c "$TRIGGERS/loop 10" -qn "$ticks" <<'END'
--
dtrace: TRIGGERS/loop: can't attach 1 probes to FD: No buffer space available
END

# a thread that is to hold a link does not answer: dtrace holds the link itself
refused holder 0 recvfrom EINTR 1 -qn 'syscall::getppid:entry { } BEGIN { exit(0); } END { printf("end"); }' <<'END'
end
--
END

# the list of CPUs that is read a second time, to attach the clock
number=$(number_of openat /sys/devices/system/cpu/online 2 -qn "tick-1s { } BEGIN { exit(0); }")
refused cpus 1 openat EMFILE "$number" -qn "tick-1s { } BEGIN { exit(0); }" <<'END'
--
dtrace: profile:::tick-1s: the list of CPUs in /sys/devices/system/cpu is unreadable: Too many open files
END

# END can't be run: the output is not complete
ends='BEGIN { printf("begin"); exit(0); } END { printf("end"); }'
number=$(number_of bpf BPF_PROG_TEST_RUN '$' -qn "$ends")
refused end 1 bpf ENOMEM "$number" -qn "$ends" <<'END'
begin
--
dtrace: the probe dtrace:::END could not be run: Cannot allocate memory
END

# the command can't be told to go on: it ends without having run
runs="touch $TMP/has-run"
number=$(number_of write '"g"' 1 -c "$runs" -qn BEGIN)
rm -f "$TMP/has-run"
refused release 1 write ENOSPC "$number" -c "$runs" -qn BEGIN <<'END'
--
dtrace: could not let the processes of -c and -p run: No space left on device
END
result not-run "$(ls "$TMP/has-run" 2>&1 | grep -v 'No such file')"
