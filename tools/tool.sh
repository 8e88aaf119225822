# SPDX-License-Identifier: BSD-2-Clause
#
# What the tools in these folders share: options, help, and starting dtrace. A tool is a file of the form below. Its head
# is also the source of its manual page (scripts/tool-page), together with NAME.example, which shows a real run:
#
#	#!/bin/sh
#	# SPDX-License-Identifier: BSD-2-Clause
#	#
#	# opensnoop - show files as they are opened
#	#
#	# usage: opensnoop [-x] [-f TEXT] [OPTIONS]
#	#   -x        only calls that failed
#	#   -f TEXT   only paths that contain TEXT
#	#
#	# Text of the manual page, in paragraphs.
#
#	self=$0; [ ! -L "$0" ] || self=$(readlink -f "$0"); . "${self%/*}/../tool.sh"
#	tool_string f
#	tool_options xf: "$@"
#	trace <<'D'
#	syscall::openat:entry /traced/ { self->path = arg1; }
#	...
#	D
#
# Every tool has -p PID, -c COMMAND, -n NAME, -d SECONDS, -j, -v, -h; one that calls tool_interval also takes
# [INTERVAL [COUNT]], and one that calls tool_function needs an operand [FILE:]FUNCTION before it.
#
# These inlines precede the tool's program:
#
#	traced		whether the running process is selected by -p, -c and -n (without them: all except dtrace itself)
#	traces[T]	the same for the process of a thread T (struct task_struct *), which need not be running
#	opt_X		for each option of the tool: 0 or 1, or the number or text that was given; without -X 0 or "", or
#			what the tool has set default_X to
#	is_repeated	whether there is an INTERVAL
#	ms[NS]		in a tool that calls tool_milliseconds: "12.345", of nanoseconds
#	errname[E]	in a tool that calls tool_errname: "ENOENT", the name of an error number
#
# and `tool-interval:::` stands for the end of the run, and with an INTERVAL for a tick as well; `tool-function:NAME` for
# the probes NAME of the functions that the operand names, of the process of -p or -c, or else of all processes.
set -u

