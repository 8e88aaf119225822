#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The agent of `dtrace -G --direct`, with tracer.c for the tracer and dtrace for the kernel's way: each
# firing goes one of both, with 8 threads and a signal handler while the hook is set and cleared; children
# run no hook of their parent; what can't be set up leaves nothing and harms nothing.
set -u
case $(uname -m) in x86_64) ;; *) echo "skip agent: needs x86-64"; exit ;; esac
here=tests/run/direct
tracer=$BUILD/tests/triggers/direct-tracer
echo 'provider fires { probe other(double not_direct); probe fire(long value, unsigned char low); };' >"$TMP/fires.d"
"$DTRACE" -h --direct -s "$TMP/fires.d" -o "$TMP/fires.h" &&
	${CC:-gcc} -O2 -Wall -Wextra -Werror -Iinclude -I"$TMP" -c $here/fires.c -o "$TMP/fires.o" &&
	"$DTRACE" -G --direct -s "$TMP/fires.d" -o "$TMP/prov.o" "$TMP/fires.o" &&
	${CC:-gcc} "$TMP/fires.o" "$TMP/prov.o" -lpthread -o "$TMP/fires" ||
	{ echo "not ok agent: it does not compile"; exit 1; }

# is NAME WANTED WORD...: the tracer succeeds and prints that
is() {
	name=$1 wanted=$2
	shift 2
	if got=$(timeout 300 "$tracer" "$@" 2>"$TMP/err") && [ "$got" = "$wanted" ]; then
		echo "ok $name"
	else
		echo "not ok $name: $got $(cat "$TMP/err")"
	fi
}

is list "fires: other fire: ok" list "$TMP/fires"
is no-descriptors EMFILE limits "$TMP/fires" n
is no-memory ENOMEM limits "$TMP/fires" a
is no-large-files EFBIG limits "$TMP/fires" f
is no-memfd EPERM limits "$TMP/fires" s
is locked-memory "not filled" locked "$TMP/fires"

# the same in other kinds of programs
for flags in "-O0" "-O2 -no-pie -fno-pie" "-O3 -flto"; do
	name=mapped$(echo "$flags" | tr -d ' ')
	# shellcheck disable=SC2086  # words
	echo 'int main(void) { return 0; }' | ${CC:-gcc} $flags -xc - -o "$TMP/other" 2>"$TMP/null" || {
		echo "skip $name: needs a compiler with $flags"
		continue
	}
	# shellcheck disable=SC2086  # words
	${CC:-gcc} $flags -Iinclude -I"$TMP" $here/fires.c "$TMP/prov.o" -lpthread -o "$TMP/other" || exit 1
	is "$name" "not filled" locked "$TMP/other"
done

is one-of-many "made once" race "$TMP/fires"

# the number varies, by the signals
if got=$(timeout 300 "$tracer" run "$TMP/fires" "$DTRACE" 2>"$TMP/err") && [ "${got#fired *: }" = exact ]; then
	echo "ok exact"
else
	echo "not ok exact: $got $(cat "$TMP/err")"
fi
