#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Forms of programs: descriptions and their fields, each option that takes one, scripts, macros, the
# preprocessor, options from all sources.
. tests/run/common.inc

# several descriptions, several clauses, in one argument and in several; clauses run in their order
expect several 0 -q -n 'BEGIN, END { trace(1); } BEGIN { trace(2); }' -n 'dtrace:::BEGIN, :::END { trace(3); }' \
	-n 'BEGIN { exit(0); }' <<'END'
12313
--
END

# a program with a unique name: forms without a provider match every process
only=only_$$
cat >"$TMP/$only.c" <<END
#include <sys/sdt.h>
void f_$only(void) { DTRACE_PROBE(loop, t_$only); }
int main(void) { f_$only(); return 0; }
END
${CC:-gcc} -I"$root/include" "$TMP/$only.c" -o "$TMP/$only" || exit 1

# globs in each field, empty fields, fewer fields
n=0
for spec in 'dtr?ce:::BEGIN' 'dtr*:::B[A-F]GIN' '*:*:*:B[!a-z]G*' 'dtrace::*:BEGI?' ':::BEGIN' '::BEGIN' ':BEGIN' \
	'dtrace:::BEG\IN' 'loop$target:loop:main:tick' 'loop$target:lo*:m??n:t[h-j]ck' 'loop$target::main:' \
	'loop$target:::tick' "$only:f_$only:t_$only" "f_$only:t_$only"; do
	n=$((n + 1))
	command="$TRIGGERS/loop 1"
	case $spec in *$only*) command=$TMP/$only ;; esac
	expect "fields-$n" 0 -n "$spec" -o "$TMP/o" -x switchrate=1ms -c "$command" <<END
--
dtrace: description '$spec' matched $(case $spec in loop\$target::main:) echo 3 probes ;; *) echo 1 probe ;; esac)
dtrace: pid PID has exited
END
done

for spec in dtrace::BEGIN dtrace::END profile::tick-1s; do
	expect "three-parts-$spec" 0 -n "$spec" -n 'BEGIN { exit(0); }' -o "$TMP/o" <<END
--
dtrace: description '$spec' matched 1 probe
dtrace: description 'BEGIN ' matched 1 probe
END
done
expect three-parts-listed 0 -l -n dtrace::END <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    2     dtrace                                                     END
--
END
# the kernel by the names that it has on other systems
for module in genunix unix kernel freebsd mach_kernel; do
	expect "kernel-$module" 0 -l -n "syscall:$module:getpid:entry" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    syscall           vmlinux                            getpid entry
--
END
done
expect kernel-args 0 -q -n 'io:genunix::start /args[0]->b_bcount < 0/ { }' -n 'BEGIN { exit(0); }' <<'END'

--
END
# only if the first part is a provider's plain name and the second is empty
for spec in dtr*::BEGIN dtrace:x:BEGIN nosuch::BEGIN; do
	expect "no-fallback-$spec" 1 -n "$spec" <<END
--
dtrace: invalid probe specifier $spec: probe description $spec does not match any probes
  $spec
  $(echo "$spec" | sed 's/./~/g; s/^./^/')
END
done

# each option, with a predicate and a body
expect by-provider 0 -q -P 'dtrace /1 == 1/ { printf("P%s.", probename); }' -n 'BEGIN { exit(0); }' <<'END'
PBEGIN.PEND.
--
END
expect by-module 0 -q -m 'loop /pid == $target && arg0 == 1 && probename == "tick"/ { printf("m%d ", arg0); }' -c "$TRIGGERS/loop 3" -m 'loop$target:loop /arg0 == 2 && probename == "tick"/ { trace("m2"); }' <<'END'
m1 m2
--
END
expect by-function 0 -q -f 'main /pid == $target && arg0 == 1 && probename == "tick"/ { printf("f%d.", arg0); }' \
	-f 'loop:main /pid == $target && arg0 == 2/ { trace("f2."); }' -f 'loop$target:loop:main /arg0 == 0 && probename == "tick"/ { trace("f0."); }' \
	-c "$TRIGGERS/loop 3" <<'END'
f0.f1.f2.
--
END
expect by-name 0 -q -n 'tick /pid == $target && arg0 == 1/ { trace("n1."); }' -n 'main:tick /pid == $target && arg0 == 2/ { trace("n2."); }' \
	-n 'loop:main:tick /pid == $target && arg0 == 0/ { trace("n3."); }' -c "$TRIGGERS/loop 3" <<'END'
n3.n1.n2.
--
END
expect by-id 0 -q -i '1 /1/ { trace("i1 "); }' -i 2 -i '2 { trace("i2"); }' -n 'BEGIN { exit(0); }' <<'END'
i1 i2
--
END
expect id-in-n 0 -q -n '1 { trace("one"); exit(0); }' <<'END'
one
--
END
expect too-many-parts 1 -n 'a:b:c:d:e' <<'END'
--
dtrace: invalid probe specifier a:b:c:d:e: in probe description: invalid probe description "a:b:c:d:e": Overspecified probe description
  a:b:c:d:e
  ^~~~~~~~~
