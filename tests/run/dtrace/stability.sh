#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The report of -v on the stability of programs, when tracing and with -e.
. tests/run/common.inc

# block TITLE NAMES DATA CLASS
block() {
	printf '\n\t%s Attributes\n\t\tIdentifier Names: %s\n\t\tData Semantics:   %s\n\t\tDependency Class: %s\n' "$@"
}

{
	printf '\nStability attributes for description dtrace:::BEGIN :\n'
	block 'Minimum Probe Description' Stable Stable Common
	block 'Minimum Statement' Stable Private Common
	printf '\n\n--\n'
	echo "dtrace: description 'dtrace:::BEGIN ' matched 1 probe"
	echo "dtrace: pid PID exited with status 0"
} >"$TMP/report"
expect tracing 0 -v -n 'dtrace:::BEGIN { x = curthread->pid; }' -c "$TRIGGERS/loop 1" <"$TMP/report"

printf 'profile:::tick-1s,\nsyscall::read:entry\n{\n\tx = htons(1);\n}\n' >"$TMP/two.d"
{
	printf '\nStability attributes for script TMP/two.d:\n'
	block 'Minimum Probe Description' Private Private ISA
	block 'Minimum Statement' Evolving Evolving Common
	printf '\n\nprofile:::tick-1s\n'
	block 'Probe Description' Private Private Unknown
	block Argument Evolving Evolving Common
	printf '\n\tArgument Types\n\t\tNone\n'
	printf '\n\nsyscall::read:entry\n'
	block 'Probe Description' Private Private Unknown
	block Argument Private Private ISA
	printf '\n\tArgument Types\n\t\targs[0]: unsigned int\n\t\targs[1]: char *\n\t\targs[2]: size_t\n'
	printf '\n--\n'
} >"$TMP/report"
expect compiling 0 -e -v -s "$TMP/two.d" <"$TMP/report"

# a provider that is left open; each program has its own report
{
	printf '\nStability attributes for description BEGIN:\n'
	block 'Minimum Probe Description' Unstable Unstable Common
	block 'Minimum Statement' Stable Stable Common
	printf '\n\n:::BEGIN\n'
	block 'Probe Description' Private Private Unknown
	block Argument Stable Stable Common
	printf '\n\tArgument Types\n\t\tNone\n'
	printf '\n\nStability attributes for description dtrace::END:\n'
	block 'Minimum Probe Description' Stable Stable Common
	block 'Minimum Statement' Stable Stable Common
	printf '\n\ndtrace:::END\n'
	block 'Probe Description' Private Private Unknown
	block Argument Stable Stable Common
	printf '\n\tArgument Types\n\t\tNone\n'
	printf '\n--\n'
} >"$TMP/report"
expect programs 0 -e -v -n BEGIN -n dtrace::END <"$TMP/report"

# nothing matches: the provider may appear later
printf '\nStability attributes for description nosuch:::x:\n' >"$TMP/report"
block 'Minimum Probe Description' Stable Stable Common >>"$TMP/report"
block 'Minimum Statement' Stable Stable Common >>"$TMP/report"
cat >>"$TMP/report" <<'END'


nosuch:::x
--
dtrace: warning: probe description nosuch:::x can never match: a provider of a program needs a process: write nosuch$target, with -c or -p, nosuch1234 or nosuch*
  nosuch:::x
  ^~~~~~~~~~
END
expect no-match 0 -Z -e -v -n nosuch:::x <"$TMP/report"

# attributes from a pragma: for an inline, whose name is gone when it is used, and for a variable
cat >"$TMP/given.d" <<'END'
inline int LIMIT = 7;
int total;
#pragma D attributes Evolving/Unstable/ISA LIMIT
#pragma D attributes Private/Evolving/Common total
dtrace:::BEGIN
{
	x = LIMIT + 1;
}
dtrace:::END
{
	total = 1;
}
END
{
	printf '\nStability attributes for script TMP/given.d:\n'
	block 'Minimum Probe Description' Stable Stable Common
	block 'Minimum Statement' Private Unstable ISA
	printf '\n\n--\n'
	printf "dtrace: script 'TMP/given.d' matched 2 probes\ndtrace: pid PID exited with status 0\n"
} >"$TMP/report"
expect given 0 -v -s "$TMP/given.d" -c "$TRIGGERS/loop 1" <"$TMP/report"
expect given-least 1 -e -x errtags -x amin=Evolving/Evolving/Common -s "$TMP/given.d" <<'END'
--
dtrace: failed to compile script TMP/given.d: [D_ATTR_MIN] line 7: attributes of LIMIT (Evolving/Unstable/ISA) are below the minimum Evolving/Evolving/Common
TMP/given.d:7:6:
  	x = LIMIT + 1;
  	    ^~~~~
dtrace: failed to compile script TMP/given.d: [D_ATTR_MIN] line 11: attributes of total (Private/Evolving/Common) are below the minimum Evolving/Evolving/Common
TMP/given.d:11:2:
  	total = 1;
  	^~~~~
END
