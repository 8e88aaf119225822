# SPDX-License-Identifier: BSD-2-Clause
#
# awk -f scripts/c-string.awk -f embed.awk *.d: prints the D library as C: the texts of its files and an index of
# the names that they define, for runtime/dlib/dlib.c.
#
# The files keep to these forms, so that names can be found without parsing:
#
#	inline TYPE NAME = ...		inline TYPE NAME[...] = ...
#	typedef TYPE NAME;		} NAME;
#	struct NAME {			found as "struct NAME"; only one in a file,
#					as the program may define another itself
#	translator OUT < struct NAME *P > {
#					found as "translator of struct NAME"; the
#					first file with such a translator counts

function add(name) {
	sub(/^\*+/, "", name)
	index_of[++name_cnt] = "\t{ \"" name "\", " file_cnt - 1 " },"
}

FNR == 1 {
	if (file_cnt++)
		print ";"
	base = FILENAME
	sub(/.*\//, "", base)
	names[file_cnt] = base
	print "static const char text" file_cnt - 1 "[] ="
}

/^inline / {
	head = $0
	sub(/[=\[].*/, "", head)
	sub(/ +$/, "", head)
	n = split(head, words, /[ ]+/)
	add(words[n])
}

/^typedef .*;$/ || /^} [A-Za-z_0-9]+;$/ {
	head = $0
	sub(/;$/, "", head)
	n = split(head, words, /[ ]+/)
	add(words[n])
}

/^struct [a-z_]+ \{$/ {
	add($1 " " $2)
}

/^translator .* < struct [a-z_]+ \*[A-Z]+ > \{$/ && !is_translated[$5]++ {
	add("translator of struct " $5)
}

{
	print "\t" c_text($0)
}

END {
	print ";\n\nconst struct dlib_text dlib_texts[] = {"
	for (i = 1; i <= file_cnt; i++)
		print "\t{ \"" names[i] "\", text" i - 1 ", sizeof(text" i - 1 ") - 1 },"
	print "};\nconst size_t dlib_text_cnt = " file_cnt ";\n"
	print "const struct dlib_name dlib_names[] = {"
	for (i = 1; i <= name_cnt; i++)
		print index_of[i]
	print "};\nconst size_t dlib_name_cnt = " name_cnt ";"
}

BEGIN {
	print "/* Made by runtime/dlib/embed.awk. */"
	print "#include \"runtime/dlib/dlib.h\"\n"
}
