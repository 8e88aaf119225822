#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Tags of errors that depend on the kernel's types, the available probes, or arguments of the command.
. tests/run/common.inc

# says NAME TAG PLACE MESSAGE MARK PROGRAM WORD...: one error
says() {
	says_name=$1 says_text=$6
	printf -- '--\ndtrace: invalid probe specifier %s: [%s] in %s: %s\n  %s\n%s\n' "$6" "$2" "$3" "$4" "$6" "$5" >"$TMP/said"
	shift 6
	expect "$says_name" 1 -x errtags -n "$says_text" "$@" <"$TMP/said"
}

says ambiguous D_IDENT_AMBIG 'action list' \
	'PIDTYPE_PID is both a variable and an enumerator of "enum pid_type"; give the variable another name' \
	'                                                                        ^~~~~~~~~~~' \
	'int PIDTYPE_PID; BEGIN { this->x = (enum pid_type)0; trace(this->x == PIDTYPE_PID); }'
says argument D_MACRO_OFLOW 'action list' \
	'integer argument 18446744073709551616 cannot be represented in any built-in integral type' \
	'                ^~' 'BEGIN { trace($1); }' 18446744073709551616

# the largest value fits, and an unrelated name may be defined
expect largest 0 -qn 'int PIDTYPE; BEGIN { this->x = (enum pid_type)0; printf("%u %d", $1, this->x == PIDTYPE_PID); exit(0); }' \
	18446744073709551615 <<'END'
18446744073709551615 1
--
END

printf -- '--\ndtrace: invalid probe specifier %s: [%s] probe description %s does not match any probes\n  %s\n  ^~~~~~~~~~\n' \
	nosuch:::x D_PDESC_ZERO nosuch:::x nosuch:::x |
	expect no-probe 1 -x errtags -n nosuch:::x

echo '#pragma D option nosuch=1' >"$TMP/option.d"
expect no-option 1 -x errtags -s "$TMP/option.d" <<'END'
--
dtrace: failed to compile script TMP/option.d: [D_PRAGMA_OPTSET] line 1: failed to set option 'nosuch' to '1': Invalid option name
TMP/option.d:1:1:
  #pragma D option nosuch=1
  ^~~~~~~~~~~~~~~~~~~~~~~~~
END

# an unknown symbol, or a variable where the kernel lists functions only
if grep -qw init_task /proc/kallsyms; then symbol_why='Unknown symbol name'; else
	symbol_why='Unknown symbol name (this kernel was built without CONFIG_KALLSYMS_ALL: /proc/kallsyms lists its functions, but hardly any variables)'
fi
# shellcheck disable=SC2016
says symbol D_IDENT_UNDEF 'action list' "failed to resolve \`nosuch_symbol: $symbol_why" \
	'                ^~~~~~~~~~~~~~' 'BEGIN { trace(`nosuch_symbol); }'

# locks: the counter of a semaphore differs from that of an rwlock_t
printf -- '--\ndtrace: invalid probe specifier %s: [%s] in action list: %s\n  %s\n%s\n' \
	'BEGIN { trace(rw_read_held((struct rw_semaphore *)1)); }' D_PROTO_ARG \
	'rw_read_held( ) argument #1 is incompatible with prototype:
	prototype: struct qrwlock *
	 argument: struct rw_semaphore *' 'BEGIN { trace(rw_read_held((struct rw_semaphore *)1)); }' \
	'                             ^~~~~~~~~~~~~~~~~~~~~~~~' |
	expect semaphore 1 -x errtags -n 'BEGIN { trace(rw_read_held((struct rw_semaphore *)1)); }'

# a warning is not an error: it names the script, and shows the place in a text from the command line
echo 'BEGIN { trace(pid << 32); exit(0); }' >"$TMP/warned.d"
expect warning-script 0 -qs "$TMP/warned.d" <<'END'
0
--
dtrace: warning: script TMP/warned.d: line 1: shift of a value of 32 bits by 32
TMP/warned.d:1:15:
  BEGIN { trace(pid << 32); exit(0); }
                ^~~~~~~~~
END
expect warning-text 0 -x errtags -qn 'BEGIN { trace(pid << 32); exit(0); }' <<'END'
0
--
dtrace: warning: [D_OP_INT] in action list: shift of a value of 32 bits by 32
  BEGIN { trace(pid << 32); exit(0); }
                ^~~~~~~~~
END

# the text of -n: of several lines only the wrong one is shown
expect lines 1 -n '
BEGIN
{
	x = 1;
	y = nosuch;
}
END { z = other; }' <<'END'
--
dtrace: invalid probe specifier: line 5: in action list: failed to resolve nosuch: Unknown variable name
  	y = nosuch;
  	    ^~~~~~
dtrace: invalid probe specifier: line 7: in action list: failed to resolve other: Unknown variable name
  END { z = other; }
            ^~~~~
END

# members of psinfo_t that have no equivalent in Linux are an error, not 0
# without TYPE VARIABLE MEMBER...
without() {
	type=$1 variable=$2
	shift 2
	for member; do
		says "$variable-$member" D_XLATE_NOCONV 'action list' \
			"translator from \"struct task_struct *\" to \"$type\" does not define a conversion for member: $member" \
			"                $(echo "^$variable->$member" | sed -e 's/./~/g' -e 's/^~~/^/')" \
			"BEGIN { trace($variable->$member); }"
	done
}
without psinfo_t curpsinfo pr_flag pr_rssize pr_pctcpu pr_pctmem pr_argc pr_nzomb
without lwpsinfo_t curlwpsinfo pr_wchan pr_stype pr_syscall pr_oldpri pr_cpu pr_pctcpu
