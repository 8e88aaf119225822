#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# More aggregations with keys than a program can have maps: those beyond the limit share maps, and none sees keys or
# values of another.
. tests/run/common.inc
cnt=80
cpus=$(($(sed 's/.*-//' /sys/devices/system/cpu/possible) + 1))

# key 1 in all of them and another key in each, which a second program uses again; each prints its number
awk -v cnt=$cnt 'BEGIN {
	print "BEGIN {"
	for (i = 1; i <= cnt; i++)
		printf "@a%d[1] = sum(%d); @a%d[%d] = sum(7);\n", i, i * 1000, i, i + 1
	print "}\nBEGIN {"
	for (i = 1; i <= cnt; i++)
		printf "@a%d[%d] = sum(1);\n", i, i + 1
	print "}\nBEGIN { exit(0); }\nEND {"
	for (i = 1; i <= cnt; i++)
		printf "printa(\"%d %%d %%@d\\n\", @a%d);\n", i, i
	print "}"
}' >"$TMP/many.d"
awk -v cnt=$cnt 'BEGIN { for (i = 1; i <= cnt; i++) print i " 1 " i * 1000 "\n" i " " i + 1 " 8" }' |
	sort >"$TMP/want"
for policy in switch ring; do
	"$DT" -q -x bufpolicy=$policy -s "$TMP/many.d" >"$TMP/out" 2>"$TMP/err"
	result $policy-status "$([ $? = 0 ] || cat "$TMP/err")"
	result $policy-no-drops "$(cat "$TMP/err")"
	sed '/^$/d' "$TMP/out" | sort | diff "$TMP/want" - >"$TMP/diff"
	result $policy "$(head -n 3 "$TMP/diff")"
done

# ten keys of mixed types, strings of several sizes, all kinds of values, sorted together
awk 'BEGIN {
	print "BEGIN {"
	for (i = 1; i <= 20; i++)
		printf "@fill%d[0] = count();\n", i
	for (i = 1; i <= 7; i++)
		for (k = 1; k <= 3; k++)
			printf "@s%d[%d, (char)%d, \"x%d\", (short)-%d, 5LL, \"%s\", (uint8_t)250, 1, 2, 3] = sum(%d);\n", i, k,
				k, k, k, (k == 2 ? "b" : "a"), (i == 3 ? 10 - k : i * 10 + k)
	print "@text[\"long text\"] = quantize(4); @text[\"other\"] = quantize(-1);"
	print "@wide[probename, 1, 2] = max(-5); @wide[probeprov, 1, 2] = max(3); exit(0); }"
	print "END {"
	printf "printa(\"%%d %%d %%s %%d %%d %%s %%d %%d %%d %%d"
	for (i = 1; i <= 7; i++)
		printf " %%@d"
	printf "\\n\""
	for (i = 1; i <= 7; i++)
		printf ", @s%d", i
	print ");\nprinta(\"%s %d %d %@d\\n\", @wide); printa(\"%s%@d\", @text); }"
}' | sed 's/\\n\\"/\\n"/' >"$TMP/mixed.d"
"$DT" -q -x aggsortpos=2 -s "$TMP/mixed.d" 2>&1 | grep -Ev '^$|fill|value|\| +0 *$' | sed 's/ *$//; /^ *0 *1$/d' >"$TMP/out"
cat >"$TMP/want" <<'OUT'
3 3 x3 -3 5 a 250 1 2 3 13 23 7 43 53 63 73
2 2 x2 -2 5 b 250 1 2 3 12 22 8 42 52 62 72
1 1 x1 -1 5 a 250 1 2 3 11 21 9 41 51 61 71
BEGIN 1 2 -5
dtrace 1 2 3
OUT
grep -v '|\|other\|long' "$TMP/out" | diff "$TMP/want" - >"$TMP/diff"
result mixed "$(head -n 5 "$TMP/diff")"
result histograms "$(awk '/other/ { at = "other" } /long text/ { at = "long text" } /\|@+/ { print at, $1, $NF }' \
	"$TMP/out" | sort | diff - /dev/fd/3 3<<'OUT'
long text 4 1
other -1 1
OUT
)"

# more keys than there are slots, removed by trunc(), in shared maps
{
	awk 'BEGIN { print "BEGIN {"; for (i = 1; i <= 20; i++) printf "@fill%d[0] = count();\n", i; print "}" }'
	cat <<'SCRIPT'
tick-1ms { n++; @one[n] = count(); @two[n, "x"] = sum(2); }
tick-100ms { printa("one %d %@d\n", @one); trunc(@one); printa("two %d %s %@d\n", @two); trunc(@two); }
tick-1ms /n == 5500/ { exit(0); }
END { printa("one %d %@d\n", @one); printa("two %d %s %@d\n", @two); }
SCRIPT
} >"$TMP/trunc.d"
"$DT" -q -x aggsize=$((4096 * 8 * 8 * (2 * cpus + 1))) -s "$TMP/trunc.d" >"$TMP/out" 2>"$TMP/err"
result trunc-no-drops "$(cat "$TMP/err")"
result trunc "$(awk '
	($1 == "one" && $3 == 1) || ($1 == "two" && $3 == "x" && $4 == 2) { if (!seen[$1, $2]++) cnt++; next }
	NF > 2 { print }
	END { if (cnt != 11000) print cnt " keys" }' "$TMP/out" | head -n 3)"
