#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: a session sees many files that were not known when it began, each of which is mapped, traced and deleted: it keeps
# none of them open. A file that is mapped again is still traced.
. tests/run/common.inc

name=later_$$
cnt=40

traced() { [ "$(grep -c ' traced from [0-9.]* ms after process ' "$TMP/err")" -ge "$1" ]; }
open_files() { find "/proc/$dtrace/fd" | wc -l; }

"$DT" -v -Zqn 'BEGIN { printf("go\n"); }' -n "loop*:${name}_*::tick { n++; @ = count(); }" \
	-n "loop*:${name}_*::done /n == 3 * $cnt + 500/ { exit(0); } END { printa(\"%@d\\n\", @); }" \
	>"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
i=0
while [ $i -lt $cnt ]; do
	i=$((i + 1))
	file=$TMP/${name}_$i
	[ $i -gt 1 ] || file=$TMP/${name}_kept
	cp "$TRIGGERS/loop" "$file"
	rm -f "$TMP/go"
	"$file" 3 "$TMP/go" &
	wait_for traced $i
	echo >"$TMP/go"
	wait $!
	[ $i -gt 1 ] || before=$(open_files)
	[ $i -eq 1 ] || rm "$file"
done
after=$(open_files)
[ "$after" -le "$((before + 2))" ] && bad= || bad="$before at first, $after after $cnt files"
result descriptors "$bad"
"$TMP/${name}_kept" 500
ends again <<'END'
620

END
