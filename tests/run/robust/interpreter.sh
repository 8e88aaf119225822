#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Scripts that begin with #! get each argument unchanged; an argument is never interpreted as D, a format or a macro.
. tests/run/common.inc

printf '#!%s -qs\nBEGIN { printf("[%%s]", $$1); exit(0); }\n' "$DT" >"$TMP/text.d"
printf '#!%s -qs\nBEGIN { printf("[%%d]", $1); exit(0); }\n' "$DT" >"$TMP/number.d"
chmod +x "$TMP/text.d" "$TMP/number.d"

# text NAME ARGUMENT: the argument is printed unchanged
text() {
	"$TMP/text.d" "$2" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	printf '[%s]\n' "$2" >"$TMP/wanted"
	why=$(cmp "$TMP/wanted" "$TMP/out" 2>&1; cat "$TMP/err")
	[ $status = 0 ] || why="status $status $why"
	result "text-$1" "$why"
}
text quote 'a"b'
text quotes "a'b\"\`c"
text newline $'x\ny'
text macro '$1'
text macros '$$2 $target $pid'
text format '%n%s%*d%'
text code '"); exit(3); //'
text comment '*/ /*'
text empty ''
text no-utf8 $'\377\376'
text control $'\033[31m\a\b'

# but escapes work as in D's own strings
"$TMP/text.d" 'a\tb\\c\"' >"$TMP/out" 2>&1 </dev/null
result text-escapes "$(printf '[a\tb\\c"]\n' | cmp - "$TMP/out")"

# a string has 256 bytes, including its end
"$TMP/text.d" "$(head -c 100000 /dev/zero | tr '\0' q)" >"$TMP/out" 2>"$TMP/err" </dev/null
printf '[%s]\n' "$(head -c 255 /dev/zero | tr '\0' q)" >"$TMP/wanted"
result text-long "$(cmp "$TMP/wanted" "$TMP/out" 2>&1; cat "$TMP/err")"

# arguments that begin with - belong to dtrace, up to --
"$TMP/text.d" -- -n >"$TMP/out" 2>&1 </dev/null
result text-dashes "$(echo '[-n]' | diff - "$TMP/out")"
"$TMP/text.d" -5 >"$TMP/out" 2>"$TMP/err" </dev/null
result option "$([ $? = 2 ] && [ ! -s "$TMP/out" ] && sed -n 1p "$TMP/err" | grep -v "^dtrace: invalid option -- '5'$")"

# refused NAME ARGUMENT MESSAGE: it is not a number, and dtrace reports this in three printable lines
refused() {
	"$TMP/number.d" "$2" >"$TMP/out" 2>"$TMP/err" </dev/null
	why=$([ $? = 1 ] || echo "status $?")
	grep -q -F "$3" "$TMP/err" || why="$why; $(head -c 300 "$TMP/err")"
	[ ! -s "$TMP/out" ] || why="$why; prints $(cat "$TMP/out")"
	[ -z "$(LC_ALL=C tr -d '\n\t -~' <"$TMP/err")" ] || why="$why; raw bytes"
	result "number-$1" "$why"
}
refused code '1); system("id"); (1' "invalid digit ')' in integer constant"
refused comment '/*' 'argument: string'
refused newline $'1\n2' 'in integer constant'
refused empty '' 'argument: string'
refused name abc 'failed to resolve abc: Unknown variable name'
refused escape $'ab\033[31m' 'argument: string'
refused no-utf8 $'\377' 'argument: string'
refused macro '$1' 'argument: string'
refused huge 99999999999999999999 'cannot be represented in any built-in integral type'
refused long "$(head -c 100000 /dev/zero | tr '\0' 9)" 'cannot be represented in any built-in integral type'
