#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @slow
# Size, sign and float mark of every kind of argument, in C and C++, with both
# compilers; and the same notes as with the other implementation's header for
# the same file, if it is installed.
. "$(dirname "$0")/common.inc"

cat > "$T/types.c" <<'EOF'
#include <sys/sdt.h>
enum plain { A, B };
enum minus { M = -1 };
struct big { long a[3]; };
struct bits { unsigned u : 3; int i : 5; };
union un { int i; char c; };
typedef int (*fn) (int);
int func (int);
void types (char c, signed char sc, unsigned char uc, short s, unsigned short us,
	    int i, unsigned u, long l, unsigned long ul, long long ll,
	    unsigned long long ull, float f, double d, long double ld,
	    enum plain e, enum minus m, _Bool b, void *p, const char *cp,
	    struct big st, union un un, fn fp, const int ci, volatile unsigned vu,
	    const volatile short cvs);
void types (char c, signed char sc, unsigned char uc, short s, unsigned short us,
	    int i, unsigned u, long l, unsigned long ul, long long ll,
	    unsigned long long ull, float f, double d, long double ld,
	    enum plain e, enum minus m, _Bool b, void *p, const char *cp,
	    struct big st, union un un, fn fp, const int ci, volatile unsigned vu,
	    const volatile short cvs)
{
	char array[5] = "";
	int matrix[2][3] = { { 0 } };
	DTRACE_PROBE3 (t, chars, c, sc, uc);
	DTRACE_PROBE2 (t, shorts, s, us);
	DTRACE_PROBE2 (t, ints, i, u);
	DTRACE_PROBE4 (t, longs, l, ul, ll, ull);
	DTRACE_PROBE3 (t, floats, f, d, ld);
	DTRACE_PROBE3 (t, enums, e, m, A);
	DTRACE_PROBE2 (t, bools, b, i == 1);
	DTRACE_PROBE4 (t, pointers, p, cp, &st, fp);
	DTRACE_PROBE3 (t, arrays, array, matrix, "literal");
	DTRACE_PROBE2 (t, structs, st, un);
	DTRACE_PROBE3 (t, qualified, ci, vu, cvs);
	DTRACE_PROBE5 (t, constants, 1, 2u, 3l, 'x', 4ull);
	DTRACE_PROBE4 (t, expressions, c + c, us << 1, i ? l : i, *cp);
	DTRACE_PROBE2 (t, functions, func, &func);
	struct bits bits = { 1, -1 };
	DTRACE_PROBE2 (t, bits, +bits.u, +bits.i);
}
EOF
expected='t:chars -1@ -1@ 1@
t:shorts -2@ 2@
t:ints -4@ 4@
t:longs -8@ 8@ -8@ 8@
t:floats 4f@ 8f@ 16f@
t:enums 4@ -4@ 4@
t:bools 1@ -4@
t:pointers 8@ 8@ 8@ 8@
t:arrays 8@ 8@ 8@
t:structs 24@ 4@
t:qualified -4@ 4@ -2@
t:constants -4@ 4@ -8@ -4@ 8@
t:expressions -4@ -4@ -8@ -1@
t:functions 8@ 8@
t:bits -4@ -4@'
# An enumerator is an int in C, but has the enum's type in C++, where 'x' is a char.
c_expected=$(echo "$expected" | sed '/^t:enums/s/4@$/-4@/')

cat > "$T/types.cc" <<'EOF'
extern "C" {
#include <sys/sdt.h>
}
enum plain { A, B };
enum minus { M = -1 };
enum class scoped { x };
enum class small : short { x };
enum class wide : unsigned long long { x };
struct thing {
	int v;
	int get () const { return v; }
	void method (int n) { DTRACE_PROBE2 (t, method, this, n); }
};
template <typename X> void in_template (X x) { DTRACE_PROBE1 (t, templ, x); }
inline int in_inline (int x) { DTRACE_PROBE1 (t, inl, x); return x; }
namespace ns { void in_namespace (int &r, const long &cr) { DTRACE_PROBE2 (t, refs, r, cr); } }
__attribute__ ((noinline)) long caller () { in_template (true); in_template (7u); in_template ("s");
	in_template (1.5f); return in_inline (1); }
