# SPDX-License-Identifier: BSD-2-Clause
#
# awk -f scripts/c-string.awk -f embed.awk sdt.h: prints the text of include/sys/sdt.h as C, for dtrace-gen/header.c.
# The text is split because C99 compilers need not accept a string of more than 4,095 bytes.

BEGIN {
	print "/* Made by dtrace-gen/embed.awk. */"
	print "#include \"dtrace-gen/header.h\"\n"
	print "const char *const sdt_text[] = {"
}

{
	print "\t" c_text($0) (NR % 40 == 0 ? "," : "")
	is_open = NR % 40 != 0
}

END {
	print (is_open ? "\t,\n" : "") "\tNULL,\n};"
}
