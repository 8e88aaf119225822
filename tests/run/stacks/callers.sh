#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 60
#
# stacks: the caller of a function that has not made its frame yet, or never does: ucaller, ustack() and ustackdepth at
# its entry; ucaller at its return. Library and program are built with frame pointers and without.
. tests/run/common.inc

cat >"$TMP/callee.c" <<'END'
__attribute__((noinline)) int callee(int x) { __asm__ volatile("" : "+r"(x)); return x + 1; }
END
cat >"$TMP/caller.c" <<'END'
int callee(int x);
__attribute__((noinline)) int calls(int x) { int y = callee(x); __asm__ volatile("" : "+r"(y)); return y + 2; }
int main(void) { int y = calls(1); __asm__ volatile("" : "+r"(y)); return y != 4; }
END

# callers NAME FLAGS FRAMES: the program, built with FLAGS, whose stack at the entry has FRAMES known frames
callers() {
	${CC:-cc} -O1 $2 -o "$TMP/$1" "$TMP/caller.c" "$TMP/callee.c"
	"$DT" -q -c "$TMP/$1" -n 'pid$target:'"$1"':callee:entry { printf("%A\n%d\n", ucaller, ustackdepth >= 2);
			self->d = ustackdepth; ustack('"$3"'); }' \
		-n 'pid$target:'"$1"':callee:return { printf("%A\n", ucaller); }' \
		-n 'pid$target:'"$1"':calls:entry { printf("%A\n", ucaller); }' >"$TMP/out" 2>"$TMP/err" </dev/null
	got=$(sed -E 's/\+0x[0-9a-f]+//; s/^ +//; /^$/d' "$TMP/out")
	wanted="$1\`main
$1\`calls
1
$1\`callee
$1\`calls${4:+
$4}
$1\`calls"
	result "$1" "$([ "$got" = "$wanted" ] && [ ! -s "$TMP/err" ] || { echo "$got"; cat "$TMP/err"; })"
}

# code for machines that check the targets of branches
case $TEST_MACHINE in
aarch64) checked=-mbranch-protection=standard ;;
*) checked=-fcf-protection=full ;;
esac
callers frames "-fno-omit-frame-pointer -fcf-protection=none" 3 'frames`main'
callers protected "-fno-omit-frame-pointer $checked" 3 'protected`main'
callers frameless "-fomit-frame-pointer -fcf-protection=none" 2
callers frameless-protected "-fomit-frame-pointer $checked" 2
