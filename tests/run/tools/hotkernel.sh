#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# hotkernel: a program that has the kernel fill memory with zeros; the shares correspond to the counts.
. tests/run/tools/common.inc

shares='NR > 1 && NF { row[NR] = $3; count[NR] = $2; all += $2 }
	END { for (i in row) if (row[i] != int(100 * count[i] / all) "%") print row[i], "of", count[i], "in", all }'
zeros='dd if=/dev/zero of=/dev/null bs=1M count=3000 status=none'

before=$(milliseconds)
tool hotkernel -F 1000 -t 1000 -n dd -c "$zeros"
after=$(milliseconds)
cpus=$(grep -c ^processor /proc/cpuinfo)
between samples 10 "$(awk '/^vmlinux`/ { n += $2 } END { print n + 0 }' "$TMP/out")" $(((after - before) * cpus))
result shares "$(awk "$shares" "$TMP/out")"
result header "$(head -n 1 "$TMP/out" | grep -vx 'FUNCTION  *COUNT  PCNT')"

tool hotkernel -F 1000 -t 1000 -m -n dd -c "$zeros"
result module-shares "$(awk "$shares" "$TMP/out")"
result most "$(tail -n 2 "$TMP/out" | awk '$1 == "vmlinux" && $3 + 0 >= 80 { next } NF')"
