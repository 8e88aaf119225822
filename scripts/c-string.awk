# SPDX-License-Identifier: BSD-2-Clause
#
# For scripts that print files as C (awk -f c-string.awk -f SCRIPT FILE...): turns a line into a string constant.

# Versions of awk disagree about backslashes in the replacement text of gsub().
function escape(text, char,    at, out) {
	while ((at = index(text, char)) > 0) {
		out = out substr(text, 1, at - 1) "\\" char
		text = substr(text, at + 1)
	}
	return out text
}

function c_text(line) {
	return "\"" escape(escape(line, "\\"), "\"") "\\n\""
}
