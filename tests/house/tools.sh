#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules for all ready tools (tools/GROUP/NAME): help, mistakes in options, a manual page without faults, an example, a
# test, and D that fits on a page.
set -u
lines_max=60

one() {
	tool=$1
	name=${tool##*/}
	why=''
	help=$("$tool" --help 2>&1) || why="--help: exit status $?"
	case $help in
	"usage: $name "*) ;;
	*) why="--help does not begin with its usage" ;;
	esac
	[ "$help" = "$("$tool" -h)" ] || why="-h and --help differ"
	# probes of $target are not in what it starts
	if grep -q -e '^ *pid\$target:' -e 'tool-function:' "$tool"; then
		case $help in
		*"it starts"*) why='-p and -c do not take what the process starts' ;;
		esac
	fi
	"$tool" -_ >"$TMP/out" 2>"$TMP/err"
	[ $? = 2 ] && [ ! -s "$TMP/out" ] && grep -q "^$name: there is no option -_\$" "$TMP/err" ||
		why='an unknown option is not reported with exit status 2'
	"$tool" -p x >/dev/null 2>"$TMP/err"
	[ $? = 2 ] && grep -q "^$name: -p takes a number, not 'x'\$" "$TMP/err" || why='-p x is not refused'
	scripts/tool-page "January 1, 2000" "$tool" >"$TMP/page.8" 2>&1 || why="no manual page: $(head -n 1 "$TMP/page.8")"
	if command -v mandoc >/dev/null && ! mandoc -T lint -W warning "$TMP/page.8" >"$TMP/lint" 2>&1; then
		why="manual page: $(head -n 1 "$TMP/lint")"
	fi
	[ -s "$tool.example" ] || why="no $tool.example"
	[ "$(head -c "$((10 + ${#name}))" "$tool.example")" = "# dtrace-$name " ] ||
		why="the first line of $tool.example is not the command"
	[ -n "$(ls tests/run/tools/"$name".* 2>/dev/null)" ] || why="no test tests/run/tools/$name.*"
	lines=$(sed -n "/<<'*D'*\$/,/^D\$/p" "$tool" | wc -l)
	[ "$lines" -le $((lines_max + 2)) ] || why="$lines lines of D"
	if [ -n "$why" ]; then
		echo "not ok $name: $why"
	else
		echo "ok $name"
	fi
}

for each in tools/*/*; do
	case $each in
	*.example) ;;
	*) one "$each" ;;
	esac
done