void types (plain e, minus m, scoped sc, small sm, wide w, bool b, wchar_t wc,
	    char16_t c16, char32_t c32, __int128 i128, unsigned __int128 u128,
	    thing th, thing *p, int thing::*member, const signed char csc)
{
	char array[5] = "";
	struct { int q; } unnamed = { 1 };
	enum local { LA, LB = -5 } loc = LA;
	DTRACE_PROBE5 (t, enums, e, m, sc, sm, w);
	DTRACE_PROBE5 (t, chars, b, wc, c16, c32, 'x');
	DTRACE_PROBE2 (t, int128, i128, u128);
	DTRACE_PROBE3 (t, classes, th, p, &p->v);
	DTRACE_PROBE2 (t, locals, unnamed, loc);
#ifdef __clang__	/* accepts no pointer to a member as an operand of asm */
	DTRACE_PROBE3 (t, odd, sizeof (member), nullptr, csc);
#else
	DTRACE_PROBE3 (t, odd, member, nullptr, csc);
#endif
	DTRACE_PROBE2 (t, arrays, array, "literal");
	DTRACE_PROBE3 (t, values, p->get (), true, p != nullptr);
#ifndef PEER	/* does not support this */
	DTRACE_PROBE1 (t, expression, ({ unsigned char x = c16 & 1; x; }));
#endif
}
void use (thing *t) { t->method (2); }
EOF
cxx_expected='t:arrays 8@ 8@
t:chars 1@ -4@ 2@ 4@ -1@
t:classes 4@ 8@ 8@
t:enums 4@ -4@ -4@ -2@ 8@
t:expression 1@
t:inl -4@
t:int128 -16@ 16@
t:locals 4@ -4@
t:method 8@ -4@
t:odd 8@ 8@ -1@
t:refs -4@ -8@
t:templ 1@
t:templ 4@
t:templ 4f@
t:templ 8@
t:values -4@ 1@ 1@'
# The other header treats enums and __int128 as unsigned. Everything else agrees.
peer_differs='^t:enums\|^t:expression\|^t:int128\|^t:locals'

for cc in gcc clang; do
	have $cc || { skip "$cc" "no $cc"; continue; }
	for level in -O0 -O2; do
		[ -z "$FAST" ] || [ $level = -O2 ] || continue
		compile "c-$cc$level" $cc $level -std=gnu11 $WARN $INC -c "$T/types.c" -o "$T/types.o" &&
			expect "c-$cc$level" "$c_expected" "$(sizes "$T/types.o")"
		# gcc warns that only half of an __int128 is kept: correct, and not an error.
		$cc -xc++ $level -std=gnu++17 -Wall -Wextra $INC -c "$T/types.cc" -o "$T/typesxx.o" 2> "$T/log"
		expect "c++-$cc$level" "$cxx_expected" "$(sizes "$T/typesxx.o" | sort)"
		expect "c++-warnings-$cc$level" "" "$(grep -E 'warning|error' "$T/log" |
						      grep -v 'unsupported size for integer register')"
	done
	for std in gnu++11 gnu++20; do
		[ -z "$FAST" ] || continue
		$cc -xc++ -O2 -std=$std $INC -w -c "$T/types.cc" -o "$T/typesxx.o" 2> "$T/log"
		expect "c++-$cc-$std" "$cxx_expected" "$(sizes "$T/typesxx.o" | sort)"
	done

	[ -n "$PEER" ] || { skip "peer-$cc" "no other <sys/sdt.h>"; continue; }
	$cc -O2 -std=gnu11 -w -c "$T/types.c" -o "$T/peer.o"
	$cc -O2 -std=gnu11 -w $INC -c "$T/types.c" -o "$T/types.o"
	expect "peer-c-$cc" "$(sizes "$T/peer.o")" "$(sizes "$T/types.o")"
	sed 's/^extern "C" {//; 3s/^}//' "$T/types.cc" > "$T/peer.cc"
	$cc -xc++ -O2 -std=gnu++17 -w -DPEER -c "$T/peer.cc" -o "$T/peer.o"
	$cc -xc++ -O2 -std=gnu++17 -w $INC -c "$T/peer.cc" -o "$T/typesxx.o"
	expect "peer-c++-$cc" "$(sizes "$T/peer.o" | grep -v "$peer_differs" | sort)" \
			      "$(sizes "$T/typesxx.o" | grep -v "$peer_differs" | sort)"
done

# A value is computed once, however often the macro names it.
cat > "$T/once.c" <<'EOF'
#include <sys/sdt.h>
static int calls;
static int next (void) { return ++calls; }
int main (void)
{
	int i = 0;
	DTRACE_PROBE4 (t, once, i++, next (), (char) next (), &"x"[i++ & 1]);
	return !(i == 2 && calls == 2);
}
EOF
for cc in gcc clang; do
	have $cc || continue
	for lang in c c++; do
		for level in -O0 -O2; do
			[ -z "$FAST" ] || [ $level = -O2 ] || continue
			$cc -x $lang $level -w $INC "$T/once.c" -o "$T/once" && "$T/once"
			expect "evaluated-once-$cc-$lang$level" 0 $?
		done
	done
done
done_testing
