#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Programs that are large in one respect: 500 clauses, 40 aggregations at one probe, keys and arrays of 20 members.
# Each result is exact.
. tests/run/common.inc

# ran NAME WANTED WORD...: dtrace -q WORD... prints WANTED, without empty lines
ran() {
	test_name=$1 wanted=$2
	shift 2
	"$DT" -q "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	got=$(sed 's/ *$//; /^$/d' "$TMP/out")
	[ $status = 0 ] && [ "$got" = "$wanted" ] && [ ! -s "$TMP/err" ]
	result "$test_name" "$([ $? = 0 ] || printf 'status %s\n%s\n%s' $status "$got" "$(cat "$TMP/err")")"
}

awk 'BEGIN {
	for (i = 0; i < 500; i++)
		printf "BEGIN /x == %d/ { x++; total += %d; @[x %% 5] = sum(1); }\n", i, i
	print "BEGIN { printf(\"%d %d\\n\", x, total); exit(0); } END { printa(\"%d %@d\\n\", @); }"
}' >"$TMP/clauses.d"
ran clauses '500 124750
0 100
1 100
2 100
3 100
4 100' -s "$TMP/clauses.d"

# 1 of 500 clauses fires; they run in the order of the text
awk 'BEGIN {
	for (i = 0; i < 500; i++)
		printf "loop$target:::tick /arg0 %% 500 == %d/ { @[%d, probename] = count(); last = %d; }\n", i, i, i
	print "loop$target:::tick { @keys[last == arg0 % 500] = count(); @sum = sum(last); }"
	print "END { trunc(@, 3); printa(\"%d %s %@d\\n\", @); printa(\"%d %@d\\n\", @keys); printa(@sum); }"
}' >"$TMP/probe.d"
ran clauses-of-a-probe '497 tick 2
498 tick 2
499 tick 2
1 1000
           249500' -s "$TMP/probe.d" -c "$TRIGGERS/loop 1000"

awk -v wanted="$TMP/wanted40" 'BEGIN {
	split("count sum min max avg stddev", names)
	split("100 4950 0 99 49 29", values)
	for (i = 0; i < 40; i++) {
		name = names[i % 6 + 1]
		key = i % 4 == 0 ? "" : i % 4 == 1 ? "[1]" : i % 4 == 2 ? "[execname, 2]" : "[probename, 3, \"k\"]"
		shown = i % 4 == 0 ? "" : i % 4 == 1 ? "%d " : i % 4 == 2 ? "%s %d " : "%s %d %s "
		text = i % 4 == 0 ? "" : i % 4 == 1 ? "1 " : i % 4 == 2 ? "loop 2 " : "tick 3 k "
		body = body sprintf(" @a%d%s = %s(%s);", i, key, name, name == "count" ? "" : "arg0")
		end = end sprintf(" printa(\"%d %s%%@d\\n\", @a%d);", i, shown, i)
		print i " " text values[i % 6 + 1] >wanted
	}
	print "loop$target:::tick {" body " }\nEND {" end " }"
}' >"$TMP/aggs.d"
ran aggregations "$(cat "$TMP/wanted40")" -s "$TMP/aggs.d" -c "$TRIGGERS/loop 100"

awk 'BEGIN {
	split("arg0|probename|(char)-1|(uint8_t)200|(short)-300|(uint16_t)60000|-5|7|8LL|\"text\"", kinds, "|")
	for (i = 0; i < 20; i++) {
		keys = keys (i ? ", " : "") kinds[i % 10 + 1]
		shown = shown (i % 10 == 1 || i % 10 == 9 ? "%s " : "%d ")
	}
	print "loop$target:::tick { @[" keys "] = sum(arg0); a[" keys "] += arg0; total += a[" keys "]; }"
	print "END { printa(\"" shown "%@d\\n\", @); printf(\"%d\\n\", total); }"
}' >"$TMP/keys.d"
ran keys '0 tick -1 200 -300 60000 -5 7 8 text 0 tick -1 200 -300 60000 -5 7 8 text 0
1 tick -1 200 -300 60000 -5 7 8 text 1 tick -1 200 -300 60000 -5 7 8 text 1
2 tick -1 200 -300 60000 -5 7 8 text 2 tick -1 200 -300 60000 -5 7 8 text 2
3' -s "$TMP/keys.d" -c "$TRIGGERS/loop 3"
