#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
# @lock sockets
#
# One-liners on what the providers offer, as users type them, and the ways to call dtrace.
. tests/run/common.inc
. tests/run/oneliners/lines.inc

# a script that is run as a program, with one option and with two in one word
for letters in s qs; do
	printf '#!%s -%s\nBEGIN\n{\n\tprintf("Hello World!\\n");\n\texit(0);\n}\n' "$DT" $letters >"$TMP/hello-$letters"
	chmod +x "$TMP/hello-$letters"
done
"$TMP/hello-qs" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
printf 'Hello World!\n\n--\n' >"$TMP/wanted"
same script-quiet $status 0
"$TMP/hello-s" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
sed -i -E 's/^ +[0-9]+( +1 +:BEGIN Hello World!)$/CPU\1/' "$TMP/out"
cat >"$TMP/wanted" <<'END'
CPU     ID                    FUNCTION:NAME
CPU      1                           :BEGIN Hello World!


--
dtrace: script 'TMP/hello-s' matched 1 probe
END
same script $status 0

# several descriptions, blanks inside the predicate, a variable created by its assignment
expect skeleton 0 -qn 'loop$target:loop:main:tick,
loop$target:loop:main:done
/ pid == $target /
{
    var = 5;
    printf("%s %d", probename, var);
}' -c "$TRIGGERS/loop 2" <<'END'
tick 5tick 5done 5
--
END

# a function of a library: without a clause, a line for each firing; without a process, an error
printf 'int puts(const char *); void *malloc(unsigned long); int main(void) { return !malloc(64); }\n' >"$TMP/one.c"
$CC -O0 -fno-builtin "$TMP/one.c" -o "$TMP/one" || echo "not ok build"
run -x cpu=0 -n 'pid$target:libc:malloc:entry' -c "taskset -c 0 $TMP/one"
lines malloc 'CPU     ID                    FUNCTION:NAME' '  0 +[0-9]+                     malloc:entry ' ''
messages malloc-messages <<'END'
dtrace: description 'pid$target:libc:malloc:entry' matched 1 probe
dtrace: pid PID has exited
END
# of a common program, and of a running one
run -n 'pid$target:libc:malloc:entry' -c /bin/true
messages malloc-true <<'END'
dtrace: description 'pid$target:libc:malloc:entry' matched 1 probe
dtrace: pid PID has exited
END
printf '#include <stdlib.h>\n#include <unistd.h>
	int main(void) { char byte; return write(1, "!", 1) != 1 || read(0, &byte, 1) != 1 || !malloc(64); }\n' >"$TMP/held.c"
$CC -O0 -fno-builtin "$TMP/held.c" -o "$TMP/held" || echo "not ok build"
mkfifo "$TMP/go"
taskset -c 0 "$TMP/held" <>"$TMP/go" >"$TMP/runs" &
has_text() { [ -s "$1" ]; }
wait_for has_text "$TMP/runs"
run -x cpu=0 -w -n 'pid$target:libc:malloc:entry' -n "BEGIN { system(\"echo >$TMP/go\"); }" -p $!
echo 1<>"$TMP/go" # in case it was not traced
wait $!
lines malloc-running 'CPU     ID                    FUNCTION:NAME' '  0 +1 +:BEGIN ' '  0 +[0-9]+                     malloc:entry ' ''
expect malloc-without-process 1 -x errtags -n 'pid$target:libc:malloc:entry' <<'END'
--
dtrace: invalid probe specifier pid$target:libc:malloc:entry: [D_PROC_BADPID] pid0 does not contain a valid pid: $target is that of -c or -p
  pid$target:libc:malloc:entry
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
END

# listings
run -l
head -n 4 "$TMP/out" | diff - <(cat <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
    2     dtrace                                                     END
    3     dtrace                                                     ERROR
END
) >"$TMP/diff"
result listing "$(cat "$TMP/diff" "$TMP/err" | head -5)"
result listing-ids "$(awk 'NR > 1 && $1 != NR - 1' "$TMP/out" | head -3)"
expect listing-detail 0 -lv -n lockstat:vmlinux::adaptive-acquire <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4   lockstat           vmlinux                        mutex_lock adaptive-acquire

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Evolving
		Data Semantics:   Evolving
		Dependency Class: ISA

	Argument Types
		args[0]: struct mutex *

--
END
# each provider is known by its name: those of this system list probes (for the others see tests/run/lockstat/names.sh)
for provider in syscall sysinfo vminfo sched io profile cpc lockstat proc ip tcp udp sdt; do
	run -l -P $provider
	result "listing-$provider" "$(awk -v provider=$provider 'NR > 1 && $2 != provider { print $2 } END { if (NR < 2) print "none" }' "$TMP/out" |
		head -1)"
done

# a script whose output is piped to a reader that exits early
cat >"$TMP/metrics.d" <<'END'
tick-20hz
{
    printf("dtrace.load %lli\n", walltimestamp / 1000000000);
}
END
"$DT" -qs "$TMP/metrics.d" 2>"$TMP/err" </dev/null | { read -r line && echo "$line" >"$TMP/out"; }
status=${PIPESTATUS[0]}
lines pipe 'dtrace\.load 1[0-9]{9}'
result pipe-ends "$([ "$status" = 1 ] && [ ! -s "$TMP/err" ] || echo "status $status: $(cat "$TMP/err")")"

