#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Wrong input: a message on stderr with place and caret, status 1 (2 for a wrong command line), nothing
# on stdout, an existing output is not changed, and no temporary file is left.
. "${0%/*}/common.inc"

# bad NAME TEXT DEFINITION: -h and -G refuse it with a message that matches
bad() {
	printf '%s\n' "$3" >bad.d
	for mode in -h -G; do
		echo old >out
		"$dtrace" $mode -s bad.d -o out >stdout 2>.out
		status=$?
		if [ $status -ne 1 ]; then fail "$1$mode" "status $status"
		elif [ -s stdout ]; then fail "$1$mode" "wrote on stdout"
		elif ! grep -Eq -e "$2" .out; then fail "$1$mode" "no message like: $2"
		elif [ "$(cat out)" != old ]; then fail "$1$mode" "the output changed"
		else echo "ok $1$mode"; fi
	done
}
bad unclosed-paren '^bad.d:3:[0-9]+: error: ' 'provider p {
	probe one(int x
	probe two(int);
};'
bad missing-brace '^bad.d:[0-9]+:[0-9]+: error: ' 'provider p { probe one(int x);'
bad text '^bad.d:1:[0-9]+: error: ' 'hello world, this is no definition'
bad caret '^ *\^' 'provider p { probe one(int x; };'
bad thirteen-arguments '^bad.d:1:[0-9]+: error: .*13|more than 12' 'provider p { probe a(int,int,int,int,int,int,int,int,int,int,int,int,int); };'
bad duplicate-probe '^bad.d:3:[0-9]+: error: .*one' 'provider p {
	probe one(int x);
	probe one(int x);
};'
bad same-macro '^bad.d:3:[0-9]+: error: probe p:::one_two would have the macro of p:::one__two: P_ONE_TWO$' 'provider p {
	probe one__two(int x);
	probe one_two(int x);
};'
bad same-macro-other-case '^bad.d:1:[0-9]+: error: .* macro of p:::a: P_A$' 'provider p { probe a(); probe A(); };'
bad same-macro-other-provider '^bad.d:2:[0-9]+: error: .* macro of a:::b_c: A_B_C$' 'provider a { probe b_c(); };
provider a_b { probe c(); };'
bad same-semaphore '^bad.d:2:[0-9]+: error: .* semaphore of a:::x__b: a_x__b_semaphore$' 'provider a { probe x__b(); };
provider a_x_ { probe b(); };'
bad bad-name '^bad.d:1:[0-9]+: error: ' 'provider p { probe d-ash(int x); };'
bad long-name '^bad.d:1:[0-9]+: error: ' "provider p { probe $(printf 'a%.0s' $(seq 70))(int x); };"
bad several-errors '^bad.d:3:[0-9]+: error: ' 'provider p {
	probe 1(int x);
	probe 2(int x);
};'
bad twice-the-provider '^bad.d:2:[0-9]+: error: ' 'provider p { probe a(); };
provider p { probe b(); };'
"$dtrace" -x errtags -h -s bad.d -o out 2>msg
expect tag '\[D_[A-Z_]+\]' msg

echo 'provider p1 { probe a(); };' >digit.d
"$dtrace" -h -s digit.d -o digit.h 2>msg
expect digit-warns '^digit.d:1:[0-9]+: warning: ' msg
check digit-writes test -s digit.h
echo 'provider p { probe x__enabled(); probe x(); };' >test.d
"$dtrace" -h -s test.d -o test.h 2>msg
expect replaced-test-warns '^test.d:1:20: warning: the macro of probe p:::x__enabled replaces .* p:::x is enabled: P_X_ENABLED\(\)$' msg
check replaced-test-writes test -s test.h
echo 'provider p { probe a(void); };' >void.d
"$dtrace" -h -s void.d -o void.h 2>/dev/null
check void-is-no-argument grep -q '^#define P_A() ' void.h
printf 'provider p {\n\tprobe one(int x);\n\tprobe two(;\n};\n' >lax.d
check lax "$dtrace" -h --stap-lax -s lax.d -o lax.h
check lax-writes grep -q '^#define P_ONE(arg1)' lax.h
# what no macro and no note can have is left out
thirteen=int,int,int,int,int,int,int,int,int,int,int,int,int
printf 'provider p {\n\tprobe many(%s);\n\tprobe made(int a) : (%s);\n\tprobe one(int x);\n};\n' $thirteen $thirteen >long.d
for mode in -h -G; do
	check lax-too-long$mode "$dtrace" $mode --direct --stap-lax -s long.d -o long.out
	expect lax-too-long-says$mode '^long.d:2:[0-9]+: error: 13 arguments: a probe can have 12$' .out
	if [ $mode = -h ]; then grep -o 'p_[a-z]*_semaphore' long.out; else readelf -sW long.out; fi |
		grep -o 'p_[a-z]*_semaphore$' | sort -u >made
	check lax-too-long-leaves-out$mode test "$(cat made)" = p_one_semaphore
