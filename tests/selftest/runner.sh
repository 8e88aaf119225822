#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Does the runner see failures? Each case makes a small tree of tests in $TMP, runs a copy of the
# runner there and compares its complete output.
set -u
here=$(pwd)

# tree: an empty project with the runner in it; a stand-in for dtrace prints the body of its script
tree() {
	root=$TMP/$1
	mkdir -p "$root/tests/golden/cat" "$root/tests/run/area" "$root/build"
	cp "$here/tests/run-tests" "$here/tests/run-one" "$here/tests/filter.awk" "$root/tests/"
	printf '#!/bin/sh\nsed 1,/end/d "$1"\n' >"$root/tests/golden/cat/driver"
	cat >"$root/build/dtrace" <<-'FAKE'
	#!/bin/sh
	[ "$1 $2" = "-x features" ] && { echo "uprobe_multi yes"; echo "fentry no locked"; exit; }
	script=; status=0
	while [ $# -gt 0 ]; do
		case $1 in
		-s) script=$2; shift ;;
		-c) echo "trigger ${2##*/}"; shift ;;
		--status) status=$2; shift ;;
		*) echo "arg $1" ;;
		esac
		shift
	done
	sed 1,/end/d "$script"
	echo "dtrace: script '$script' matched 2 probes" >&2
	exit $status
	FAKE
	chmod +x "$root/tests/golden/cat/driver" "$root/build/dtrace"
}

# golden NAME EXPECTED [DIRECTIVE]: an input that prints "hello"; d: the same as a D script
golden() { printf '/*\n * %s\n * end */\nhello\n' "${3:-}" >"$root/tests/golden/cat/$1.d"
	printf '%s\n' "$2" >"$root/tests/golden/cat/$1.out"; }
d() { printf '/*\n * %s\n * end */\nhello\n' "${3:-}" >"$root/tests/run/area/$1.d"
	printf '%s\n' "$2" >"$root/tests/run/area/$1.out"; }
script() { mkdir -p "$root/tests/area"
	printf '#!/bin/sh\n%s\n' "$2" >"$root/tests/area/$1.sh"
	chmod +x "$root/tests/area/$1.sh"; }

# expect NAME STATUS [OPTION PART...] <<TEXT: the runner's output and exit status in the tree
expect() {
	name=$1 want=$2
	shift 2
	cat >"$root/want"
	(cd "$root" && SLOW=1 BUILD=build DTRACE=build/dtrace tests/run-tests "$@") >"$root/got" 2>&1
	status=$?
	if [ $status -ne "$want" ]; then
		echo "not ok $name: exit status $status, expected $want"
		cat "$root/got"
	elif ! diff -u "$root/want" "$root/got"; then
		echo "not ok $name: said something else"
	else
		echo "ok $name"
	fi
}

. "$here/tests/selftest/cases/results.inc"
. "$here/tests/selftest/cases/golden.inc"
[ "$(id -u)" = 0 ] && . "$here/tests/selftest/cases/run.inc"
exit 0
