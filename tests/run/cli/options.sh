#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The exact effects of -x options, except those that other folders test in depth (tests/lint/cli-rows lists the test of
# each).
. tests/run/common.inc

# ---- sizes and rates that are adjusted ----
fit='BEGIN { exit(0); }'
expect bufresize-auto 0 -x bufresize=auto -x specsize=1t -x dynvarsize=1g -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: speculation size lowered to 256m
dtrace: dynamic variable size lowered to 256m
END
expect odd-size 0 -x specsize=805306372 -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: speculation size lowered to 201326593 bytes
END
# the size is for one CPU, the missing memory is for all
cpus=$(getconf _NPROCESSORS_ONLN)
all=" on each of $cpus CPUs, ${cpus}t in all"
[ "$cpus" -gt 1 ] || all=''
expect bufresize 1 -x bufresize=manual -x bufsize=1t -n 'BEGIN { } tick-1s { }' <<END
--
dtrace: could not enable tracing: no room for a buffer size of 1t$all
END
expect bufresize-aggsize 1 -x bufresize=manual -x aggsize=1024g -n "$fit" <<'END'
--
dtrace: could not enable tracing: no room for an aggregation size of 1t
END
# a record that fits into no buffer; one that needs more than the small buffer for BEGIN
expect bufsize-exceeded 1 -b 4k -n 'BEGIN { tracemem(curthread, 8192); exit(0); }' <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: could not enable tracing: Enabling exceeds size of buffer: a record takes 8232 bytes, a buffer has 4096 (-x bufsize)
END
# without bufsize, strings take what they need, not strsize
expect short-strings 0 -q -x strsize=8k -n 'BEGIN {
	printf("%s%s%s%s%s%s%s%s%s", "1", "2", "3", "4", "5", "6", "7", "8", "9"); exit(0); }' <<'END'
123456789
--
END
for policy in switch fill ring; do
	expect "large-record-$policy" 3 -x bufpolicy=$policy -qn 'BEGIN { tracemem(curthread, 65536, 0); printf("end"); exit(3); }' <<'END'

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
end
--
END
done
expect bufresize-refused 1 -x bufresize=never -n "$fit" <<'END'
--
dtrace: failed to set -x bufresize: Invalid value for specified option (it takes auto or manual)
END
expect quietresize 0 -x quietresize -x specsize=1t -x cleanrate=1ns -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
END
expect cleanrate 0 -x cleanrate=1us -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: cleaning rate reduced to 5000 hz
END
expect cleanrate-slow 0 -x cleanrate=1h -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: cleaning rate increased to once every 60 seconds
END
expect statusrate 0 -x statusrate=1d -n "$fit" -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: status rate increased to once every 10 seconds
END
expect statusrate-bad 1 -x statusrate=-1 -n "$fit" <<'END'
--
dtrace: failed to set -x statusrate: Invalid value for specified option (it takes a rate or an interval, such as 10hz or 100ms)
END

# ---- options that only show how dtrace works ----
DEBUG='s/^(dtrace DEBUG) [0-9]+\.[0-9]{9}:/\1 TIME:/; s/[0-9]+ instructions/N instructions/'
# stages NAME WORD...: like expect, with times and sizes replaced
stages() {
	cat >"$TMP/wanted"
	test_name=$1
	shift
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i -E "$DEBUG" "$TMP/err"
	same "$test_name" $status 0
}
cat >"$TMP/stages" <<'END'

--
dtrace DEBUG TIME: looking for :::BEGIN: 1 probes
dtrace DEBUG TIME: compiled 1 programs, 0 files of the library
dtrace DEBUG TIME: generated 1 programs
dtrace DEBUG TIME: loaded BEGIN: N instructions
dtrace DEBUG TIME: attached
END
stages debug -x debug -qn 'BEGIN { exit(0); }' <"$TMP/stages"
DTRACE_DEBUG=1 stages debug-environment -qn 'BEGIN { exit(0); }' <"$TMP/stages"
for pair in 'tree=1 a' 'tree=2 t' 'tree=3 at' 'disasm=1 b'; do
	"$DT" -x "dump=${pair#* }" -en 'BEGIN { x = 1 + 1; }' >"$TMP/wanted" 2>&1
	"$DT" -x "${pair% *}" -en 'BEGIN { x = 1 + 1; }' >"$TMP/out" 2>&1
	cmp -s "$TMP/wanted" "$TMP/out" && [ -s "$TMP/out" ]
	result "${pair%=*}-${pair#* }" "$([ $? = 0 ] || echo "differs from dump=${pair#* }")"
done
"$DT" -x bpflog -qn 'BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err"
result bpflog "$(sed -n '1p' "$TMP/err" | grep -qx 'dtrace: the verifier on BEGIN:' &&
	grep -q '^processed [0-9]* insns' "$TMP/err" || echo "no log")"
