#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The functions of runtime/direct/native/ are copied into traced programs: their section refers to nothing outside
# itself, the object has no data, and no instruction uses a vector register.
set -u
. tests/lint/files.inc

object=$BUILD/obj/runtime/direct/native/native.o
: >"$TMP/bad"
readelf -rW "$object" | awk '
/^Relocation section/ { in_text = /\.rela?direct_text/ }
in_text && /R_/ { print "native.c: " $0 }' >>"$TMP/bad"
verdict relocations

: >"$TMP/bad"
readelf -SW "$object" | sed 's/^ *\[ *[0-9]*\] *//' | awk '
$7 ~ /A/ && $1 != "direct_text" && $1 !~ /^\.note/ && $5 !~ /^0+$/ {
	print "native.c: the section " $1 " is not empty"
}' >>"$TMP/bad"
verdict data

objdump -d "$object" | grep -E '%(xmm|ymm|zmm|mm|st\()' | sed 's/^/native.c: /' >"$TMP/bad"
verdict registers
