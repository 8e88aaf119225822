# SPDX-License-Identifier: BSD-2-Clause
#
# For scripts that print files as C (awk -f c-text.awk -f SCRIPT FILE...): a line as a string constant.

function c_text(line) {
	gsub(/\\/, "&&", line)
	gsub(/"/, "\\\"", line)
	return "\"" line "\\n\""
}