done
rm -f long.out made

# ---- files
echo 'provider p { probe one(int x); };' >p.d
echo old >out
fails missing-input 1 "$dtrace" -h -s nothing.d -o out
expect missing-input-says 'failed to open nothing.d: No such file' .out
fails directory-input 1 "$dtrace" -h -s . -o out
fails missing-folder 1 "$dtrace" -h -s p.d -o no/such/out.h
expect missing-folder-says 'no/such/out.h.*: No such file' .out
fails missing-folder-object 1 "$dtrace" -G -s p.d -o no/such/out.o
mkdir -p folder
fails output-is-folder 1 "$dtrace" -h -s p.d -o folder
fails output-is-folder-object 1 "$dtrace" -G -s p.d -o folder
cp p.d same.d && mkdir -p link && ln -s ../same.d link/same.d && printf 'int f (void) { return 0; }\n' | gcc -xc -c - -o code.o
cp code.o code1.o
fails output-is-input 1 "$dtrace" -h -s same.d -o same.d
expect output-is-input-says "^dtrace: output file 'same.d' is also the input: not written" .out
fails output-is-input-object 1 "$dtrace" -G -s same.d -o ./same.d
fails output-is-input-link 1 "$dtrace" -h -s same.d -o link/same.d
fails depends-are-input 1 "$dtrace" -h -C -MD -s same.d -o same
check depends-are-input-first test ! -e same
fails depends-are-output 1 "$dtrace" -h -C -MD -MF x.h -s same.d -o x.h
fails output-is-operand 1 "$dtrace" -G -s same.d code.o -o code.o
expect output-is-operand-says 'code.o is an object of the program: it can.t be the output' .out
same input-as-it-was p.d same.d
same operand-as-it-was code1.o code.o
check output-of-last-run "$dtrace" -G -s same.d code.o -o same.o
check output-of-last-run-again "$dtrace" -G -s same.d code.o same.o -o same.o
rm -rf link ./*.o
fails cpp-missing 1 env CPP=no-such-cpp "$dtrace" -C -h -s p.d -o out
fails cpp-fails 1 env CPP=false "$dtrace" -C -h -s p.d -o out
printf '#error no\nprovider p { probe one(); };\n' >error.d
fails cpp-error 1 "$dtrace" -C -h -s error.d -o out
fails target 1 "$dtrace" -G --target=vax-dec-vms -s p.d -o out
expect target-says 'unknown machine: vax-dec-vms' .out
if [ -w /dev/full ]; then
	fails full-disk 1 "$dtrace" -h -s p.d -o /dev/full
fi
expect untouched '^old$' out

# ---- command line: status 2
fails no-arguments 2 "$dtrace"
fails no-script-h 2 "$dtrace" -h
expect no-script-says '^dtrace: -h requires one or more scripts or enabling options$' .out
fails no-script-G 2 "$dtrace" -G
fails both-modes 2 "$dtrace" -h -G -s p.d -o out
fails unknown-option 2 "$dtrace" -h -s p.d -j
fails unknown-word 2 "$dtrace" -h -s p.d --no-such-word
fails missing-value 2 "$dtrace" -h -s
fails other-mode 2 "$dtrace" -h -s p.d -c true
expect still-untouched '^old$' out
rm -f -- *.d *.h out msg stdout .out; rmdir folder
check nothing-stays test -z "$(ls -A)"
