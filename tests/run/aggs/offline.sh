#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A machine that could have 256 CPUs, in two ranges of numbers, of which only the first is online when tracing begins:
# firings on the others are counted and recorded exactly, and a key does not use memory for 256 CPUs. Lists of CPUs
# are mounted over those of the kernel, for dtrace only; on a machine with one CPU everything runs on this CPU.
. tests/run/common.inc

printf '0-127,200-255\n' >"$TMP/possible"
printf '0\n' >"$TMP/online"
# a name of its own, so that the program can run on another CPU than dtrace
loop=loop_$$
cp "$TRIGGERS/loop" "$TMP/$loop" || exit 1
last=$(($(nproc) - 1))
# both FIRST LAST: FIRST firings on CPU 0 and LAST on the last CPU
both() {
	cat >"$TMP/both" <<END
#!/bin/sh
taskset -c 0 $TMP/$loop $1 &
first=\$!
taskset -c $last $TMP/$loop $2
wait \$first
END
	chmod +x "$TMP/both"
}
both 3000 5000

# few WORD...: runs dtrace on the machine above
few() {
	unshare -m sh -c "mount --make-rprivate / &&
		mount --bind $TMP/possible /sys/devices/system/cpu/possible &&
		mount --bind $TMP/online /sys/devices/system/cpu/online && exec \"\$@\"" few "$DT" "$@" -c "$TMP/both" </dev/null
}

few -q -Zx "objects=$TMP/$loop" -n "
loop*:$loop::tick { @keyed[arg0 & 1] = count(); @sum[0] = sum(arg0); @min = min(arg0); @max[1] = max(arg0); }
loop*:$loop::tick { @all = count(); @avg = avg(arg0); @dev = stddev(arg0); @q = quantize(arg0); }
END { printa(\"%d %@d\\n\", @keyed); printa(\"%d %@d\\n\", @sum); printa(\"%@d\\n\", @min); printa(\"%d %@d\\n\", @max);
	printa(\"%@d\\n\", @all); printa(\"%@d\\n\", @avg); printa(\"%@d\\n\", @dev); printa(@q); }" >"$TMP/out" 2>"$TMP/err"
status=$?
awk 'BEGIN {
	for (i = 0; i < 5000; i++) {
		cnt = 1 + (i < 3000)
		all += cnt; sum += cnt * i; odd[i % 2] += cnt; square += cnt * i * i
		for (bucket = 1; bucket * 2 <= i; bucket *= 2) ;
		buckets[i ? bucket : 0] += cnt
	}
	print 0, odd[0]; print 1, odd[1]; print 0, sum; print 0; print 1, 4999; print all; print int(sum / all)
	print int(sqrt(int(square / all) - int(sum / all) * int(sum / all)))
	for (i = 0; i <= 4096; i = i ? i * 2 : 1) print i, buckets[i]
}' >"$TMP/wanted"
sed -n 's/^ *\([0-9]\{1,\}\) |@* *\([0-9]\{1,\}\) *$/\1 \2/p' "$TMP/out" | awk '$2' >"$TMP/rows"
sed '/|/d; /value/d; /^$/d' "$TMP/out" | cat - "$TMP/rows" | diff "$TMP/wanted" - >"$TMP/diff"
result counts "$([ $status -eq 0 ] && [ ! -s "$TMP/err" ] || cat "$TMP/err")$(cat "$TMP/diff")"

# as many keys as on a machine with few CPUs, with the same memory
few -x counts -q -Zx "objects=$TMP/$loop" -n "loop*:$loop::tick { @[arg0, tid] = count(); } END { printa(\"%@d\\n\", @); }" \
	>"$TMP/out" 2>"$TMP/err"
result keys "$(sort "$TMP/out" | uniq -c | awk '$2 != "" && ($1 != 8000 || $2 != 1)'; grep drops "$TMP/err")"
result memory "$(sed -n 's/.*aggregations \([0-9]*\) .*/\1/p' "$TMP/err" | awk '$1 > 10000000 { print $1 " bytes" } END { if (!NR) print "none" }')"

# records; a CPU that was offline gets a small ring
both 300 500
few -x counts -q -x temporal -Zx "objects=$TMP/$loop" -n "loop*:$loop::tick { printf(\"%d %d\\n\", tid, arg0); }" >"$TMP/out" 2>"$TMP/err"
awk 'NF == 2 { if ($2 != next_of[$1]++) print "line " NR ": " $0; cnt++ } END { if (cnt != 800) print cnt " records" }' \
	"$TMP/out" >"$TMP/bad"
result records "$(head -n 3 "$TMP/bad"; grep drops "$TMP/err")"
