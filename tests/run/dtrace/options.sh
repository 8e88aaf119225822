#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Options of -x, of pragmas and of the environment that no script in this folder sets.
. tests/run/common.inc

expect environment 0 -n 'BEGIN { printf("%d\n", 1); exit(0); }' -x quiet=0 -x quiet <<'END'
1

--
END

DTRACE_OPT_QUIET=1 expect quiet-by-environment 0 -n 'BEGIN { printf("%d\n", 1); exit(0); }' <<'END'
1

--
END

DTRACE_OPT_QUIET=perhaps expect refused-in-environment 1 -n BEGIN <<'END'
--
dtrace: failed to set DTRACE_OPT_QUIET to 'perhaps': Invalid value for specified option (it takes yes or no)
END

DTRACE_OPT_BUFSIZ=4m expect misspelled-in-environment 1 -n BEGIN <<'END'
--
dtrace: failed to set DTRACE_OPT_BUFSIZ: Invalid option name (did you mean bufsize?)
END

DTRACE_OPT_bufsize=4m expect small-letters-in-environment 1 -n BEGIN <<'END'
--
dtrace: failed to set DTRACE_OPT_bufsize: Invalid option name (did you mean DTRACE_OPT_BUFSIZE?)
END

DTRACE_OPT_SETENV=NAME=value expect setenv-by-environment 0 -qn 'tick-1h { exit(1); }' -c 'printenv NAME' <<'END'
value

--
END

expect errtags 1 -x errtags -n 'BEGIN { trace(foo); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(foo); }: [D_IDENT_UNDEF] in action list: failed to resolve foo: Unknown variable name
  BEGIN { trace(foo); }
                ^~~
END

# all firings and all records; here with a key that faults in one of four firings
expect counts 0 -x counts -q -c "$TRIGGERS/loop 8" -n 'BEGIN { printf("pid %d\n", $target); }
	loop$target:::tick /arg0 < 3/ { trace(""); }
	loop$target:::tick { @[copyinstr(arg1 == 3 ? 0 : arg2)] = count(); }' <<'END'
pid PID

  blue                                                              2
  green                                                             2
  red                                                               2
--
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: clause 1 in program 0 (BEGIN): entered 1 = predicate false 0 + completed 1 + faulted 0 + no scratch 0 + after exit 0
dtrace: clause 2 in program 1 (usdt): entered 8 = predicate false 5 + completed 3 + faulted 0 + no scratch 0 + after exit 0
dtrace: clause 3 in program 1 (usdt): entered 8 = predicate false 0 + completed 6 + faulted 2 + no scratch 0 + after exit 0
dtrace: records: attempted 4 = delivered 4 + dropped 0
dtrace: faults: attempted 2 = delivered 2 + dropped 0
dtrace: aggregations: dropped 0
dtrace: memory of the kernel: rings N + aggregations N + variables N + other N bytes
END

# rings of a script without bufsize: 64 KB if little is recorded, otherwise this CPU's share of 32 MB, at most 4 MB; more
# if one firing needs it; with bufsize the requested size
kb() {
	"$DT" -x counts -q -c "$TRIGGERS/loop 1" "$@" 2>&1 >/dev/null </dev/null |
		awk -v cpus="$(getconf _NPROCESSORS_ONLN)" '/memory of the kernel/ { print int($7 / cpus / 1024) }'
}
share=$(awk -v cpus="$(getconf _NPROCESSORS_ONLN)" -v free="$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)" 'BEGIN {
	all = free / 8 < 32768 ? free / 8 : 32768
	for (kb = 64; kb < 4096 && kb * 2 * cpus <= all; kb *= 2) ;
	print kb
}')
# near WHAT KB WORD...: the size of a ring and its head, and each CPU's share of the pages around them
near() {
	name=$1 wanted=$2
	shift 2
	got=$(kb "$@")
	result "ring-$name" "$([ "${got:-0}" -ge "$wanted" ] && [ "$got" -le $((wanted + wanted / 16 + 32)) ] ||
		echo "$got KB, not $wanted")"
}
near begin 64 -n 'BEGIN { trace(1); }'
near begin-given 1024 -b 1m -n 'BEGIN { trace(1); }'
near records "$share" -n 'loop$target:::tick { trace(1); }'
near keys "$share" -n 'loop$target:::tick { @[arg0] = count(); }'
near faults 64 -n 'loop$target:::tick /1 == *(int *)arg0/ { @ = count(); }'
near at-most 128 -x bufmax=128k -n 'loop$target:::tick { trace(1); }'
near at-most-given 1024 -x bufmax=128k -b 1m -n 'loop$target:::tick { trace(1); }'
near given 128 -b 128k -n 'loop$target:::tick { trace(1); }'
awk 'BEGIN { for (i = 0; i < 1000; i++) print "BEGIN { trace(execname); trace(\"0123456789012345678901234567890123456789\"); }" }' >"$TMP/1000.d"
near many 128 -s "$TMP/1000.d"
result many-lines "$("$DT" -qs "$TMP/1000.d" -n 'BEGIN { exit(0); }' 2>&1 </dev/null | grep -o 'dtrace01\|[0-9]* drops' |
	sort | uniq -c | awk '$1 != 1000 || $2 != "dtrace01"')"

