#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Members of structs, including bit-fields, have the same values as in C: random expressions, the same in each run,
# of members as longs, because D and C differ in the types of operations on smaller ones.
. tests/run/common.inc

awk -v c="$TMP/b.c" -v d="$TMP/b.d" 'BEGIN {
	srand(4711)
	cnt = split("char a|unsigned char b|short c|unsigned short d|int e|unsigned f|long g|unsigned long h|" \
		"int i:1|int j:7|unsigned k:9|unsigned l:31|unsigned m:32|int n:32|short o:11|unsigned char p:3|" \
		"int q:17|unsigned r:1|long long s:41|unsigned long long t:33|long long u:63|unsigned long long v:50", decl, "|")
	text = "struct s {"
	for (i = 1; i <= cnt; i++) {
		text = text " " decl[i] ";"
		name[i] = substr("abcdefghijklmnopqrstuvwxyz", i, 1)
		value[name[i]] = "(long)x." name[i]
	}
	print "#include <stdio.h>\n" text " } x;\nint main(void) {" > c
	print "#pragma D option quiet\n" text " };\nstruct s x;" >d
	for (round = 0; round < 12; round++) {
		out = ""
		for (i = 1; i <= cnt; i++)
			out = out sprintf("\tx.%s = 0x%04x%04x%04x%04xUL;\n", name[i], rand() * 65536, rand() * 65536,
				rand() * 65536, rand() * 65536)
		for (i = 0; i < 12; i++)
			out = out sprintf("\tPRINT((long)(%s));\n", expr(3))
		out = out sprintf("\tx.j += x.q; x.k -= 3; x.l ^= x.f; x.s *= 5; x.o++; --x.t;\n")
		out = out "\tPRINT(x.j); PRINT(x.k); PRINT(x.l); PRINT((long)x.s); PRINT(x.o); PRINT((long)x.t);\n"
		of_c = of_d = out
		gsub(/PRINT\(/, "printf(\"%ld\\n\", (long)(", of_c)
		gsub(/PRINT\(/, "printf(\"%d\\n\", (long)(", of_d)
		gsub(/\);/, "));", of_c)
		gsub(/\);/, "));", of_d)
		print of_c >c
		print "BEGIN {\n" of_d "}" >d
	}
	print "}" >c
	print "BEGIN { exit(0); }" >d
}
function pick(words,  list, n) {
	n = split(words, list, " ")
	return list[1 + int(rand() * n)]
}
function expr(depth,  kind) {
	if (depth == 0)
		return rand() < 0.85 ? value[name[1 + int(rand() * cnt)]] : pick("1L -7L 255L 65536L 0x80000000L 5L 9UL")
	kind = rand()
	if (kind < 0.55)
		return "(" expr(depth - 1) " " pick("+ - * & | ^") " " expr(depth - 1) ")"
	if (kind < 0.75)
		return "(" expr(depth - 1) pick(" == != < <= > >=") expr(depth - 1) ")"
	if (kind < 0.82)
		return "(" expr(depth - 1) pick("/ %") pick("3 7u 10L 255UL") ")"
	if (kind < 0.90)
		return "(" expr(depth - 1) pick(">> <<") pick("1 5 30") ")"
	if (kind < 0.96)
		return pick("- ~ !") "(" expr(depth - 1) ")"
	return "(" expr(depth - 1) " ? " expr(depth - 1) " : " expr(depth - 1) ")"
}'
${CC:-gcc} -w -fwrapv -fsigned-char -O1 -o "$TMP/b" "$TMP/b.c" || exit 1
"$TMP/b" >"$TMP/c.out"
"$DT" -s "$TMP/b.d" >"$TMP/d.out" 2>"$TMP/d.err"
sed -i '$d' "$TMP/d.out" # the final newline
cmp -s "$TMP/c.out" "$TMP/d.out" && [ "$(wc -l <"$TMP/c.out")" = 216 ] && [ ! -s "$TMP/d.err" ]
same=$?
result same "$([ $same = 0 ] || { echo 'prints something else (C, D):'; head -5 "$TMP/d.err"; diff "$TMP/c.out" "$TMP/d.out" | head; })"
