#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Each DTRACE_OPT_* with hostile values: a number, a size, a rate or a word that is none ends dtrace with status 1 and one
# printable line of moderate length that names the variable; texts are used as they are, or refused in the same way.
# STEP=5: each value with each fifth variable, the next one with those behind.
. tests/run/common.inc

# row NAME KIND, from the table; the option core would leave a core dump
sed -n 's/^OPT( *\([a-z]*\), *\([A-Z]*\),.*/\1 \2/p' runtime/common/options.def | grep -v '^core ' >"$TMP/rows"
mkdir "$TMP/cwd"
long=$(head -c 65536 /dev/zero | tr '\0' x)

# wanted KIND NAME WHICH: the exit status
wanted() {
	case $1,$2,$3 in
	*,grabanon,empty) echo 1 ;; # like -a: an error on Linux
	*,top,empty) echo 1 ;; # no terminal
	BOOL,*,empty) echo 0 ;;
	STR,*,empty | LIST,*,empty) echo 1 ;;
	STR,amin,* | STR,dump,* | LIST,objects,* | STR,setenv,*) echo 1 ;;
	STR,ctypes,long | STR,dtypes,long) echo 1 ;; # not a valid file name
	STR,* | LIST,*) echo 0 ;;
	*) echo 1 ;;
	esac
}

# tried NAME KIND WHICH VALUE
tried() {
	variable=DTRACE_OPT_$(echo "$1" | tr a-z A-Z)
	# in a folder of its own, because some values are names of output files
	(cd "$TMP/cwd" && env "$variable=$4" "$DT" -qn 'BEGIN { exit(0); }') >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$? expected=$(wanted "$2" "$1" "$3")
	[ $status = "$expected" ] || echo "$variable, $3: status $status, expected $expected"
	[ $status = 0 ] || [ "$1" = grabanon ] || {
		grep -q "$variable" "$TMP/err" || echo "$variable, $3: is not named: $(head -c 200 "$TMP/err")"
		[ "$(wc -l <"$TMP/err")" = 1 ] && [ "$(wc -c <"$TMP/err")" -lt 600 ] || echo "$variable, $3: not one line of moderate length"
		[ -z "$(LC_ALL=C tr -d '\n -~' <"$TMP/err")" ] || echo "$variable, $3: raw bytes"
	}
}

# every WHICH VALUE: all rows with it
turn=0
every() {
	turn=$((turn + 1))
	awk -v step="${STEP:-1}" -v turn=$turn '(NR + turn) % step == 0' "$TMP/rows" >"$TMP/rows.now"
	while read -r name kind; do
		tried "$name" "$kind" "$@"
	done <"$TMP/rows.now" >"$TMP/bad"
	result "$1" "$(head -5 "$TMP/bad")"
}
every empty ''
every huge 99999999999999999999999999
every negative -1
every infinite 1e400
every control "$(printf 'a\033[31m\a\nb')"
every no-utf8 "$(printf 'a\377\376\200b')"
every long "$long"
result rows "$([ "$(wc -l <"$TMP/rows")" -gt 100 ] || echo "only $(wc -l <"$TMP/rows")")"

# options of the preprocessor also come from the environment, and a failure names the variables
echo 'BEGIN { trace(VALUE); exit(0); }' >"$TMP/value.d"
DTRACE_OPT_CPP=yes DTRACE_OPT_DEFINE=VALUE=4 expect preprocessor 0 -qs "$TMP/value.d" <<'END'
4
--
END
DTRACE_OPT_CPPPATH="$(printf 'no\033such')" expect no-preprocessor 1 -Cqs "$TMP/value.d" <<'END'
--
dtrace: failed to run the preprocessor no\033such, with options of DTRACE_OPT_CPPPATH: No such file or directory
END