tool=${0##*/}
# the command that was installed or built with this tool: another one in PATH may be systemtap's, which can't trace
for path in "${0%/*}" "${self%/*}/../../build"; do
	[ -n "${DTRACE-}" ] || [ ! -x "$path/dtrace" ] || DTRACE=$path/dtrace
done
: "${DTRACE:=dtrace}"
own='' strings='' has_interval='' has_function='' function='' is_alone=''
pid='' command='' name='' seconds='' json='' shows_program='' interval='' count='' names_errors='' has_ms='' ring=''
keys=''
exec 9<&0 # of -c COMMAND; the program comes by standard input

# The head of the tool, from its name on.
tool_head() { sed -n -e '1,3d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "$0"; }

tool_usage() {
	tool_head | awk '/^usage: / { is_usage = 1 } /^$/ { is_usage = 0 } is_usage'
	children=' and those that it starts' started=' and what it starts'
	[ -z "$is_alone" ] || children='' started=''
	cat <<-TEXT
	  -p PID    only this process$children
	  -c COMMAND
	            run a command, and trace only it$started
	  -n NAME   only processes with this name, of which 15 bytes count
	  -d SECONDS
	            end after SECONDS, instead of on ^C
	  -j        JSON, one object per line
	  -v        print the D program instead of running it
	  -h        print this help
	TEXT
}

# tool_fail TEXT...: a mistake in the words of the command line
tool_fail() {
	printf '%s: %s\n' "$tool" "$*" >&2
	tool_usage >&2
	exit 2
}

# tool_number WHAT TEXT: TEXT, which must be a number, in $number; 010 is ten, not what D takes it for, and an int of D
# would keep only a part of a larger one
tool_number() {
	case $2 in
	'' | *[!0-9]*) tool_fail "$1 takes a number, not '$2'" ;;
	esac
	number=${2#"${2%%[!0]*}"}
	number=${number:-0}
	[ ${#number} -le 10 ] && [ "$number" -le 2147483647 ] || tool_fail "$1 takes a number up to 2147483647, not '$2'"
}

# tool_above_zero WHAT TEXT: the same for a number of seconds and the like
tool_above_zero() {
	tool_number "$@"
	[ "$number" != 0 ] || tool_fail "$1 takes a number above 0, not '$2'"
}

# tool_quote TEXT: as a string of D, in $quoted. Like all of this it starts no process without need: a tool is to start at
# once.
tool_quote() {
	quoted=$1
	case $1 in
	*[\\\"'
']*) quoted=$(printf '%s\n' "$1" | sed -e 's/[\\"]/\\&/g' -e '$!s/$/\\n/' | tr -d '\n') ;;
	esac
	quoted="\"$quoted\""
}

# tool_name TEXT: in $name, as much of it as the kernel keeps: 15 bytes
tool_name() {
	name=$(LC_ALL=C && printf '%.15s:' "$1")
	name=${name%:}
}

# tool_string LETTERS: the options whose values are texts
tool_string() { strings=$1; }

# tool_interval [SECONDS]: takes [INTERVAL [COUNT]]; SECONDS: without them
tool_interval() { has_interval=1 interval=${1-}; }

# tool_errname: the tool uses errname[E]
tool_errname() { names_errors=1; }

# tool_milliseconds: the tool uses ms[NS]
tool_milliseconds() { has_ms=1; }

# tool_rare: what the tool prints comes at most some thousand times a second
tool_rare() { ring=512k; }

# tool_counts: the values of the tool's aggregations are single numbers; 256 KB for each CPU, which is dtrace's default
# from 16 CPUs on, have room for 32,768 keys of each (16,384 with averages), such as processes or connections. More are
# reported as drops.
tool_counts() {
	read -r keys </sys/devices/system/cpu/online || keys=0-15
	keys=$(((${keys##*[-,]} + 1) * 256))
	[ $keys -lt 4096 ] && keys=${keys}k || keys=''
}

# those of Linux from 1 on; - is a number without a name
errors='EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST
EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE
EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI
EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV
ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX
ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT
ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET
ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH
EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY
EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON'

tool_errname_inline() {
	number=0 text=''
	for each in $errors; do
		number=$((number + 1))
		[ "$each" = - ] || text="$text E == $number ? \"$each\" :"
	done
	tool_put "inline string errname[int E] =$text strjoin(\"E\", lltostr(E));"
}

# tool_alone: -p and -c take no processes that the process starts: the probes are those of $target
tool_alone() { is_alone=1; }

# tool_function: takes [FILE:]FUNCTION
tool_function() { has_function=1 is_alone=1; }

# tool_set_function WORD: the description of its probes, up to the name
tool_set_function() {
	function=$1
	case $1 in
	*:*:* | /*) ;;
	*/*:*) # a probe's module has no folder to begin in
		function=$(readlink -f -- "${1%%:*}") || tool_fail "no file '${1%%:*}'"
		function=$function:${1#*:}
		;;
	esac
	case $function in
	'' | *:*:* | *[!][A-Za-z0-9_.:/*?!+@^-]*) tool_fail "[FILE:]FUNCTION is not '$1'" ;;
	*:*) ;;
	*) function=:$function ;;
	esac
	if [ -n "$pid$command" ]; then
		function="pid\$target:$function"
	else
		function="pid*:$function"
	fi
}

# tool_letters COMMAND: runs COMMAND LETTER for each option of the tool
tool_letters() {
	left=$own
	while [ -n "$left" ]; do
		rest=${left#?}
		"$1" "${left%"$rest"}"
		left=${rest#:}
	done
}

tool_is_string() {
	case $strings in
	*"$1"*) return 0 ;;
	esac
	return 1
}

# what an option is without being given: default_LETTER of the tool, or nothing
tool_default() {
	if tool_is_string "$1"; then
		eval "tool_quote \"\${default_$1-}\""
		eval "opt_$1=\$quoted"
	else
		eval "opt_$1=\${default_$1-0}"
	fi
}

# tool_set LETTER VALUE: VALUE of an option without one is empty
tool_set() {
	value=1
	case $own in
	*"$1:"*)
		if tool_is_string "$1"; then
			tool_quote "$2"
			value=$quoted
		else
			tool_number "-$1" "$2"
			value=$number
		fi ;;
	esac
	eval "opt_$1=\$value"
}

tool_inline() {
	type=int
	! tool_is_string "$1" || type=string
	eval "tool_put \"inline $type opt_$1 = \$opt_$1;\""
}

# tool_take_options "$@": those before the first operand, which is then at $OPTIND
tool_take_options() {
	OPTIND=1
	while getopts ":hp:c:n:d:jv$own" letter; do
		case $letter in
		h) tool_usage; exit 0 ;;
		p) tool_number -p "$OPTARG"; pid=$number ;;
		c) [ -n "$OPTARG" ] || tool_fail '-c needs a command'; command=$OPTARG ;;
		n) tool_name "$OPTARG" ;;
		d) tool_above_zero -d "$OPTARG"; seconds=$number ;;
		j) json=1 ;;
		v) shows_program=1 ;;
		:) tool_fail "-$OPTARG needs an argument" ;;
		\?) tool_fail "there is no option -$OPTARG" ;;
		*) tool_set "$letter" "${OPTARG-}" ;;
		esac
	done
}

# tool_operand WORD
tool_operand() {
	case $operand in
	function) function=$1 operand=${has_interval:+interval} ;;
	interval) tool_above_zero INTERVAL "$1"; interval=$number operand=count ;;
	count) tool_above_zero COUNT "$1"; count=$number operand='' ;;
	*) tool_fail "what is '$1'?" ;;
	esac
}

# tool_options LETTERS "$@": LETTERS in the form of getopts: the tool's own. Options may also follow operands, as with most
# other tools of this kind.
tool_options() {
	own=$1
	shift
	[ "${1-}" != --help ] || { tool_usage; exit 0; }
	tool_letters tool_default
	operand=${has_interval:+interval}
	[ -z "$has_function" ] || operand=function
	while tool_take_options "$@" && shift $((OPTIND - 1)) && [ $# -gt 0 ]; do
		tool_operand "$1"
		shift
	done
	[ -z "$pid" ] || [ -z "$command" ] || tool_fail 'either -p or -c'
	[ "$operand" != function ] || tool_fail 'which [FILE:]FUNCTION?'
	[ -z "$has_function" ] || tool_set_function "$function"
}

# The conditions of `traced` and of `traces[T]`; progenyof() asks of the running process only.
tool_conditions() {
	traced='pid != $pid' traces='_pid_of[T] != $pid'
	if [ -n "$pid$command" ]; then
		traced="$traced && progenyof(\$target)"
		traces="$traces && _descends[T, \$target]"
	fi
	if [ -n "$name" ]; then
		tool_quote "$name"
		traced="$traced && execname == $quoted"
		traces="$traces && stringof(T->comm) == $quoted"
	fi
}

# tool_put LINE: the next line of the program
tool_put() {
	program="$program$1
"
}

# tool_body: the tool's program, from standard input, with what stands for probes replaced. With a COUNT, what follows
# `tool-interval:::` gets a condition more: the last report is not followed by one of what came after it.
tool_body() {
	before=''
	while IFS= read -r line; do
		now=$before before=''
		case $now$line in
		tool-interval:::*) line=$clocks${line#tool-interval:::} before=${count:+clock:} ;;
		clock:/*/) line=${line#/} line="/tool_reports < $count && (${line%/})/" ;;
		clock:'{'*) line="/tool_reports < $count/ $line" ;;
		esac
		while :; do
			case $line in
			*tool-function:*) line=${line%%tool-function:*}$function:${line#*tool-function:} ;;
			*) break ;;
			esac
		done
		tool_put "$line"
	done
}

# Sets $program: what is put before the tool's program, that, and what comes after it. The shell does it alone, because
# a tool is to start at once, and each process, also that of $(...), takes about a millisecond.
tool_program() {
	tool_conditions
	program='' clocks=END is_repeated=0
	[ -z "$interval" ] || clocks="tick-${interval}s, END" is_repeated=1
	tool_put "inline int traced = $traced;"
	tool_put "inline int traces[struct task_struct *T] = $traces;"
	tool_put "inline int is_repeated = $is_repeated;"
	[ -z "$names_errors" ] || tool_errname_inline
	[ -z "$has_ms" ] || tool_put 'inline string ms[int64_t NS] =
	    strjoin(lltostr(NS / 1000000), strjoin(".", substr(lltostr(1000 + NS / 1000 % 1000), 1)));'
	tool_letters tool_inline
	[ -z "$count" ] || tool_put 'int tool_reports;'
	tool_body
	[ -z "$count" ] || tool_put "tick-${interval}s /++tool_reports == $count/ { exit(0); }"
	[ -z "$seconds" ] || tool_put "tick-${seconds}s { exit(0); }"
}

# The most that a CPU's buffer of records has, in place of dtrace's 4 MB: a tool is to need at most 12 MB, of which
# dtrace itself takes 5. A record of opensnoop, with its path, has 350 bytes, so that 2 MB hold 6000 of them, which is what
# 20,000 opens a second leave while dtrace is not run for 0.3 s. Where keys are counted, only new ones are recorded, and
# 1 MB leaves 4 MB for their values. A machine with many CPUs has less for each, as without this.
tool_ring() {
	[ -z "$ring" ] || return 0
	ring=2m
	[ -z "$has_interval" ] || ring=1m
}

# tool_needs PROVIDER TEXT: with -p, says that the process has no such probes, for which the program (-Z) would wait in
# silence; TEXT says what has them
tool_needs() {
	[ -n "$pid" ] && [ -z "$shows_program" ] || return 0
	case $("$DTRACE" -e -P "$1$pid" 2>&1 9<&-) in
	*'does not match any probes'*) echo "$tool: process $pid has no $1 probes: $2" >&2 ;;
	esac
}

# trace [WORD...] <<'D': dtrace runs the program, in place of the tool; WORD...: more options of dtrace
trace() {
	tool_program
	if [ -n "$shows_program" ]; then
		printf '%s' "$program"
		exit 0
	fi
	[ -z "$pid" ] || set -- "$@" -p "$pid"
	[ -z "$command" ] || set -- "$@" -c "$command"
	[ -z "$json" ] || set -- "$@" -x oformat=json
	# other machines lack the calls that newer ones replace: open, stat, fork
	{ read -r machine </proc/sys/kernel/arch; } 2>/dev/null || machine=$(uname -m)
	[ "$machine" = x86_64 ] || set -- "$@" -Z
	tool_ring
	[ -z "$keys" ] || set -- -x aggsize="${DTRACE_OPT_AGGSIZE:-$keys}" "$@"
	# names of programs and files may have been chosen to change what the terminal shows
	exec "$DTRACE" -q -x escape -x bufmax=$ring "$@" -n "$program" <&9 9<&-
}
