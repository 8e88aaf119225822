#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# freopen() and ftruncate(): the file to which each record's text is written.
. tests/run/common.inc
file=$TMP/file

# content NAME FILE: compares the file with standard input
content() {
	cat >"$TMP/wanted"
	diff -u --label expected --label "$2" "$TMP/wanted" "$2"
	result "$1" "$([ $? = 0 ] || echo "another content")"
}

echo 'was there' >"$file.1"
expect freopen 0 -wqn "
BEGIN { printf(\"stdout\\n\"); }
BEGIN { freopen(\"$file.%d\", 1); printf(\"into 1\\n\"); }
BEGIN { printf(\"1 again\\n\"); freopen(\"$file.%s\", \"2\"); printf(\"into 2\\n\"); }
BEGIN { freopen(\"\"); printf(\"stdout again\\n\"); }
BEGIN { freopen(\"$file.2\"); system(\"echo commands keep stdout\"); exit(0); }
END { printf(\"2 at the end\\n\"); @a = count(); }" <<'END'
stdout
stdout again
commands keep stdout
--
END
content freopen-appends "$file.1" <<'END'
was there
into 1
1 again
END
content freopen-two "$file.2" <<'END'
into 2
2 at the end

                1
END

expect freopen-fails 0 -wqn "
BEGIN { freopen(\"$file.1\"); freopen(\"$TMP/nosuch/%d\", 7); printf(\"goes on in 1\\n\"); exit(0); }" <<'END'
--
dtrace: couldn't freopen() "TMP/nosuch/7": No such file or directory
END
content freopen-stays "$file.1" <<'END'
was there
into 1
1 again
goes on in 1

END

expect ftruncate 0 -wqo "$file.3" -n "
BEGIN { printf(\"gone\\n\"); ftruncate(); printf(\"begins here\\n\"); }
BEGIN { freopen(\"$file.4\"); printf(\"gone too\\n\"); ftruncate(); printf(\"begins too\\n\"); exit(0); }" <<'END'
--
END
content ftruncate-output "$file.3" <<'END'
begins here
END
content ftruncate-other "$file.4" <<'END'
begins too

END

# a pipe can't be truncated, which is not an error
"$DT" -qn 'BEGIN { printf("x"); ftruncate(); printf("y\n"); exit(0); }' 2>&1 | cat >"$TMP/out"
content ftruncate-pipe "$TMP/out" <<'END'
xy

END
