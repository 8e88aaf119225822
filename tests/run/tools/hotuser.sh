#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# hotuser: the function of a program that computes gets nearly all samples; the shares correspond to the counts.
. tests/run/tools/common.inc

shares='NR > 1 && NF { row[NR] = $3; count[NR] = $2; all += $2 }
	END { for (i in row) if (row[i] != int(100 * count[i] / all) "%") print row[i], "of", count[i], "in", all }'

before=$(milliseconds)
tool hotuser -F 1000 -t 1000 -c "$TRIGGERS/busy 300"
after=$(milliseconds)
between samples 60 "$(awk '$1 == "busy`main" { print $2 }' "$TMP/out")" $((after - before))
result shares "$(awk "$shares" "$TMP/out")"
result header "$(head -n 1 "$TMP/out" | grep -vx 'FUNCTION  *COUNT  PCNT')"

tool hotuser -F 1000 -t 1000 -m -c "$TRIGGERS/busy 300"
result most "$(tail -n 2 "$TMP/out" | awk '$1 == "busy" && $3 + 0 >= 80 { next } NF')"
result module-shares "$(awk "$shares" "$TMP/out")"
