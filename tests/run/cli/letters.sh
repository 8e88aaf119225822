#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Letters of the command that have no test elsewhere (tests/lint/cli-rows), and letters that can't be
# combined.
. tests/run/common.inc

usage="Usage:
  dtrace -h -s file [-o file]            provider definitions -> header
  dtrace -G -s file [-o file] [object...] provider definitions -> object
  dtrace [-s file | -n text]... [-c cmd | -p pid]... [arg...]  trace
  dtrace -l [-v] [file... | -c cmd | -p pid]  list probes
  dtrace --explain probe [-c cmd | -p pid]  explain probes"
head='   ID   PROVIDER            MODULE                          FUNCTION NAME'
begin='    1     dtrace                                                     BEGIN'

expect anonymous-claim 1 -a <<'END'
--
dtrace: No anonymous tracing state
END
"$DT" -B -n 'BEGIN { trace(1); exit(0); }' >"$TMP/out" 2>"$TMP/err"
status=$?
sed -i -n 's/.*"name":"BEGIN","data":/record /p' "$TMP/out"
printf 'record [{"trace":1}]}\n--\n' >"$TMP/wanted"
sed -i '/matched/d' "$TMP/err"
same records $status 0
for mode in -l -G -h; do
	expect records$mode 2 -B $mode <<'END'
--
dtrace: -B not valid in combination with [-Gl] options
END
done
expect records-o 2 -B -o "$TMP/o" <<'END'
--
dtrace: -B not valid in combination with -o option
END
for modes in '-h -G' '-l -V' '-G -l' '-h -V'; do
	expect "modes$(echo "$modes" | tr -d ' ')" 2 $modes <<'END'
--
dtrace: only one of the [-GhlV] options can be specified at a time
END
done
for mode in -h -G; do
	expect needs-script$mode 2 $mode <<END
--
dtrace: $mode requires one or more scripts or enabling options
END
done
for word in -3x -33 -6 -65; do
	expect data-model$word 2 $word -n BEGIN <<END
--
dtrace: illegal option -- ${word#-}
$usage
Try \`dtrace --help'.
END
done
expect no-long-option 2 --nosuch <<END
--
dtrace: unrecognized option '--nosuch'
$usage
Try \`dtrace --help'.
END
"$DT" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
"$DT" --help >"$TMP/help"
cmp -s "$TMP/help" "$TMP/err" && [ ! -s "$TMP/out" ]
result no-arguments "$([ $? = 0 ] && [ $status = 2 ] || echo "status $status")"
expect version-verbose 0 -Vv <<'END'
dtrace: D 2.0.0
This is DTrace 0.1
dtrace(1) version-control ID: 0.1
libdtrace version-control ID: 0.1
--
END
expect native 0 -64 -qn 'BEGIN { printf("%d", sizeof (long)); exit(0); }' <<'END'
8
--
END
expect other-model 1 -32 -n BEGIN <<'END'
--
dtrace: programs of the 32-bit data model are not supported
END
expect by-id 0 -l -i 1 -i 2 <<END
$head
$begin
    2     dtrace                                                     END
--
END
expect bad-id 1 -i zz <<'END'
--
dtrace: invalid probe specifier zz: in probe description: invalid probe identifier "zz"
  zz
  ^~
END
expect by-name 0 -ln BEGIN <<END
$head
$begin
--
END
expect by-module 0 -c "$TRIGGERS/loop 1" -qm 'loop$target:loop { @[probename] = count(); }' <<'END'

  done                                                              1
  signed-value                                                      1
  tick                                                              1
--
END
expect by-function 0 -c "$TRIGGERS/loop 1" -qf 'loop$target::main { @[probename] = count(); }' <<'END'

  done                                                              1
  signed-value                                                      1
  tick                                                              1
--
END
expect list-no-match 0 -ln nosuch:::x <<END
$head
--
dtrace: failed to match nosuch:::x: No probe matches description
END
expect destructive 0 -w -qn 'BEGIN { system("echo did"); exit(0); }' <<'END'
did

--
END
expect not-destructive 1 -qn 'BEGIN { system("echo did"); exit(0); }' <<'END'
--
dtrace: could not enable tracing: Destructive actions not allowed
END
expect destructive-said 0 -w -n 'BEGIN { exit(0); }' -o "$TMP/o" <<'END'
--
dtrace: description 'BEGIN ' matched 1 probe
dtrace: allowing destructive actions
END
"$DT" -x flowindent -qn 'BEGIN { trace(1); exit(0); }' >"$TMP/wanted" 2>&1
"$DT" -Fqn 'BEGIN { trace(1); exit(0); }' >"$TMP/out" 2>&1
sed -i 's/^ *[0-9]* |/CPU |/' "$TMP/out" "$TMP/wanted"
result flow "$(cmp "$TMP/wanted" "$TMP/out" && grep -q 'CPU | :BEGIN' "$TMP/out" || echo differs)"
mkdir -p "$TMP/lib"
echo 'inline int MINE = 7;' >"$TMP/lib/mine.d"
expect library 0 -L "$TMP/lib" -qn 'BEGIN { printf("%d", MINE); exit(0); }' <<'END'
7
--
END
"$DT" -x dump=b -en 'BEGIN { exit(0); }' >"$TMP/wanted" 2>&1
"$DT" -S -en 'BEGIN { exit(0); }' >"$TMP/out" 2>&1
result code "$(cmp "$TMP/wanted" "$TMP/out" && grep -q exit "$TMP/out" || echo differs)"
# a program that is cut was compiled twice: the first attempt is not shown
functions=$("$DT" -x proginsns=1 -x dump=i -en 'BEGIN { @ = count(); }' 2>&1 | grep -e '^BEGIN:$' -e '^part' | tr '\n' ' ')
result stages "$([ "$functions" = 'BEGIN: BEGIN: part_1: part_2: ' ] || echo "functions are $functions")"
expect zdefs 0 -x zdefs -qn 'nosuch*:::x { } BEGIN { exit(0); }' <<'END'

--
END
"$DT" -x verbose -en BEGIN >"$TMP/wanted" 2>&1
"$DT" -ven BEGIN >"$TMP/out" 2>&1
result verbose "$(cmp "$TMP/wanted" "$TMP/out" && grep -q 'Stability attributes' "$TMP/out" || echo differs)"