"$DT" -x bpflog -x bpflogsize=1k -qn 'BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err"
status=$?
sed -i 's/^processed .*/processed/' "$TMP/err"
printf '%s\n' 'dtrace: the verifier on BEGIN:' processed '[ cut: there is more than bpflogsize, 1024 bytes ]' | diff - "$TMP/err" &&
	[ $status = 0 ]
result bpflogsize-cut "$([ $? = 0 ] || echo "status $status")"
expect bpflogsize 1 -x bpflog -x bpflogsize=12 -qn 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to set -x bpflogsize: Invalid value for specified option (it takes a size from 1k to 1073741823 bytes)
END
sh -c 'ulimit -c 0; "$0" -x core -qn "BEGIN { printf(\"all\"); exit(0); }" 2>&1' "$DT" >"$TMP/out" 2>"$TMP/err"
status=$?
sed -i '/^Aborted/d' "$TMP/out" "$TMP/err"
printf 'all\n--\n' >"$TMP/wanted"
same core $status 134

# ---- the rest ----
expect grabanon 1 -x grabanon -n BEGIN <<'END'
--
dtrace: No anonymous tracing state
END
expect lockmem 0 -x lockmem=64k -wqn 'BEGIN { system("ulimit -l"); exit(0); }' <<'END'
64

--
END
# only who may raise it gets it; others are told
if (ulimit -l unlimited) 2>/dev/null; then
	printf '%s\n' unlimited '' --
else
	printf '%s\n' "$(ulimit -l)" '' -- \
		'dtrace: cannot raise the limit of locked memory: Operation not permitted'
fi >"$TMP/wanted"
"$DT" -x lockmem=unlimited -wqn 'BEGIN { system("ulimit -l"); exit(0); }' >"$TMP/out" 2>"$TMP/err"
same lockmem-unlimited $? 0
expect evaltime 0 -x evaltime=main -qc true -n 'BEGIN { printf("B"); }' <<'END'
B
--
END
expect evaltime-postinit 0 -x evaltime=postinit -qc true -n 'BEGIN { printf("B"); }' <<'END'
B
--
END
expect objects-missing 1 -x "objects=libnosuch.so.1:$TRIGGERS/loop:/dev/null:" -n BEGIN <<'END'
--
dtrace: -x objects: libnosuch.so.1: No such file or directory
dtrace: -x objects: /dev/null: not a file
END
expect objects-checked 1 -e -x "objects=/etc/passwd" -n BEGIN <<'END'
--
dtrace: -x objects: /etc/passwd: not an ELF file
END
expect evaltime-refused 1 -x evaltime=later -n BEGIN <<'END'
--
dtrace: failed to set -x evaltime: Invalid value for specified option (it takes exec, preinit, postinit or main)
END
expect btfpath 1 -x btfpath=none -en 'BEGIN { trace(curthread->pid); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(curthread->pid); }: in action list: "struct task_struct" is an incomplete type: neither the program nor the kernel's BTF defines it
  BEGIN { trace(curthread->pid); }
                ^~~~~~~~~~~~~~
END
expect btfpath-given 0 -x btfpath=/sys/kernel/btf -en 'BEGIN { trace(curthread->pid); }' <<'END'
--
END
mkdir -p "$TMP/lib"
echo 'inline int MINE = 7;' >"$TMP/lib/mine.d"
expect syslibdir 0 -x "syslibdir=$TMP/lib" -qn 'BEGIN { printf("%d", MINE); exit(0); }' <<'END'
7
--
END
expect syslibdir-instead 1 -x "syslibdir=$TMP/lib" -n 'BEGIN { trace(EPERM); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(EPERM); }: in action list: failed to resolve EPERM: Unknown variable name
  BEGIN { trace(EPERM); }
                ^~~~~
