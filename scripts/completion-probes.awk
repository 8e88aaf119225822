# SPDX-License-Identifier: BSD-2-Clause
# From dtrace -l: descriptions of probes, reduced to their first n fields, each once, with a colon after a field that
# is not the last. Inserted into the completions, so there must be no backslash or quote here.
NR > 1 {
	# PROVIDER MODULE FUNCTION NAME; an empty column is filled with blanks
	p = $2; name = $NF
	module = NF > 3 ? $3 : ""; function_ = NF > 4 ? $4 : ""
	text = p ":" (n > 1 ? module ":" : "") (n > 2 ? function_ ":" : "") (n > 3 ? name : "")
	if (!seen[text]++)
		print text
}
