#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# A printa() that shows no row is no print: what is stored later is printed at the end, as text and as json. The traced
# program ends only after that printa().
. tests/run/common.inc

# later NAME WORD...: compares the output of the script, with these options, with standard input
later() {
	cat >"$TMP/wanted"
	name=$1
	shift
	mkfifo "$TMP/$name"
	"$DT" -qw "$@" -n 'syscall::exit_group:entry /pid == $target/ { @a = sum(7); @b = sum(8); @c = sum(9); printa(@c); }
		BEGIN { printa(@a); printa(@a, @b); system("echo >%s", $$1); }' \
		-c "sh -c 'read line <$TMP/$name'" "$TMP/$name" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	[ "$name" = text ] || sed -i -n 's/.*"name":\("[abc]"\).*\("value":.*\)}/\1 \2/p' "$TMP/out"
	same "$name" $status 0
}

later text <<'OUT'



                9

                7
                8
--
OUT

later json -x oformat=json <<'OUT'
"c" "value":9
"a" "value":7
"b" "value":8
--
OUT
