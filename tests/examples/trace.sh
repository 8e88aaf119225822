#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Each D script of examples/, run as its comment says, prints exactly tests/examples/EXAMPLE.SCRIPT.out.
# The data goes to a file, because the program writes to the same output at any time.
set -u
. tests/examples/make_example.inc
PATH=$TMP/bin:$PATH
mkdir -p "$TMP/bin"
ln -sf "$DTRACE" "$TMP/bin/dtrace"

# The command line in the comment of a script: "dtrace -q -s sizes.d -c ./order"
usage() {
	sed -n 's/^ \*	\(dtrace .*\)/\1/p' "$1"
}

# check NAME COMMAND: process ids, CPUs and probe ids become words
check() {
	rm -f out
	sh -c "$2 -o out" >printed 2>err
	status=$?
	sed -i -e 's/^  words  *[0-9][0-9]*  /  words PID  /' -e 's/^ *[0-9]*  *[0-9]*\( *main:\)/CPU ID\1/' out
	grep -Ev "^dtrace: (script '.*' matched [0-9]+ probes?|pid [0-9]+ has exited)\$" err
	if [ $status -ne 0 ]; then
		echo "not ok $1: exit status $status: $2"
	elif diff -u "$root/tests/examples/$1.out" out; then
		echo "ok $1"
	else
		echo "not ok $1: prints something else: $2"
	fi
}

for example in order cache words fast; do
	make_example $example
	for script in *.d; do
		case $script in
		probes.d) continue ;;
	# according to its comment it traces every process until ^C; here two processes that start later
		all.d)
			printf '#!/bin/sh\n./words\n./words\n' >twice
			chmod +x twice
			command="$(usage all.d) -c ./twice" ;;
		*) command=$(usage "$script") ;;
		esac
		if [ -n "$command" ]; then
			check "$example.${script%.d}" "$command"
		else
			echo "not ok $example.${script%.d}: its comment does not say how to run it"
		fi
	done
	cd "$root" || exit 1
done
