#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# Names in a program whose author wants to harm its tracer: terminal controls of 7 and 8 bits and as UTF-8, line ends,
# changes of the writing direction, separators of the output forms. No output contains control bytes except line ends;
# letters are kept.
. tests/run/common.inc

make_hostile() {
	cat >hostile.d <<'END'
provider hostile { probe site(double x); };
END
	cat >hostile.c <<'END'
#include "hostile.h"
#define F(name) __attribute__((noinline)) void name(void) { __asm__ volatile("" : : : "memory"); }
F(h_esc) F(h_line) F(h_c1) F(h_utf) F(h_bidi) F(h_letters) F(h_parts)
__attribute__((noinline)) void h_site(double x) { HOSTILE_SITE(x); }
void twin_a(void);
void twin_b(void);
int main(void)
{
	h_esc(); h_line(); h_c1(); h_utf(); h_bidi(); h_letters(); h_parts();
	h_site(1.5);
	twin_a(); twin_a(); twin_b();
	return 0;
}
END
	for twin in a b; do
		cat >twin_$twin.c <<END
static __attribute__((noinline)) void twin(void) { __asm__ volatile("" : : : "memory"); }
void twin_$twin(void) { twin(); __asm__ volatile(""); }
END
	done
	"$DT" -h -s hostile.d -o hostile.h && $CC -O1 -I"$root/include" -I. -c hostile.c twin_a.c twin_b.c &&
		"$DT" -G -s hostile.d -o hostile.prov.o hostile.o &&
		objcopy --redefine-sym h_esc=$'h_esc\e[31m' --redefine-sym h_line=$'h_line\ndtrace: fake' \
			--redefine-sym h_c1=$'h_c1\x9b31m' --redefine-sym h_utf=$'h_utf\xc2\x9b31m' \
			--redefine-sym h_bidi=$'h_bidi\xe2\x80\xae\x7f' --redefine-sym h_letters=$'h_l\xc3\xa9tt\xd1\x80s' \
			--redefine-sym h_parts=$'h_parts;a "b\\c 7' --redefine-sym h_site=$'h_site\e]0;x\a' hostile.o &&
		$CC hostile.o twin_a.o twin_b.o hostile.prov.o -o "$program"
}
program=$TMP/$'bad\e\x9bn'
(cd "$TMP" && make_hostile) || {
	echo "not ok build"
	exit 1
}
cat >"$TMP/functions" <<'END'
h_bidi\342\200\256\177
h_c1\23331m
h_esc\033[31m
h_line\012dtrace: fake
h_léttрs
h_parts;a "b\c 7
h_site\033]0;x\007
h_utf\302\23331m
END

# clean NAME: $TMP/out and $TMP/err contain nothing that a terminal interprets
clean() {
	bad=$(LC_ALL=C grep -anE "$(printf '[\001-\010\013-\037\177]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]')" "$TMP/out" "$TMP/err" | cat -v)
	bad="$bad$(iconv -f UTF-8 -t UTF-8 "$TMP/out" 2>&1 >/dev/null)$(iconv -f UTF-8 -t UTF-8 "$TMP/err" 2>&1 >/dev/null)"
	[ -n "$bad" ] || [ -s "$TMP/out" ] || bad='no output'
	result "$1-clean" "$bad"
}

# run WORD...
run() {
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
}

# all NAME COLUMN: all functions, as they are shown, occur once each, in lines that contain WORDS
all() {
	while IFS= read -r function; do
		n=$(grep -cF -- "${2/@/$function}" "$TMP/out")
		[ "$n" = "${3:-1}" ] || printf '%s\n' "$n times $function"
	done <"$TMP/functions" >"$TMP/missing"
	result "$1-all" "$(cat "$TMP/missing" "$TMP/err")"
}

cp "$program" "$TMP/plain-name"
run -l -n 'pid$target:a.out:h_*:entry' -c "$program"
clean list
all list ' @ entry'
run -lv -n 'hostile*:::site' "$program"
clean verbose
result verbose-module "$(grep -qF ' bad\033\233n ' "$TMP/out" || cat "$TMP/out")"
run -n 'pid$target:a.out:h_*:entry { trace(1); }' -c "$TMP/plain-name"
clean columns
mv "$TMP/err" "$TMP/said"
: >"$TMP/err"
all columns '@:entry '
run -Fn 'pid$target:a.out:h_*:entry, pid$target:a.out:h_*:return' -c "$TMP/plain-name"
clean flow
: >"$TMP/err"
all flow ' -> @ '
run -qn 'pid$target:a.out:h_*:entry { trace(probefunc); trace("\n"); }' -c "$TMP/plain-name"
clean trace
all trace '@'
run -qn 'pid$target:a.out:h_*:entry { @[probefunc] = count(); }' -c "$TMP/plain-name"
clean keys
all keys '  @  '
run -qn 'pid$target:a.out:h_*:entry { @[usym(uregs[R_RIP])] = count(); }' -c "$TMP/plain-name"
clean usym
all usym '  plain-name`@  '
run -qn 'pid$target:a.out:h_*:entry { ustack(1); printf("%A\n", uregs[R_RIP]); }' -c "$TMP/plain-name"
clean ustack
all ustack 'plain-name`@' 2
run -qn 'pid$target:a.out:h_*:entry { trace(*(int *)16); }' -c "$TMP/plain-name"
echo >>"$TMP/out"
clean faults
mv "$TMP/err" "$TMP/out"
: >"$TMP/err"
all faults ':plain-name:@:entry): invalid address'
run --check "$TMP/hostile.o"
clean check
run -G -s "$TMP/hostile.d" -o "$TMP/x.o" "$program"$'\x9b'
echo >>"$TMP/out"
clean messages
run -qx oformat=folded -n 'pid$target:a.out:h_*:entry { @[probefunc, ustack(1)] = count(); @empty["", stack(1)] = count(); }
	END { @none[stack()] = count(); }' -c "$TMP/plain-name"
