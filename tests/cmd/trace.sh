#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The command line of tracing: bundled letters, order, arguments of scripts, the preprocessor on
# scripts, messages and exit statuses.
. "$(dirname "$0")/../build/common.inc"

# says NAME STATUS STDOUT STDERR WORDS...: the command ends with this status and output (STDERR: a pattern)
says() {
	name=$1 want_status=$2 want_out=$3 want_err=$4; shift 4
	timeout 20 "$dtrace" "$@" >out 2>err </dev/null
	status=$?
	printf '%b' "$want_out" >want
	cat out err >.out
	if [ $status -ne "$want_status" ]; then fail "$name" "status $status, not $want_status"
	elif ! cmp -s want out; then fail "$name" "stdout is not $(cat want)"
	elif [ -z "$want_err" ] && [ -s err ]; then fail "$name" "said something on stderr"
	elif [ -n "$want_err" ] && ! grep -Eqx -e "$want_err" err; then fail "$name" "stderr has no line $want_err"
	else echo "ok $name"; fi
}

says status-of-exit 3 '\n' '' -qn 'BEGIN { exit(3); }'
says bundle-with-argument 0 'x\n' '' -qn 'BEGIN { printf("x"); exit(0); }'
says attached-argument 0 'x\n' '' -q '-nBEGIN { printf("x"); exit(0); }'
says matched-line 0 '' "dtrace: description 'BEGIN ' matched 1 probe" -o /dev/null -n 'BEGIN { exit(0); }'
says macro-argument 0 '5 a b\n' '' -qn 'BEGIN { printf("%d %s", $1, $$2); exit(0); }' 5 'a b'
says operands-between 0 '5 7\n' '' 5 -qn 'BEGIN { printf("%d %d", $1, $2); exit(0); }' -x strsize=64 7
says programs-in-order 0 'ab\n' '' -qn 'BEGIN { printf("a"); }' -n 'BEGIN { printf("b"); exit(0); }'

cat >s.d <<'D'
#!/usr/sbin/dtrace -qs
BEGIN { printf("%s %s\n", $$0, $$1); exit(0); }
D
says script-arguments 0 's.d hello\n\n' '' -qs s.d hello
printf '#!%s -qs\nBEGIN { printf("ran %%s", $$1); exit(0); }\n' "$dtrace" >run.d
chmod +x run.d
check interpreter-line sh -c './run.d me >out && grep -qx "ran me" out'

cat >c.d <<'D'
#!/usr/sbin/dtrace -Cqs
#include "value.h"
#if defined __SUNW_D && defined __linux && defined __Linux && __SUNW_D_VERSION >= 0x02000000
BEGIN { printf("%d %d", VALUE, GIVEN); exit(0); }
#endif
D
mkdir inc && echo '#define VALUE 40' >inc/value.h
says preprocessor 0 '40 2\n' '' -C -Iinc -D GIVEN=2 -qs c.d
says preprocessor-undefined 1 '' 'dtrace: failed to compile script c.d: line 4: .*GIVEN.*' -C -Iinc -DGIVEN -UGIVEN -qs c.d
says preprocessor-option 0 '40 3\n' '' -x cpp -x incdir=inc -x define=GIVEN=3 -qs c.d
says preprocessor-fails 1 '' 'dtrace: the preprocessor .* failed' -C -qs c.d

says unknown-option-name 1 '' 'dtrace: failed to set -x nosuch: Invalid option name' -x nosuch -n BEGIN
says bad-option-value 1 '' 'dtrace: failed to set -x bufsize: Invalid value for specified option .it takes a size from 1 byte.' -x bufsize=zz -n BEGIN
says bad-bufsize 1 '' 'dtrace: failed to set -b zz: Invalid value for specified option .it takes a size from 1 byte.' -b zz -n BEGIN
says bad-pid 1 '' 'dtrace: invalid pid: abc' -p abc -n BEGIN
says no-such-process 1 '' 'dtrace: failed to grab pid 999999999: No such process' -p 999999999 -n BEGIN
says no-such-command 1 '' 'dtrace: failed to execute /no/such: No such file or directory' -c /no/such -n BEGIN
says no-such-script 1 '' 'dtrace: failed to open no.d: No such file or directory' -s no.d
says no-such-file 1 '' 'dtrace: failed to open no.so: No such file or directory' -l no.so
says no-match 1 '' 'dtrace: invalid probe specifier nosuch:::x: probe description nosuch:::x does not match any probes' -n nosuch:::x
says no-match-allowed 4 '\n' 'dtrace: warning: probe description nosuch:::x can never match: .*' -Zqn 'nosuch:::x {} BEGIN { exit(4); }'
says no-program 1 '' 'dtrace: no probes specified' -q
says script-as-operand 1 '' 'dtrace: no probes specified .s.d is an operand: -s runs a script, -n a program.' s.d
says anonymous 1 '' 'dtrace: No anonymous tracing state' -a
says data-model 1 '' 'dtrace: programs of the 32-bit data model are not supported' -32 -n BEGIN
says two-modes 2 '' 'dtrace: only one of the \[-GhlV\] options can be specified at a time' -l -V
says same-mode-twice 0 'dtrace: D 2.0.0\n' '' -V -V
says version-word 0 'dtrace: D 2.0.0\n' '' -V --version
says unknown-letter 2 '' "dtrace: invalid option -- 'j'" -j
says missing-argument 2 '' "dtrace: option requires an argument -- 'n'" -n
says build-option 2 '' 'dtrace: option is only valid with -h or -G: -k' -k -n BEGIN
says compile-only 0 '' '' -qen 'BEGIN { exit(1); }'
says compile-error 1 '' 'dtrace: invalid probe specifier BEGIN \{ x\(\) \}: in action list: .*' -en 'BEGIN { x() }'
says command-ends 0 't\n' '' -qc true -n 'BEGIN { printf("t"); }'

rm -f o.txt
"$dtrace" -o o.txt -qn 'BEGIN { printf("1"); exit(0); }' && "$dtrace" -o o.txt -qn 'BEGIN { printf("2"); exit(0); }'
printf '1\n2\n' >want
same output-is-appended want o.txt
says output-folder 1 '' "dtrace: failed to open output file 'no/such': No such file or directory" -o no/such -n BEGIN
DTRACE_OPT_QUIET=1
export DTRACE_OPT_QUIET
says environment 0 'x\n' '' -n 'BEGIN { printf("x"); exit(0); }'
unset DTRACE_OPT_QUIET

if [ -f /usr/lib/x86_64-linux-gnu/libstdc++.so.6 ]; then
	"$dtrace" -l /usr/lib/x86_64-linux-gnu/libstdc++.so.6 >out
	expect list-a-file ' libstdcxx +libstdc\+\+.so.6[^ ]* .* throw$' out
fi
