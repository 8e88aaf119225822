#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Divisors of every width and sign: 0, known at compile time or not, is a fault (of type 4) and ends its
# clause; the smallest number divided by -1 wraps, as in C with -fwrapv.
. tests/run/common.inc

put() { printf '%s\n' "$1"; }
types='int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t'
{
	put '#pragma D option quiet'
	for type in $types; do
		put "$type zero_$type; self $type zero_$type; $type minus_$type; $type least_$type;"
	done
	put 'int faults; int others; int want;'
	for type in $types; do
		for op in / %; do
			for value in 7 -7 0; do
				put "BEGIN { want++; this->x = ($type)$value $op zero_$type; printf(\"not ended\\n\"); }"
				put "BEGIN { want++; this->y = ($type)$value; this->y $op= (int64_t)zero_$type; printf(\"not ended\\n\"); }"
				put "BEGIN { want++; trace(1 ? ($value $op self->zero_$type) : 0); printf(\"not ended\\n\"); }"
			done
			put "BEGIN { want++; zero_$type $op= zero_$type; printf(\"not ended\\n\"); }"
			# an operand that is not evaluated can't fault
			put "BEGIN /zero_$type == 0 || 1 $op zero_$type/ { others += (zero_$type && 1 $op zero_$type); }"
		done
	done
	put 'ERROR /arg4 == 4/ { faults++; }'
	put 'ERROR /arg4 != 4/ { others++; }'
	for bits in 8 16 32 64; do
		type=int${bits}_t
		put "BEGIN { minus_$type = -1; least_$type = ($type)(1LL << ($bits - 1)); }"
		put "BEGIN { printf(\"$bits %d %d\\n\", ($type)(least_$type / minus_$type) == least_$type, least_$type % minus_$type); }"
	done
	put 'BEGIN { exit(0); }'
	put 'END { printf("%d of %d, %d others\n", faults, want, others); }'
} >"$TMP/divide.d"
"$DT" -s "$TMP/divide.d" >"$TMP/out" 2>"$TMP/err" </dev/null
result status "$([ $? = 0 ] || head -n 3 "$TMP/err")"
printf '%s 1 0\n' 8 16 32 64 >"$TMP/wanted"
printf '160 of 160, 0 others\n\n' >>"$TMP/wanted"
result values "$(diff "$TMP/wanted" "$TMP/out" | head -n 5)"
result messages "$([ "$(grep -c ': divide-by-zero in ' "$TMP/err")" = 160 ] || grep -v ': divide-by-zero in ' "$TMP/err" | head -n 3)"
