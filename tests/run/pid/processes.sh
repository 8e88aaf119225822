#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Processes and files: two with -p, a stripped program, one whose file was deleted, one that looks like a Go program,
# damaged ones.
. tests/run/common.inc

# go NAME: lets the background program with the gate $TMP/NAME continue
go() { echo go >"$TMP/$1"; }

# two processes of one program, each traced by its own provider
"$TRIGGERS/loop" 3 "$TMP/gate1" &
one=$!
"$TRIGGERS/loop" 3 "$TMP/gate2" &
two=$!
wait_for runs $one "$TRIGGERS/loop"
wait_for runs $two "$TRIGGERS/loop"
# emptied here, because the background shell may be late
: >"$TMP/out"
"$DT" -p $one -p $two -qn "BEGIN { printf(\"go\\n\"); }
	pid$one:libc:exit:entry { @[\"one\"] = count(); }
	pid$two:libc:exit:entry { @[\"two\"] = count(); }
	pid$one:libc.so.6:exit:entry, pid$two:libc.so.6:exit:entry { @[\"both\"] = count(); }" >"$TMP/out" 2>"$TMP/err" &
tracer=$!
wait_for test -s "$TMP/out"
go gate1
go gate2
wait $tracer
status=$?
cat >"$TMP/wanted" <<'END'
go

  one                                                               1
  two                                                               1
  both                                                              2
--
END
same two-processes $status 0
wait

# after strip, functions have only their imported and exported names; exit is libc's
strip -o "$TMP/stripped" "$TRIGGERS/funcs"
expect stripped 0 -c "$TMP/stripped 1" -qn 'pid$target:libc:malloc:entry /arg0 == 64/ { @ = count(); }' <<END
$("$TRIGGERS/funcs" 1)

                1
--
END

# names of a stripped program from its debug file, and from the data embedded in it
mkdir "$TMP/link" "$TMP/mini"
objcopy --only-keep-debug "$TRIGGERS/funcs" "$TMP/link/funcs.debug"
(cd "$TMP/link" && objcopy --strip-all --add-gnu-debuglink=funcs.debug "$TRIGGERS/funcs" funcs)
expect debuglink 0 -c "$TMP/link/funcs 3" -qn 'pid$target:a.out:deep:, pid$target:a.out:t?n:entry
	/probename == "entry" || probename == "return"/ { @[probefunc, probename] = count(); }' <<'END'
3 calls, sum 585

  ten                                                 entry                                                             3
  deep                                                entry                                                            12
  deep                                                return                                                           12
--
END
objcopy -S --keep-symbol=ten "$TMP/link/funcs.debug" "$TMP/mini/symbols"
xz "$TMP/mini/symbols"
objcopy --strip-all --add-section .gnu_debugdata="$TMP/mini/symbols.xz" "$TRIGGERS/funcs" "$TMP/mini/funcs"
expect debugdata 0 -c "$TMP/mini/funcs 3" -qn 'pid$target:a.out:ten:entry { @ = count(); }' <<'END'
3 calls, sum 585

                3
--
END

# the file of a running process is deleted, but the process still maps it
cp "$TRIGGERS/loop" "$TMP/gone"
"$TMP/gone" 5 "$TMP/gate3" &
gone=$!
wait_for runs $gone "$TMP/gone"
rm "$TMP/gone"
: >"$TMP/out"
"$DT" -p $gone -qn 'BEGIN { printf("go\n"); }
	pid$target:gone:main:, pid$target:libc:exit:entry { @[probefunc == "exit"] = count(); }
	END { printa("%d %@d\n", @); }' >"$TMP/out" 2>"$TMP/err" &
tracer=$!
wait_for test -s "$TMP/out"
go gate3
wait $tracer
result deleted "$(grep -q '^1 1$' "$TMP/out" && grep -q '^0 [1-9]' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
wait

# a library that is opened later, by a symbolic link to it, and that is not mapped yet
echo 'int call(void); int call(void) { __asm__ volatile(""); return 7; }' >"$TMP/later.c"
${CC:-gcc} -O1 -shared -fPIC "$TMP/later.c" -o "$TMP/liblater.so.1" || exit 1
ln -s liblater.so.1 "$TMP/liblater.so"
later='pid$target:liblater:call:entry { @[probemod] = count(); } pid$target:liblater:call:return { @ret = sum(arg1); }'
printf '\n  %-50s%17s\n                7\n--\n' liblater.so.1 1 >"$TMP/wanted-later"
: >"$TMP/now"
echo go >"$TMP/now"
expect later-of-command 0 -x objects="$TMP/liblater.so" -c "$TRIGGERS/opens $TMP/liblater.so $TMP/now" -qn "$later" \
	<"$TMP/wanted-later"
"$TRIGGERS/opens" "$TMP/liblater.so" "$TMP/gate4" &
opens=$!
wait_for runs $opens "$TRIGGERS/opens"
: >"$TMP/out"
"$DT" -p $opens -x objects="$TMP/liblater.so" -qn "BEGIN { printf(\"go\"); } $later" >"$TMP/out" 2>"$TMP/err" &
tracer=$!
wait_for test -s "$TMP/out"
go gate4
wait $tracer
status=$?
{ printf 'go' && cat "$TMP/wanted-later"; } >"$TMP/wanted"
same later-of-process $status 0
wait

# a program with the table of Go programs: returns only at the return instructions, and only if all ways out are known
printf '%s\n' '__attribute__((section(".gopclntab"), used)) static const char table[8];' \
	'__attribute__((noinline)) int work(int n) { __asm__ volatile(""); return n > 1 ? n * 3 : n; }' \
	'__attribute__((noinline)) int relay(int n) { return work(n + 1); }' \
	'int main(int argc, char **argv) { (void)argv; return work(argc) + relay(argc) - 7; }' >"$TMP/gopher.c"
${CC:-gcc} -O1 -foptimize-sibling-calls "$TMP/gopher.c" -o "$TMP/gopher"
expect go-counts 0 -c "$TMP/gopher" -qn 'pid$target:a.out:work:entry, pid$target:a.out:work:return, pid$target:a.out:rela*:
	/probename == "entry" || probename == "return"/ { @[probefunc, probename] = count(); }' <<'END'

  relay                                               entry                                                             1
  work                                                entry                                                             2
  work                                                return                                                            2
--
END
"$DT" -c "$TMP/gopher" -qn 'pid$target:a.out:relay:return { }' >"$TMP/out" 2>&1
result go-return "$([ $? = 1 ] && grep -q "relay can't be probed there: it belongs to a Go program" "$TMP/out" || cat "$TMP/out")"

# damaged files: any result except a crash
size=$(stat -c %s "$TRIGGERS/funcs")
bad='' round=0
while [ $round -lt 40 ]; do
	cp "$TRIGGERS/funcs" "$TMP/damaged"
	# first each header field, then the data that they refer to
	at=$((round < 16 ? round * 4 + 16 : (round - 16) * size / 24))
	printf '\377\377\377\177' | dd of="$TMP/damaged" bs=1 seek=$at conv=notrunc 2>/dev/null
	[ $((round % 5)) = 4 ] && truncate -s $((size * round / 40)) "$TMP/damaged"
	"$DT" -lv -c "$TMP/damaged" -n 'pid$target:a.out:nops:, pid$target:a.out::entry' >"$TMP/out" 2>&1
	[ $? -le 1 ] || bad="$bad $at"
	round=$((round + 1))
done
result damaged "${bad:+crashes with damage at$bad}"