# rates: how often buffers are read, drops checked and aggregations copied does not change what is printed
expect rates 0 -x switchrate=1000hz -x statusrate=100ms -x aggrate=10hz -q -c "$TRIGGERS/loop 1000" \
	-n 'loop$target:::tick /arg0 % 250 == 0/ { printf("%d\n", arg0); } loop$target:::tick { @ = count(); }' <<'END'
0
250
500
750

             1000
--
END

expect sizes 0 -b 64k -x aggsize=64k -x strsize=16 -q -c "$TRIGGERS/loop 1000" \
	-n 'loop$target:::tick /arg0 == 999/ { printf("%s\n", copyinstr(arg2)); @ = count(); }' <<'END'
red

                1
--
END

expect strsize-from-program 0 -q -n '#pragma D option strsize=8
	BEGIN { printf("%s\n", "more than seven"); exit(0); }' <<'END'
more th

--
END

expect not-from-program 1 -n '#pragma D option errtags
	BEGIN { exit(0); }' <<'END'
--
dtrace: invalid probe specifier: line 1: failed to set option 'errtags' to '': Option cannot be used from within a D program
  #pragma D option errtags
  ^~~~~~~~~~~~~~~~~~~~~~~~
END

expect destructive 0 -w -q -x destructive -n 'BEGIN { exit(0); }' <<'END'

--
END

expect dump-refused 1 -x dump=aq -e -n BEGIN <<'END'
--
dtrace: failed to set -x dump: Invalid value for specified option (it takes a text: print stages, one letter each: a tree as parsed, t as checked, p probes, i intermediate code, o without dead code, m with registers, b BPF, r records)
END
expect dump-r 0 -x dump=r -e -n 'BEGIN { trace(1); exit(2); }' <<'END'
--
record 2: clause 1, 8 bytes
	trace int@0+4
	exit int@4+4
END

# drops with their tag: 102 records of 40 bytes fit into the buffer of 4k
for i in $(seq 110); do
	echo 'BEGIN { trace(7); }'
done >"$TMP/many.d"
expect droptags 0 -x droptags -x cpu=0 -b 4k -q -c "$TRIGGERS/loop 1" -s "$TMP/many.d" <<END
$(printf '%0102d' 0 | tr 0 7)
--
dtrace: [DTRACEDROP_PRINCIPAL] 8 drops on CPU 0
END

# the newest records of each CPU; the newest of all is printed last
"$DT" -x bufpolicy=ring -b 4k -q -c "$TRIGGERS/loop 1000" -n 'loop$target:::tick { printf("%d\n", arg0); }
	END { printf("end\n"); }' >"$TMP/out" 2>"$TMP/err"
