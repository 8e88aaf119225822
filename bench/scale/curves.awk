# SPDX-License-Identifier: BSD-2-Clause
#
# Draws the curves of the parts in bench/scale/parts as SVG: a panel for each part, both axes logarithmic. dir: the
# folder with the files of points. A part without points has no panel.

function log10(x) { return log(x) / log(10) }
function floor(x) { return x < int(x) ? int(x) - 1 : int(x) }
function ceil(x) { return -floor(-x) }

# 1, 10, 100, 1k ... 10M
function short(power) {
	if (power >= 6) return 10 ^ (power - 6) "M"
	if (power >= 3) return 10 ^ (power - 3) "k"
	return 10 ^ power
}

function x_of(number) { return left + (log10(number) - x_min) / (x_max - x_min) * PLOT_WIDTH }
function y_of(value) { return top + PLOT_HEIGHT - (log10(value) - y_min) / (y_max - y_min) * PLOT_HEIGHT }

function text(x, y, words, attributes) {
	printf "<text x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", x, y, (attributes == "" ? "" : " " attributes), words
}

function line(x1, y1, x2, y2) {
	printf "<path stroke=\"#ddd\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2
}

function read_points(part,   name, row, word) {
	name = dir "/" part ".points"
	points = series_cnt = 0
	x_min = y_min = 99
	x_max = y_max = -99
	delete colour_of
	while ((getline row < name) > 0) {
		split(row, word, "\t")
		if (word[2] <= 0 || word[3] <= 0)
			continue
		if (!(word[1] in colour_of)) {
			colour_of[word[1]] = word[1] == "bpftrace" ? "#c4511d" : ++own_cnt == 1 ? "#0b62a4" : "#2a8f3c"
			series[++series_cnt] = word[1]
		}
		points++
		at_series[points] = word[1]; at_number[points] = word[2]; at_value[points] = word[3]
		if (log10(word[2]) < x_min) x_min = log10(word[2])
		if (log10(word[2]) > x_max) x_max = log10(word[2])
		if (log10(word[3]) < y_min) y_min = log10(word[3])
		if (log10(word[3]) > y_max) y_max = log10(word[3])
	}
	close(name)
	own_cnt = 0
	x_min = floor(x_min + 0.001); x_max = ceil(x_max - 0.001)
	y_min = floor(y_min); y_max = ceil(y_max)
	if (x_max == x_min) x_max++
	if (y_max == y_min) y_max++
}

function axes(count, unit,   power) {
	for (power = x_min; power <= x_max; power++) {
		line(x_of(10 ^ power), top, x_of(10 ^ power), top + PLOT_HEIGHT)
		text(x_of(10 ^ power), top + PLOT_HEIGHT + 14, short(power), "text-anchor=\"middle\"")
	}
	for (power = y_min; power <= y_max; power++) {
		line(left, y_of(10 ^ power), left + PLOT_WIDTH, y_of(10 ^ power))
		text(left - 5, y_of(10 ^ power) + 4, power < 0 ? 10 ^ power : short(power), "text-anchor=\"end\"")
	}
	text(left + PLOT_WIDTH, top + PLOT_HEIGHT + 28, count, "text-anchor=\"end\"")
	text(left - 40, top - 8, unit)
}

function curve(name,   i, path, x, y) {
	path = ""
	for (i = 1; i <= points; i++) {
		if (at_series[i] != name)
			continue
		x = x_of(at_number[i]); y = y_of(at_value[i])
		path = path sprintf("%s%.1f %.1f", path == "" ? "M" : "L", x, y)
		printf "<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", colour_of[name], x, y
	}
	printf "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"%s\"/>\n", colour_of[name], path
	text(x + 6 > left + PLOT_WIDTH - 40 ? x - 6 : x + 6, y - 6, name, \
		sprintf("fill=\"%s\" text-anchor=\"%s\"", colour_of[name], x + 6 > left + PLOT_WIDTH - 40 ? "end" : "start"))
}

BEGIN {
	FS = "\t"
	PANEL_WIDTH = 430; PANEL_HEIGHT = 265; PLOT_WIDTH = 350; PLOT_HEIGHT = 170
	COLUMNS = 2
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " PANEL_WIDTH * COLUMNS " 1600\" font-family=\"sans-serif\" font-size=\"11\">"
	print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
}
/^#/ || NF < 4 { next }
{
	read_points($1)
	if (!points)
		next
	left = panel % COLUMNS * PANEL_WIDTH + 60
	top = int(panel / COLUMNS) * PANEL_HEIGHT + 50
	panel++
	text(left - 40, top - 28, $2, "font-weight=\"bold\"")
	axes($3, $4)
	for (i = 1; i <= series_cnt; i++)
		curve(series[i])
}
END { print "</svg>" }
