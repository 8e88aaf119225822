# SPDX-License-Identifier: BSD-2-Clause
#
# To be sourced by other scripts: reads the rows of our *.def files.

# rows FILE MACRO: prints the rows of a table, with fields separated by TAB and without quotes. With MACRO|MACRO..., the
# rows are in the order of the file, each after the name of its macro.
rows() {
	awk -v macro="$2" '
	BEGIN { several = index(macro, "|") }
	{
		at = index($0, "(")
		if (at < 2 || !index("|" macro "|", "|" substr($0, 1, at - 1) "|"))
			next
		text = substr($0, at + 1)
		out = several ? substr($0, 1, at - 1) : ""
		field = quote = ""
		depth = 0 # of macros that a field calls
		for (i = 1; i <= length(text); i++) {
			c = substr(text, i, 1)
			if (quote != "") {
				if (c == "\\") {
					i++
					field = field substr(text, i, 1)
				} else if (c == quote) {
					quote = ""
				} else {
					field = field c
				}
			} else if (c == "\"" || c == "\047") {
				quote = c
			} else if (c == "(" || depth && (c == ")" || c == ",")) {
				depth += (c == "(") - (c == ")")
				field = field c
			} else if (c == "," || c == ")") {
				out = out (out == "" ? "" : "\t") field
				field = ""
				if (c == ")")
					break
			} else if (c != " " && c != "\t") {
				field = field c
			}
		}
		print out
	}' "$1"
}
