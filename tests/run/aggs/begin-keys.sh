#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# BEGIN stores more new keys than the ring of a small script has room for: the records after them, and the status of
# exit(), are not lost.
. tests/run/common.inc

awk 'BEGIN {
	for (i = 0; i < 1500; i++) {
		if (i % 50 == 0)
			print "BEGIN {"
		print "\t@[" i "] = count();"
		if (i % 50 == 49)
			print "}"
	}
	print "BEGIN { printf(\"after them\\n\"); exit(3); }"
	print "END { trunc(@, 1); }"
}' >"$TMP/keys.d"
expect begin-keys 3 -qs "$TMP/keys.d" <<'END'
after them

     1499                1
--
END
