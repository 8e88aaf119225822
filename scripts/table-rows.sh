# SPDX-License-Identifier: BSD-2-Clause
#
# To be read by other scripts with `.`: the rows of our *.def files.

# rows FILE MACRO: the rows of a table, fields separated by TAB, quotes taken off; of MACRO|MACRO..., each in its place
# with its macro before it
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