END
expect bad-id 1 -i 99999999 <<'END'
--
dtrace: invalid probe specifier 99999999: probe description 99999999 does not match any probes
  99999999
  ^~~~~~~~
END

# programs of several options run in the order of the command line
printf 'BEGIN\n{\n\tprintf("s");\n}\n' >"$TMP/s.d"
expect units 0 -q -n 'BEGIN { printf("1"); }' -s "$TMP/s.d" -n 'BEGIN { printf("2"); }' -s "$TMP/s.d" -n 'BEGIN { exit(0); }' <<'END'
1s2s
--
END
expect units-share-names 0 -q -n 'int x; BEGIN { x = 5; }' -n 'BEGIN { trace(x); exit(0); }' <<'END'
5
--
END

# the preprocessor works on scripts, not on -n; -D and -I alone are accepted
mkdir -p "$TMP/inc"
echo '#define FROM_HEADER 30' >"$TMP/inc/h.h"
printf '#include "h.h"\n#ifdef GONE\n#error it is defined\n#endif\nBEGIN\n{\n\tprintf("%%d %%d\\n", VALUE, FROM_HEADER);\n\texit(0);\n}\n' >"$TMP/c.d"
expect preprocessor 0 -q -C -D VALUE=12 -DGONE -U GONE -I "$TMP/inc" -s "$TMP/c.d" <<'END'
12 30

--
END
"$DT" -q -C -H -DVALUE=1 -I"$TMP/inc" -s "$TMP/c.d" >"$TMP/out" 2>"$TMP/err"
result preprocessor-headers "$(grep -q '^\. .*inc/h\.h' "$TMP/err" || cat "$TMP/err")"
expect without-preprocessor 0 -q -D X=1 -I /nowhere -n 'BEGIN { X = 3; trace(X); exit(0); }' <<'END'
3
--
END
printf 'BEGIN\n{\n\ttrace(nosuch);\n}\n' >"$TMP/inc/bad.h"
printf '#include "bad.h"\n' >"$TMP/c2.d"
"$DT" -C -I "$TMP/inc" -s "$TMP/c2.d" >"$TMP/out" 2>"$TMP/err"
result place-in-header "$(grep -q '^dtrace: failed to compile script .*c2\.d: ".*bad\.h", line 3: in ' "$TMP/err" ||
	grep -q '^dtrace: failed to compile script .*c2\.d: ".*bad\.h", line 3: failed to resolve nosuch' "$TMP/err" || cat "$TMP/err")"

# macros: numbers, names, texts; the rest of the command line
printf '#!%s -qs\n\n/* a script */\nBEGIN\n{\n\t$2 = $1;\n\tprintf("%%d %%s %%s %%s\\n", $2, $3, $$1, $$0);\n\texit(0);\n}\n' "$DT" >"$TMP/m.d"
chmod +x "$TMP/m.d"
"$TMP/m.d" 0x10 name '"a text"' >"$TMP/out" 2>"$TMP/err"
status=$?
printf '16 a text 0x10 TMP/m.d\n\n--\n' >"$TMP/wanted"
same macros $status 0
expect macro-unused 1 -n 'BEGIN { trace($1); }' 1 foo <<'END'
--
dtrace: invalid probe specifier BEGIN { trace($1); }: extraneous argument 'foo' ($2 is not referenced)
END
expect macro-undefined 1 -n 'BEGIN { trace($1); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace($1); }: in action list: macro argument $1 is not defined
  BEGIN { trace($1); }
                ^~
END
expect macro-in-description 0 -q -n '$1$2:::$$3 { trace("here"); exit(0); }' dtr ace BEGIN <<'END'
here
--
END
expect target-of-none 0 -qn 'BEGIN { trace($target); exit(0); }' <<'END'
0
--
END

# -x, then the environment, then pragmas: the last one takes effect
DTRACE_OPT_STRSIZE=8 DTRACE_OPT_QUIET= expect environment 0 -n 'BEGIN { printf("%s\n", "0123456789"); exit(0); }' <<'END'
0123456

--
END
DTRACE_OPT_STRSIZE=8 expect option-over-environment 0 -q -x strsize=10 -n 'BEGIN { printf("%s\n", "0123456789"); exit(0); }' <<'END'
012345678

--
END
expect pragma-over-option 0 -q -x strsize=10 -n '#pragma D option strsize=9
BEGIN { printf("%s\n", "0123456789"); exit(0); }' <<'END'
01234567

--
END

# if, else and comments of both kinds
expect branches 0 -qn 'BEGIN { // to the end
	x = 2; /* of
	several lines */
	if (x == 1) { trace("one"); } else if (x == 2) trace("two"); else trace("more");
	exit(0); }' <<'END'
two
--
END
