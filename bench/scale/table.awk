# SPDX-License-Identifier: BSD-2-Clause
#
# Prints a Markdown row for each series of the parts in bench/scale/parts. dir: the folder with the files of points.
BEGIN {
	FS = "\t"
	print "\n| | counted | | at each number |\n|---|---|---|---|"
}
/^#/ || NF < 4 { next }
{
	name = dir "/" $1 ".points"
	cnt = 0
	delete text
	while ((getline line < name) > 0) {
		split(line, word, "\t")
		if (!(word[1] in text))
			order[++cnt] = word[1]
		number = word[2] >= 1000000 ? word[2] / 1000000 "M" : word[2] >= 1000 ? word[2] / 1000 "k" : word[2]
		text[word[1]] = text[word[1]] (text[word[1]] == "" ? "" : ", ") number ": " word[3]
	}
	close(name)
	for (i = 1; i <= cnt; i++)
		printf "| %s | %s, %s | %s | %s |\n", (i == 1 ? $2 : ""), $3, $4, order[i], text[order[i]]
}
END { print "" }
