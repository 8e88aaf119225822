#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 300
#
# One-liners that users type, each tracing a process of its own. Only the form of unpredictable output (addresses, counts
# of the loader's calls) is checked.
. tests/run/common.inc

. tests/run/oneliners/lines.inc

# forms of the command line
printf 'BEGIN\n{\n    printf("Hello World!\\n");\n    exit(0);\n}\n' >"$TMP/hello.d"
expect hello-quiet 0 -qs "$TMP/hello.d" <<'END'
Hello World!

--
END
expect hello 0 -x cpu=0 -s "$TMP/hello.d" <<'END'
CPU     ID                    FUNCTION:NAME
  0      1                           :BEGIN Hello World!


--
dtrace: script 'TMP/hello.d' matched 1 probe
END
expect three-parts 0 -q -n 'dtrace::BEGIN { trace(1 / (arg9 + 0)); } dtrace::ERROR { exit(0); } dtrace::END { trace("end"); }' <<'END'
end
--
dtrace: error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
END
expect as-printed 1 -n 'profile-997hz { @[stringof(curthread->comm)] = count();' <<'END'
--
dtrace: invalid probe specifier profile-997hz { @[stringof(curthread->comm)] = count();: syntax error near end of input: the { of line 1 is not closed
  profile-997hz { @[stringof(curthread->comm)] = count();
                                                         ^
END

# reads: the value of the key 'nbytes' is an 8-byte number, arg0 the descriptor
sed 's/;$//' >"$TMP/table" <<'END'

  dd                                                  121369223521651
           value  ------------- Distribution ------------- count    ;
              -1 |                                         0        ;
               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 10       ;
               1 |                                         0        ;

--
dtrace: description 'syscall::read:entry ' matched 1 probe
dtrace: pid PID has exited
END
expect read-sizes 0 -n "syscall::read:entry /pid == \$target && arg2 == 1000/ {
    @[execname, 'nbytes'] = quantize(arg0);
}" -c "dd if=/dev/zero of=/dev/null bs=1000 count=10 status=none" <"$TMP/table"

# each file is opened by a call of its own; the path of the loader's openat is elsewhere (taskset would open its locale)
open_cnt=$("$DT" -l -n 'syscall::open*:entry' | grep -c ' entry$')
language=$LC_ALL
export LC_ALL=C
run -x cpu=0 -n 'syscall::open*:entry /pid == $target/ { printf("%s %s",execname,copyinstr(arg0)); }' -c "taskset -c 0 $TRIGGERS/calls 3 open"
export LC_ALL="$language"
lines opens 'CPU     ID                    FUNCTION:NAME' \
	'  0 +[0-9]+                       open:entry calls /nowhere/xxx' ''
sort -u "$TMP/err" | sed -E 's/probe ID 1 \(ID [0-9]+:/probe ID 1 (ID N:/' >"$TMP/messages"
mv "$TMP/messages" "$TMP/err"
messages opens-messages <<END
dtrace: description 'syscall::open*:entry ' matched $open_cnt probes
dtrace: error on enabled probe ID 1 (ID N: syscall:vmlinux:openat:entry): invalid address (0xffffffffffffff9c) in action #1
dtrace: pid PID has exited
END
run -qn 'syscall::openat:return /pid == $target/ { self->n++; } syscall::open:entry { self->path = arg0; }
	syscall::open:return /self->path/ { printf("%s %s\n", execname, copyinstr(self->path)); self->path = 0; }' \
	-c "$TRIGGERS/calls 3 open"
lines paths 'calls /nowhere/xxx' ''

# all system calls of a program by its name: two columns
call_cnt=$("$DT" -l -n 'syscall:::entry' | grep -c ' entry$')
run -n 'syscall:::entry /pid == $target/ { @num[execname] = count(); }' -c "$TRIGGERS/calls 50"
lines all-calls '' '  (dtrace|calls) {44,45} +[0-9]+'
result all-calls-columns "$(awk 'NF && length($0) != 69' "$TMP/out")"
messages all-calls-messages <<END
dtrace: description 'syscall:::entry ' matched $call_cnt probes
dtrace: pid PID has exited
END

# the program that is on the CPU: columns of 9, 52 and 17
run -n 'profile-997hz /arg1 && pid == $target/ { @[pid, execname] = count(); }' -c "$TRIGGERS/busy 200"
lines on-cpu '' ' {1,8}[0-9]+  (busy  |dtrace) {44} {14,16}[0-9]{1,3}'
messages on-cpu-messages <<'END'
dtrace: description 'profile-997hz ' matched 1 probe
dtrace: pid PID has exited
END
run -n 'profile-997hz /pid == $target/ { @[stringof(curthread->comm)] = count(); }' -c "$TRIGGERS/busy 200"
lines comm '' '  (dtrace|busy|sh) {44,48} +[0-9]+'
run -n 'profile-997hz /arg0/ { @[func(arg0)] = count(); }' -c "$TRIGGERS/busy 200"
lines kernel-functions '' '  ([a-z0-9_]+`[^ ]+|0x[0-9a-f]+) +[0-9]+'
run -n 'profile-997hz /pid == $target && arg1/ { @[ustack()] = count(); }' -c "$TRIGGERS/busy 200"
awk '/^$/ { part = "stack"; next }
	part == "stack" && frames && /^ +[0-9]+$/ && length($0) == 17 { n++; frames = 0; part = ""; next }
	part == "stack" && /^              [^ ]/ { frames++; next }
	{ print "line: " $0 }
	END { if (!n) print "no stacks" }' "$TMP/out" >"$TMP/bad"
grep -q '^              busy`main+0x[0-9a-f]*$' "$TMP/out" || echo "no frame of main" >>"$TMP/bad"
result user-stacks "$([ -s "$TMP/bad" ] && echo "$(head -n 3 "$TMP/bad" | tr '\n' ';') $(said)")"

# arguments of a new program, in a column of 33
cat >"$TMP/wanted" <<'END'
CPU     ID                    FUNCTION:NAME
  0 ID                    :exec-success   /bin/echo a b                    ;

--
dtrace: description 'proc:::exec-success ' matched 1 probe
dtrace: pid PID has exited
END
sed -i 's/;$//' "$TMP/wanted"
"$DT" -x cpu=0 -n 'proc:::exec-success /pid == $target/ { trace(curpsinfo->pr_psargs); }' -o "$TMP/lines" \
	-c "taskset -c 0 /bin/echo a b" >"$TMP/out" 2>"$TMP/err"
grep -v taskset "$TMP/lines" | sed -E 's/^  0 +[0-9]+ /  0 ID /' >"$TMP/out"
same psargs 0 0

# bytes of requests that are written past the page cache (the loader may read the program itself before)
run -n 'io:::start /pid == $target && execname == "blocks" && args[0]->b_bcount == 4096/ { printf("%d %s %d",pid,execname,args[0]->b_bcount); }' \
	-c "$TRIGGERS/blocks 8 $TMP/blocks"
if grep -q 'exited with status 77' "$TMP/err"; then
	echo "skip requests: $TMP takes no direct writes"
else
	lines requests 'CPU     ID                    FUNCTION:NAME' \
		' +[0-9]+ +[0-9]+                           :start [0-9]+ blocks 4096' ''
fi

# open by a program named dtrace
cp "$TRIGGERS/calls" "$TMP/dtrace"
expect by-dtrace 0 -qn 'syscall::open:entry /pid == $target/ { @[execname] = count(); }
	syscall::open:entry /pid == $target && execname == "dtrace"/ { @paths[copyinstr(arg0)] = count(); }' -c "$TMP/dtrace 2 open" <<'END'

  dtrace                                                            1
  /nowhere/xx                                                       1
--
dtrace: hint: the C library calls openat here, not open: see syscall::openat:entry
END

# numbers for a graph: each prints a line per tick; clear() keeps the key
cat >"$TMP/metrics.d" <<'END'
syscall::write:entry
/ execname == "gcc" && arg2 == 10 /
{
    @writes[execname] = count();
}
tick-1s
{
    printa("dtrace.%s.write %@u", @writes);
    printf(" %lli\n", walltimestamp / 1000000000);
    clear(@writes);
}
END
sed -i 's/tick-1s/tick-20hz/' "$TMP/metrics.d"
cp "$(command -v dd)" "$TMP/gcc"
env --default-signal=INT "$DT" -qs "$TMP/metrics.d" >"$TMP/out" 2>"$TMP/err" </dev/null &
pid=$!
wait_for grep -q '^ 1' "$TMP/out"
"$TMP/gcc" if=/dev/zero of=/dev/null bs=10 count=12 status=none
wait_for grep -q '^dtrace.gcc.write 0 ' "$TMP/out"
kill -INT $pid
wait $pid
result metrics-status "$([ $? = 0 ] || cat "$TMP/err")"
sum=$(awk '/^dtrace/ { n += $2 } END { print n }' "$TMP/out")
result metrics-sum "$([ "$sum" = 12 ] || echo "$sum of 12 writes")"
lines metrics ' 1[0-9]{9}' 'dtrace\.gcc\.write [0-9]+ 1[0-9]{9}' ''

# calls and returns of one call
sed 's/;$//' >"$TMP/table" <<'END'
CPU FUNCTION                                 ;
  0  => sched_get_priority_max                                   0
  0  <= sched_get_priority_max                                   0
  0  => sched_get_priority_max                                   1
  0  <= sched_get_priority_max                                  99

--
dtrace: description 'syscall::sched_get_priority_max:entry, syscall::sched_get_priority_max:return
	' matched 2 probes
dtrace: pid PID has exited
END
expect flow 0 -F -x cpu=0 -n 'syscall::sched_get_priority_max:entry, syscall::sched_get_priority_max:return
	/pid == $target/ { trace(arg0); }' -c "taskset -c 0 $TRIGGERS/calls 2" <"$TMP/table"

# without probes of kernel functions: an error, or with -Z the rest of the script
if [ "$("$DT" -l -P fbt 2>/dev/null | wc -l)" -gt 1 ]; then
	echo "skip kernel-functions-by-module: this kernel has fbt"
else
	# the words of the standard message, then the reason: what the kernel lacks, which differs
	"$DT" -n 'fbt:::entry { @[probemod] = count(); }' >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed -i 's/ (no function of the kernel can be probed: .*)$/ (WHY)/' "$TMP/err"
	cat >"$TMP/wanted" <<'END'
--
dtrace: invalid probe specifier fbt:::entry { @[probemod] = count(); }: probe description fbt:::entry does not match any probes (WHY)
  fbt:::entry { @[probemod] = count(); }
  ^~~~~~~~~~~
END
	same no-fbt $status 1
	cat >"$TMP/flow.d" <<'END'
syscall::open:entry
/pid == $target/
{
    self->t = 1;
}

syscall::open:return
/ self->t /
{
    self->t = 0;
}

fbt::: / self->t / {}
END
	cat >"$TMP/wanted" <<'END'

--
dtrace: script 'TMP/flow.d' matched 2 probes
dtrace: hint: the C library calls openat here, not open: see syscall::openat:entry
dtrace: pid PID has exited
END
	"$DT" -F -Z -s "$TMP/flow.d" -c "$TRIGGERS/calls 1" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	# that fbt can never match, and the reason, which differs
	sed -i '/^dtrace: warning: script .* fbt::: can never match: /,+3d' "$TMP/err"
	same flow-without-fbt $status 0
fi
