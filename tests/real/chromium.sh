#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# The pictures in a headless browser: a click on a frame of a flame graph shows it and its callers at full width, frames
# above it in proportion, and hides the others; cells of a heat map are drawn at the positions and in the colours that
# the file gives.
. tests/real/real.inc

for tool in chromium python3; do
	command -v $tool >/dev/null || {
		echo "skip chromium: needs $tool"
		exit 0
	}
done

browse() {
	timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$TMP/profile" "$@" 2>"$TMP/browser.log"
}

# main > left > inner 7, right > left > inner 14, and next to them a frame with 5 times the total
"$DT" -qx oformat=flame -o "$TMP/flame.svg" -n 'nest$target:::inner { @[ustack(3)] = sum(1); @x["beside", ustack(1)] = sum(5); }' \
	-c "$TRIGGERS/nest 7" >"$TMP/out" 2>&1 || cat "$TMP/out"

# after_click TITLE...: "TITLE x width" of the visible frames after a click on each of these, one after another
after_click() {
	python3 - "$TMP/flame.svg" "$TMP/clicked.svg" "$@" <<'END'
import json, sys
text = open(sys.argv[1]).read()
click = """<script><![CDATA[
for (const name of %s)
 [...document.querySelectorAll('g.frame')].find(g => g.querySelector('title').textContent === name)
  .dispatchEvent(new MouseEvent('click', { bubbles: true }));
]]></script></svg>""" % json.dumps(sys.argv[3:])
open(sys.argv[2], "w").write(text.replace("</svg>", click))
END
	browse --dump-dom "file://$TMP/clicked.svg" >"$TMP/dom"
	python3 - "$TMP/dom" <<'END'
import re, sys
for frame in re.findall(r'<g class="frame".*?</g>', open(sys.argv[1]).read(), re.S):
    if re.match(r'<g [^>]*display: *none', frame):
        continue
    title = re.search(r"<title>(.*?)</title>", frame, re.S)[1]
    rect = re.search(r"<rect [^>]*>", frame)[0]
    x, width = (float(re.search(r' %s="([^"]*)"' % name, rect)[1]) for name in ("x", "width"))
    print(title, "x %.1f width %.1f" % (x, width))
END
}

# zoom NAME CLICK...: standard input is the expected result
zoom() {
	cat >"$TMP/wanted"
	name=$1
	shift
	after_click "$@" >"$TMP/got"
	if diff -u "$TMP/wanted" "$TMP/got"; then echo "ok $name"; else
		tail -n 3 "$TMP/browser.log"
		echo "not ok $name: other widths"
	fi
}
cat >"$TMP/whole" <<'END'
all (126, 100.00%) x 10.0 width 1180.0
beside (105, 83.33%) x 10.0 width 983.3
nest`inner (105, 83.33%) x 10.0 width 983.3
nest`main (7, 5.56%) x 993.3 width 65.6
nest`left (7, 5.56%) x 993.3 width 65.6
nest`inner (7, 5.56%) x 993.3 width 65.6
nest`right (14, 11.11%) x 1058.9 width 131.1
nest`left (14, 11.11%) x 1058.9 width 131.1
nest`inner (14, 11.11%) x 1058.9 width 131.1
END
zoom unclicked <"$TMP/whole"
zoom one-frame "nest\`left (14, 11.11%)" <<'END'
all (126, 100.00%) x 10.0 width 1180.0
nest`right (14, 11.11%) x 10.0 width 1180.0
nest`left (14, 11.11%) x 10.0 width 1180.0
nest`inner (14, 11.11%) x 10.0 width 1180.0
END
zoom and-back "nest\`left (14, 11.11%)" "all (126, 100.00%)" <"$TMP/whole"

# pixels FILE WIDTH HEIGHT: takes a screenshot and counts its colours, as "R,G,B COUNT"
pixels() {
	browse --hide-scrollbars --force-device-scale-factor=1 --window-size="$2,$3" --screenshot="$TMP/shot.png" "file://$1" >/dev/null
	python3 - "$TMP/shot.png" <<'END'
import collections, struct, sys, zlib
data = open(sys.argv[1], "rb").read()
at, packed = 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    if kind == b"IHDR":
        width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        step = {2: 3, 6: 4}[color]
        assert depth == 8 and not interlaced
    elif kind == b"IDAT":
        packed += body
    at += 12 + size
raw, before, counts = zlib.decompress(packed), bytearray(width * step), collections.Counter()
for y in range(height):
    how, row = raw[y * (width * step + 1)], bytearray(raw[y * (width * step + 1) + 1:(y + 1) * (width * step + 1)])
    for i in range(len(row)):
        a, b, c = row[i - step] if i >= step else 0, before[i], before[i - step] if i >= step else 0
        near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        row[i] = (row[i] + (0, a, b, (a + b) // 2, near)[how]) & 255
    for i in range(0, len(row), step):
        counts[bytes(row[i:i + 3])] += 1
    before = row
for color, count in counts.items():
    print(",".join(map(str, color)), count)
END
}

# two buckets with counts 4 and 1 in the only column: cells of 535 x 14
"$DT" -qx oformat=heat -x aggrate=1h -o "$TMP/heat.svg" -n 'BEGIN { @q = quantize(5, 4); @q = quantize(20); exit(0); }' >"$TMP/out" 2>&1 ||
	cat "$TMP/out"
pixels "$TMP/heat.svg" 1200 200 >"$TMP/colors"
python3 - "$TMP/heat.svg" "$TMP/colors" <<'END'
import colorsys, re, sys
wanted = {}
for width, height, h, s, l in re.findall(r'width="([\d.]+)" height="([\d.]+)" fill="hsl\((\d+),(\d+)%,(\d+)%\)"', open(sys.argv[1]).read()):
    rgb = colorsys.hls_to_rgb(int(h) / 360, int(l) / 100, int(s) / 100)
    wanted[tuple(round(255 * part) for part in rgb)] = float(width) * float(height)
seen = {tuple(map(int, line.split()[0].split(","))): int(line.split()[1]) for line in open(sys.argv[2])}
bad = []
for color, area in wanted.items():
    # tolerance for rounded colours; the axes may cover an edge
    count = sum(n for other, n in seen.items() if max(abs(a - b) for a, b in zip(color, other)) <= 1)
    if not area * .92 <= count <= area * 1.02:
        bad.append("%s: %d pixels of %d" % (color, count, area))
print("not ok heat: " + "; ".join(bad) if bad or len(wanted) != 2 else "ok heat")
END