clean folded
sed 's/;/:/g' "$TMP/functions" | sed 's/\(.*\)/\1;plain-name`\1 1/' >"$TMP/wanted"
sort "$TMP/out" | grep -v 'empty\|no stack' | diff - <(sort "$TMP/wanted") >"$TMP/diff"
result folded-lines "$(cat "$TMP/diff")"
result folded-no-stack "$(grep -qx '\[no stack\] 1' "$TMP/out" || cat "$TMP/out")"
result folded-frames "$(grep -v ' [0-9][0-9]*$' "$TMP/out")"
for form in flame heat; do
	run -qx oformat=$form -n 'pid$target:a.out:h_*:entry { @[probefunc, ustack(1)] = count(); @q[probefunc] = quantize(1); }
		END { @none[stack()] = count(); }' -c "$TMP/plain-name"
	: >"$TMP/err"
	clean $form
	result $form-xml "$(python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$TMP/out" 2>&1 | tail -n 1)"
done
run -qx oformat=json -n 'pid$target:a.out:h_*:entry { trace(probefunc); @[probefunc, ustack(1), usym(uregs[R_RIP])] = count(); }' \
	-c "$TMP/plain-name"
clean json
result json-functions "$(python3 - "$TMP/out" "$TMP/functions" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
wanted = sorted(line.rstrip("\n") for line in open(sys.argv[2]))
shown = sorted(line["function"] for line in lines if line["type"] == "record")
frames = sorted(line["keys"][1][0] for line in lines if line["type"] == "aggregation")
exact = sorted(str(line["data"][0]["trace"]) for line in lines if line["type"] == "record")
if shown != wanted: print(shown)
if frames != ["plain-name`" + name for name in wanted]: print(frames)
if "h_esc\x1b[31m" not in exact or "{'bytes': '685f63319b33316d'}" not in exact or "h_utf\x9b31m" not in exact: print(exact)
END
)"

# message NAME STATUS WORD...: no name makes a line that looks like a message; standard input: an expected part of stderr
message() {
	name=$1 status_wanted=$2
	shift 2
	cat >"$TMP/part"
	run "$@"
	status=$?
	bad=$(grep -an '^dtrace: fake' "$TMP/out" "$TMP/err")
	[ $status = "$status_wanted" ] || bad="$bad status $status"
	grep -qFf "$TMP/part" "$TMP/err" || bad="$bad $(cat "$TMP/err")"
	result "message-$name" "$bad"
}
line=$TMP/$'li\ndtrace: fake'
cp "$TMP/plain-name" "$line"
printf 'BEGIN { trace(x); }\n' >"$line.d"
echo 'provider {' >"$line.provider"
message script 1 -s "$line.d" <<'END'
/li\012dtrace: fake.d:1:15:
END
message no-script 1 -s "$line.none" <<'END'
/li\012dtrace: fake.none: No such file or directory
END
message definition 1 -h -o "$TMP/x.h" -s "$line.provider" <<'END'
/li\012dtrace: fake.provider:1:
END
message object 1 -l "$line.d" <<'END'
/li\012dtrace: fake.d
END
message function-end 1 -n 'pid$target:a.out:h_line*:4000' -c "$TMP/plain-name" <<'END'
(h_line\012dtrace: fake ends before offset 4000)
END
message program 1 -n 'pid$target:nosuch:main:entry' -c "'$line'" <<'END'
is li\012dtrace: fake)
END
message command 1 -n BEGIN -c "'$line.none'" <<'END'
li\012dtrace: fake.none': No such file or directory
END
# the kernel refuses a uprobe there
"$CC" -O1 -x c -o "$TMP/refused" - <<'END'
__attribute__((noinline)) void refused(void) { __asm__ volatile(".byte 0xf0; nop"); }
int main(int argc, char **argv) { if (argc > 5) refused(); return !argv; }
END
objcopy --redefine-sym refused=$'ref\ndtrace: fake' "$TMP/refused"
message refused 1 -n 'pid$target:a.out:ref*:0 { }' -c "$TMP/refused" <<'END'
ref\012dtrace: fake
END