bad=$(awk '/^[0-9]/ { if (last != "" && $1 != last + 1) print "gap at " $1; last = $1; n++ }
	END { if (last != 999) print "last is " last; if (n < 50 || n > 128) print n " records" }' "$TMP/out")
[ "$(tail -n 2 "$TMP/out")" = "end" ] || bad="$bad END is not last"
result ring-policy "$bad$(cat "$TMP/err")"

# the oldest records, until a buffer is full: then the run ends without waiting for the command
"$DT" -x bufpolicy=fill -b 4k -q -c "$TRIGGERS/loop 100000" -n 'loop$target:::tick { printf("%d\n", arg0); }
	END { printf("end\n"); }' >"$TMP/out" 2>"$TMP/err"
bad=$(awk '/^[0-9]/ { if ($1 != n) print "gap at " $1; n++ }
	END { if (n < 50 || n > 128) print n " records" }' "$TMP/out")
[ "$(tail -n 2 "$TMP/out")" = "end" ] || bad="$bad END is not last"
grep -q 'drops\{0,1\} on CPU' "$TMP/err" || bad="$bad no drops are told"
result fill-policy "$bad"

for policy in switch fill ring; do
	expect exit-status-$policy 7 -x bufpolicy=$policy -qn 'BEGIN { printf("a"); exit(7); } END { printf("b"); }' <<'END'
ab
--
END
done

expect bufpolicy-word 1 -x bufpolicy=both -n BEGIN <<'END'
--
dtrace: failed to set -x bufpolicy: Invalid value for specified option (it takes switch, fill or ring)
END

# only firings on one CPU; BEGIN and END run there, too
printf '#!/bin/sh\nexec taskset -c 0 %s "$@"\n' "$DT" >"$TMP/on-cpu-0"
chmod +x "$TMP/on-cpu-0"
plain=$DT
DT=$TMP/on-cpu-0
expect cpu 0 -x cpu=0 -qn 'BEGIN, END { printf("%d\n", cpu); } loop$target:::tick { @[cpu] = count(); }' \
	-c "$TRIGGERS/loop 5" <<'END'
0
0

        0                5
--
END
[ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ] || expect other-cpu 0 -x cpu=1 -qn 'BEGIN, END { printf("%d\n", cpu); }
	loop$target:::tick { @[cpu] = count(); }' -c "$TRIGGERS/loop 5" <<'END'
1
1

--
END
DT=$plain
expect no-such-cpu 1 -x cpu=60000 -n BEGIN <<'END'
--
dtrace: description 'BEGIN' matched 1 probe
dtrace: can't trace CPU 60000: it is not online, or not allowed here
END

expect environment-of-command 0 -q -x setenv=COLOUR=red -x unsetenv=HOME -n 'END { }' \
	-c "env -u PATH /bin/sh -c echo\${IFS}\$COLOUR\$HOME" <<'END'
red

--
END
expect setenv-needs-value 1 -x setenv=COLOUR -n BEGIN <<'END'
--
dtrace: failed to set -x setenv: Invalid value for specified option (it takes a text: set NAME=VALUE in the environment of the command of -c)
END

expect empty 0 -x empty -q -n 'int x;' -n 'BEGIN { exit(0); }' <<'END'

--
END

# a description, although it begins like a type
printf 'int*::: /0/\n{\n}\nBEGIN\n{\n\texit(0);\n}\n' >"$TMP/pspec.d"
expect pspec 0 -x pspec -Z -q -s "$TMP/pspec.d" <<'END'

--
END

printf '#pragma D option defaultargs\n#pragma D option quiet\nBEGIN\n{\n\tprintf("%%d <%%s>\\n", $1, $$2);\n\texit(0);\n}\n' \
	>"$TMP/defaults.d"
expect defaultargs-in-script 0 -s "$TMP/defaults.d" <<'END'
0 <>

--
END
expect evaltime-word 1 -x evaltime=never -n BEGIN <<'END'
--
dtrace: failed to set -x evaltime: Invalid value for specified option (it takes exec, preinit, postinit or main)
END

expect amin 1 -x errtags -x amin=Stable/Stable/Common -n 'profile:::tick-1s { exit(0); }' <<'END'
--
dtrace: invalid probe specifier profile:::tick-1s { exit(0); }: [D_ATTR_MIN] attributes of probe description profile:::tick-1s (Evolving/Evolving/Common) are below the minimum Stable/Stable/Common
  profile:::tick-1s { exit(0); }
  ^~~~~~~~~~~~~~~~~
END
expect amin-of-statements 1 -x amin=evolving/evolving/common -n 'dtrace:::BEGIN { trace(curthread); exit(0); }' <<'END'
--
dtrace: invalid probe specifier dtrace:::BEGIN { trace(curthread); exit(0); }: in action list: attributes of curthread (Stable/Private/Common) are below the minimum Evolving/Evolving/Common
  dtrace:::BEGIN { trace(curthread); exit(0); }
                         ^~~~~~~~~
END
expect amin-met 0 -x amin=Evolving/Evolving/Common -qn 'dtrace:::BEGIN { trace(1); exit(0); }' <<'END'
1
--
END
DTRACE_OPT_AMIN=Stable/Stable/Common expect amin-of-environment 1 -e -n 'dtrace:::BEGIN { trace(htons(1)); }' <<'END'
--
dtrace: invalid probe specifier dtrace:::BEGIN { trace(htons(1)); }: in action list: attributes of htons (Evolving/Evolving/Common) are below the minimum Stable/Stable/Common
  dtrace:::BEGIN { trace(htons(1)); }
                         ^~~~~~~~
END
expect amin-value 1 -x amin=Evolving/Evolving -n BEGIN <<'END'
--
dtrace: failed to set -x amin: Invalid value for specified option (it takes a text: lowest stability that programs may have: NAME/DATA/CLASS)
END

expect stackindent 0 -x stackindent=4 -qn 'BEGIN { exit(0); }' <<'END'

--
END

# -x features: a row for each feature: yes, or no with the reason, and the consequence on the following lines
"$DT" -x features >"$TMP/out" 2>"$TMP/err"
bad=$(grep -Ev '^([a-z0-9_]+ +(yes|no)\>| {24}[^ ])' "$TMP/out" | head -3)
while read -r row; do
	[ "$(grep -Ec "^$row +(yes|no)\>" "$TMP/out")" = 1 ] || bad="$bad no row $row"
done <<ROWS
$(sed -n 's/^[A-Z]*( *\([a-z0-9_]*\),.*/\1/p' runtime/kernel/feature/features.def)
ROWS
result features "$bad$(cat "$TMP/err")"