END
expect switchrate 0 -x switchrate=0 -qc "$TRIGGERS/loop 3" -n 'loop$target:::tick { printf("%d", arg0); }' <<'END'
012
--
END
for name in cpp cpphdrs cppargs cpppath define undef incdir stdc errtags nolibs; do
	printf '#pragma D option %s=a\nBEGIN { exit(0); }\n' $name >"$TMP/p.d"
	"$DT" -qs "$TMP/p.d" >"$TMP/out" 2>&1
	result "not-in-a-program-$name" "$(sed -n 1p "$TMP/out" | grep -q "line 1: failed to set option '$name' to 'a': Option cannot be used from within a D program$" ||
		cat "$TMP/out")"
done

# missing memory is reported when tracing begins; a record that is larger than the buffer is a drop, and so is a key
# that is larger than aggsize. A string counts with strsize bytes.
while read -r name size limit; do
	expect "$name-limit" 1 -x "$name=$size" -n 'BEGIN { exit(0); }' <<END
--
dtrace: could not enable tracing: $name of $size: programs of the kernel have room for $limit
END
done <<'END'
strsize 1g 8k
scratchsize 100t 1m
END
for size in 1 59 63; do
	expect "bufsize-$size" 1 -qb $size -n 'BEGIN { exit(0); }' <<END
--
dtrace: could not enable tracing: Enabling exceeds size of buffer: a record takes 64 bytes, a buffer has $size (-x bufsize)
END
done
expect bufsize-64 7 -qb 64 -n 'BEGIN { trace(1); exit(7); }' <<'END'
1
--
END
expect bufsize-large-record 0 -q -x strsize=1k -b 512 -n 'BEGIN { trace("one"); } BEGIN { trace("two"); trace("three"); }
	BEGIN { trace(3); exit(0); } END { trace("four"); } END { trace(5); }' -x droptags -x cpu=0 <<'END'
35
--
dtrace: [DTRACEDROP_PRINCIPAL] 3 drops on CPU 0
END
expect bufsize-exit-dropped 3 -q -x strsize=1k -b 512 -n 'BEGIN { trace(execname); exit(3); } END { trace(5); }' -x cpu=0 <<'END'
5
--
dtrace: 1 drop on CPU 0
END
# each record takes 32 bytes and 128 of data, exit() takes 40
clause='{ tracemem(curthread, 120, 0); printf("one\n"); }'
expect bufsize-exact 0 -qb 360 -n "BEGIN $clause BEGIN $clause BEGIN $clause BEGIN { exit(0); }" -x cpu=0 <<'END'

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
one

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
one

--
dtrace: 1 drop on CPU 0
END
expect aggsize-large-key 0 -q -x strsize=1k -x aggsize=512 -x droptags -x cpu=0 -n 'BEGIN { @["a"] = count(); @["b"] = count(); @["c"] = count(); }
	BEGIN { exit(0); }' <<'END'

--
dtrace: [DTRACEDROP_AGGREGATION] 3 aggregation drops on CPU 0
END
expect aggsize-1 0 -q -x aggsize=1 -x cpu=0 -n 'BEGIN { @[1] = sum(5); @b = sum(5); @[1] = sum(5); exit(0); }' <<'END'

                5
--
dtrace: 2 aggregation drops on CPU 0
END

# types as D text
cat >"$TMP/types.d" <<'END'
typedef int foo_t;
struct s { int a:3; foo_t *b[3]; union { int c; char *d; }; int (*f)(int, char); struct { int z; } in[2]; };
typedef struct { int x; enum { Q = 1, R } e; } anon_t;
enum e { A, B = 5 };
BEGIN { exit(0); }
END
expect types 0 -q -x nolibs -x btfpath=none -x ctypes="$TMP/ctypes" -x dtypes="$TMP/dtypes" -s "$TMP/types.d" <<'END'

--
END
cat >"$TMP/want" <<'END'
struct s;
typedef int foo_t;
typedef struct {
	int x;
	enum {
		Q = 1,
		R = 2,
	} e;
} anon_t;
struct s {
	int a : 3;
	foo_t *b[3];
	union {
		int c;
		char *d;
	};
	int (*f)(int, char);
	struct {
		int z;
	} in[2];
};
enum e {
	A = 0,
	B = 5,
};
END
result dtypes "$(diff "$TMP/want" "$TMP/dtypes")"
result ctypes "$(grep -qx 'typedef unsigned long uint64_t;' "$TMP/ctypes" || cat "$TMP/ctypes")"
expect dtypes-nowhere 1 -x dtypes=/nowhere/f -qn 'BEGIN { exit(0); }' <<'END'
--
dtrace: -x dtypes: failed to write types to /nowhere/f: No such file or directory
END