# under strace, which detaches when it sees a system call, or stays
if command -v strace >/dev/null; then
	for words in '-b execve' '-f'; do
		under_strace $words -o "$TMP/strace" "$DT" -c "$TRIGGERS/loop 3" -qn 'loop$target:::tick { printf("%d", arg0); } END { exit(3); }' \
			>"$TMP/out" 2>"$TMP/err" </dev/null
		status=$?
		printf '012\n--\n' >"$TMP/wanted"
		same "strace${words%% *}" $status 3
	done
else
	echo "skip strace: needs strace"
fi

# user stacks of one process, 99 times a second; nothing if there is no such process
run -n 'profile-99 /pid == 4194304 && arg1/ { @[ustack()] = count(); }' -c "$TRIGGERS/busy 50"
lines no-such-process ''
messages no-such-process-messages <<'END'
dtrace: description 'profile-99 ' matched 1 probe
dtrace: pid PID has exited
END
run -n 'profile-99 /pid == $target && arg1/ { @[ustack()] = count(); }' -c "$TRIGGERS/busy 300"
awk '/^$/ { next } /^              [^ ]/ { frames++; last = $0; next }
	/^ +[0-9]+$/ && length($0) == 17 && frames { n += $1; stacks++; frames = 0; next } { print "line: " $0 }
	END { if (n < 10 || n > 40) print n " samples of 300 ms, 99 a second" }' "$TMP/out" >"$TMP/bad"
result profile-99 "$(head -3 "$TMP/bad")"

# pages that are read from the disk
if dd if=/dev/zero of="$TMP/pages" bs=4096 count=8 conv=fsync status=none && dd if="$TMP/pages" of=/dev/null iflag=direct bs=4096 status=none 2>/dev/null; then
	run -n 'vminfo:::pgpgin { @pg[execname] = sum(arg0); }' -c "dd if=$TMP/pages of=/dev/null iflag=direct bs=8192 status=none"
	result pgpgin "$(grep -Ex '  dd {48} +[0-9]+' "$TMP/out" | grep -qE ' 8$' || cat "$TMP/out")"
else
	echo "skip pgpgin: no direct reads"
fi

# stacks of threads that waited for a mutex: frames at column 14, the number alone on its line. Where functions can be
# probed, there are also those of threads that did not have to wait, which begin with the caller.
of_tty() { awk -v RS= '/tty_/ { printf "\n%s\n", $0 }' "$TMP/out" >"$TMP/tty" && mv "$TMP/tty" "$TMP/out"; }
run -n 'lockstat:vmlinux::adaptive-acquire /execname == "waiter"/ { @[stack()] = count(); }' -c "$TRIGGERS/locks tty 20"
of_tty
lines mutex '' '              vmlinux`(__mutex_lock|[a-z_0-9.]*tty_)[^ ]*' '              vmlinux`[^ ]*' '               20'
run -n 'lockstat:vmlinux::adaptive-acquire /execname == "waiter"/ { @[stack(3)] = count(); }' -c "$TRIGGERS/locks tty 20"
of_tty
result mutex-three-frames "$([ "$(grep -c '^              vmlinux`' "$TMP/out")" = 3 ] || cat "$TMP/out")"

# sizes of data received from two addresses; rows of other addresses are left out
run -n 'tcp::receive { @[args[2]->ip_saddr] = quantize(args[2]->ip_plength); }' -c "$TRIGGERS/sockets"
if grep -q 'exited with status 77' "$TMP/err"; then
	echo "skip received: no addresses in 127.83.19.0/24"
else
	awk '/^  [0-9]/ { ours = /^  127\.83\.19\.[78] / } ours' "$TMP/out" >"$TMP/ours"
	# per address: its row, the title, empty rows around those with counts; bars of 40 for all
	awk '
	/^  127/ { if (length($0) != 52) print "key of " length($0) " columns"; keys++; next }
	/^           value  ------------- Distribution ------------- count    $/ { titles++; total = bars = 0; next }
	/^ +[0-9]+ \|@* +[0-9]+ +$/ { total += $NF; bars += gsub(/@/, "@"); rows[$1 " " $NF]++; next }
	/^$/ { if (total && (bars < 39 || bars > 41)) print "bars of " bars; all += total; total = 0; next }
	{ print "line: " $0 }
	END {
		if (keys != 2 || titles != 2) print keys " keys, " titles " tables"
		# the reset is 20 bytes, the data 100 and its header; each occurs once
	}' "$TMP/ours" >"$TMP/bad"
	awk '/^  127/ { who = $1 } $1 == "16" || $1 == "128" { split($0, at, "|"); print who, $1, $NF }' "$TMP/ours" >"$TMP/once"
	grep -qx '127.83.19.7 16 1' "$TMP/once" || echo "no reset" >>"$TMP/bad"
	grep -qx '127.83.19.8 128 1' "$TMP/once" || echo "no data" >>"$TMP/bad"
	result received "$(head -3 "$TMP/bad")"
	messages received-messages <<'END'
dtrace: description 'tcp::receive ' matched 1 probe
dtrace: pid PID has exited
END
fi
