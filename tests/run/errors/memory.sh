#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Errors about memory that depend on probes and the kernel: args[] of probes that differ, do not exist or have no types,
# symbols without types, variables for addresses of both sides.
. tests/run/common.inc
objects=$TRIGGERS/objects

# says NAME PROGRAM TAG MESSAGE MARK: one error
says() {
	printf -- '--\ndtrace: invalid probe specifier %s: [%s] in action list: %s\n  %s\n%s\n' "$2" "$3" "$4" "$2" "$5" |
		expect "$1" 1 -x errtags -c "$objects" -n "$2"
}

says none 'BEGIN { trace(args[0]); }' D_ARGS_NONE \
	'args[ ] may not be referenced because no arguments of BEGIN are known' \
	'                ^~~~~~~'
says no-match 'objects$target:::no { trace(args[1]); }' D_ARGS_NONE \
	'args[ ] may not be referenced because probe description objectsPID:::no does not match any probes (process PID has other probes: see dtrace -l)' \
	'                              ^~~~~~~'
says multi 'objects$target:::all,objects$target:::numbers { trace(args[0]); }' D_ARGS_MULTI \
	'args[ ] may not be referenced because the probes of objectsPID:::all have different arguments' \
	'                                                        ^~~~~~~'
says multi-glob 'objects$target:::[an]* { trace(args[0]); }' D_ARGS_MULTI \
	'args[ ] may not be referenced because the probes of objectsPID:::[an]* have different arguments' \
	'                                 ^~~~~~~'
says index 'objects$target:::list { trace(args[1]); }' D_ARGS_IDX \
	'index 1 is out of range for objectsPID:::list args[ ]' \
	'                                ^~~~~~~'
says type 'objects$target:::odd { trace(args[0]); }' D_ARGS_TYPE \
	'failed to resolve type "odd_t" of args[0]; declare it in the script' \
	'                               ^~~~~~~'
says both-sides 'objects$target:::numbers { x = args[0]; x = (int *)curthread; }' D_ALLOCA_INCOMPAT \
	"x holds addresses of a process and can't hold one of the kernel" \
	'                                              ^~~~~~~~~~~~~~~~'
says no-type 'BEGIN { trace(`__start_rodata); }' D_SYM_NOTYPES \
	'the kernel has no type for `__start_rodata; use *(type *)&`__start_rodata' \
	'                ^~~~~~~~~~~~~~~'
# objects of the kernel, and translations of them, can't be written to
writable='can only be applied to a writable variable'
says write-kernel 'BEGIN { curthread->pid = 1; }' D_OP_WRITE "operator = $writable" \
	'          ^~~~~~~~~~~~~~'
says write-translated 'BEGIN { curpsinfo->pr_pid++; }' D_OP_WRITE "operator ++ $writable" \
	'          ^~~~~~~~~~~~~~~~~'
says write-user 'objects$target:::numbers { args[0][1] = 7; }' D_OP_WRITE "operator = $writable" \
	'                             ^~~~'
says write-user-variable 'objects$target:::numbers { x = args[0]; x[1] |= 7; }' D_OP_WRITE \
	"operator |= $writable" '                                          ^~~~'

# it has a type if it is declared
expect declared 0 -q -c "$objects" -n 'typedef long odd_t; objects$target:::odd { printf("%d", args[0]); }' <<'END'
9
--
END

# too large for a record
expect large 1 -qn 'int big[20000]; BEGIN { trace(big); }' <<'END'
--
dtrace: invalid probe specifier int big[20000]; BEGIN { trace(big); }: a value of 80000 bytes can't be recorded: the limit is 65536
  int big[20000]; BEGIN { trace(big); }
                                ^~~
END
