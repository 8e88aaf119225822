#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -l: of files that do not run, of -c and -p, of all processes; -lv; with descriptions.
. tests/run/common.inc

cp "$TRIGGERS/widths" "$TMP/widths"

expect file 0 -l "$TMP/widths" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4     widths            widths                         in_memory memory
    5     widths            widths                               ten ten
    6     widths            widths                              main negative
    7     widths            widths                              main positive
    8     widths            widths                              main constant
    9     widths            widths                              main none
--
END

expect file-of-description 0 -l -n ':::n*' "$TMP/widths" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4     widths            widths                              main negative
    5     widths            widths                              main none
--
END

# an operand that a description takes is not a file
expect macro-argument 0 -l -n 'dtrace:::$1' -P '$$2' BEGIN nosuch <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
--
dtrace: failed to match nosuch:::: No probe matches description
END

# by the number shown in the list
expect file-by-id 0 -l -i 7 "$TMP/widths" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    7     widths            widths                              main positive
--
END

expect verbose-file 0 -lv -n ':::memory' "$TMP/widths" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4     widths            widths                         in_memory memory

	Probe Description Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Attributes
		Identifier Names: Unstable
		Data Semantics:   Unstable
		Dependency Class: Common

	Argument Types
		args[0]: int8_t
		args[1]: uint8_t
		args[2]: int16_t
		args[3]: uint16_t
		args[4]: int32_t
		args[5]: uint32_t
		args[6]: int64_t

--
END

expect no-notes 0 -l /bin/true <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: /bin/true: it has no probes: no section .note.stapsdt
END

expect missing-file 1 -l "$TMP/nosuch" <<'END'
--
dtrace: failed to open TMP/nosuch: No such file or directory
END

echo text >"$TMP/text"
expect no-elf 1 -l "$TMP/text" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: TMP/text: not an ELF file
END

head -c 1000 "$TMP/widths" >"$TMP/short"
expect truncated 1 -l "$TMP/short" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: TMP/short: a truncated or damaged ELF file
END

expect own 0 -l -n BEGIN -n END -n dtrace:::BEGIN <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
    2     dtrace                                                     END
    1     dtrace                                                     BEGIN
--
END

expect no-match 0 -l -n 'nosuch*:::' -n BEGIN <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    1     dtrace                                                     BEGIN
--
dtrace: failed to match nosuch*:::: No probe matches description
END

# of a command that is not started, and of a running process
expect command 0 -l -c "$TMP/widths" -n 'widths$target:::t*' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4 widthsPID            widths                               ten ten
--
END

"$TRIGGERS/loop" 1 "$TMP/go" &
victim=$!
wait_for runs $victim "$TRIGGERS/loop"
"$DT" -l -p $victim -P "loop$victim" >"$TMP/out" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4 loopPID              loop                              main tick
    5 loopPID              loop                              main signed-value
    6 loopPID              loop                              main done
--
END
same running $status 0

# all processes: the rows of this one occur, once
"$DT" -l >"$TMP/all" 2>"$TMP/err"
bad=$(cat "$TMP/err")
[ "$(grep -c " loop$victim  *loop  *main \(tick\|signed-value\|done\)\$" "$TMP/all")" = 3 ] ||
	bad="$bad $(grep "loop$victim" "$TMP/all")"
awk 'NR > 1 { if ($1 <= last) exit 1; last = $1 }' "$TMP/all" || bad="$bad ids do not ascend"
result all-processes "$bad"

echo go >"$TMP/go"
wait
