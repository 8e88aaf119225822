#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: args[] have the types that the definition of their own probe declares: of two definitions with different structs
# of one name, and where the kernel or D has another type of that name.
. tests/run/common.inc

# define NAME MEMBERS: probes of provider NAME in $TMP/NAME.h and $TMP/NAME.o
define() {
	cat >"$TMP/$1.d" <<END
struct request { $2 };
typedef struct { $2 } pair_t;
typedef struct { $2 } kuid_t;
struct wide { wchar_t wc; dev_t dev; short after; };
provider $1 {
	probe structs(struct request *r, pair_t *p, kuid_t *k, int number);
	probe wide(struct wide *w, wchar_t c, dev_t d, timer_t t);
};
END
	"$DTRACE" -h -s "$TMP/$1.d" -o "$TMP/$1.h" && "$DTRACE" -G -s "$TMP/$1.d" -o "$TMP/$1.o"
}
define first 'int pad; long value;' && define second 'char text[40]; long value;' || exit 1
cat >"$TMP/both.c" <<'END'
#include <sys/types.h>
#include <time.h>
#include <wchar.h>
#include "first.h"
#include "second.h"

struct first { int pad; long value; } one = { 1, 111 };
struct second { char text[40]; long value; } two = { "", 222 };
struct wide { wchar_t wc; dev_t dev; short after; } wide = { -77, 0x123456789abc, -5 };

int main(void)
{
	FIRST_STRUCTS(&one, &one, &one, 1);
	SECOND_STRUCTS(&two, &two, &two, 2);
	FIRST_WIDE(&wide, wide.wc, wide.dev, (timer_t)0x1122334455667788);
	return 0;
}
END
${CC:-gcc} -O2 -I"$root/include" -I"$TMP" "$TMP/both.c" "$TMP/first.o" "$TMP/second.o" -o "$TMP/both" || exit 1

expect own 0 -c "$TMP/both" -qn '
	first$target:::structs { printf("%d %d %d\n", args[0]->value, args[1]->value, args[2]->value); }
	second$target:::structs { printf("%d %d %d\n", args[0]->value, args[1]->value, args[2]->value); }
	first$target:::structs, second$target:::structs { printf("%d\n", args[3]); }
	first$target:::structs { this->r = args[0]; this->r = args[0]; printf("%d\n", this->r->value); }' <<'END'
111 111 111
1
111
222 222 222
2

--
END
expect kernel 0 -c "$TMP/both" -qn 'first$target:::wide { printf("%d %x %d %d %x %x\n", args[0]->wc, args[0]->dev,
	args[0]->after, args[1], args[2], (uintptr_t)args[3]); }' <<'END'
-77 123456789abc -5 -77 123456789abc 1122334455667788

--
END
# the script's own declarations come first
expect script 0 -c "$TMP/both" -qn 'struct request { int pad[2]; short value; };
	first$target:::structs, second$target:::structs { printf("%d\n", args[0]->value); }' <<'END'
111
0

--
END
# one expression cannot be of two types
"$DT" -c "$TMP/both" -qn 'first$target:::structs, second$target:::structs { trace(args[0]->value); }' >"$TMP/out" 2>"$TMP/err"
result mixed "$(grep -q 'of first[0-9]*:::structs have different arguments' "$TMP/err" || cat "$TMP/out" "$TMP/err")"

# an enum whose constants no one declares: the value is the site's, whatever its size
cat >"$TMP/third.d" <<'END'
provider third { probe state(enum state s, enum narrow n, enum wide w); };
END
cat >"$TMP/third.cc" <<'END'
#include "third.h"
enum state { OFF = -4, ON };
enum narrow : signed char { LOW = -100 };
enum wide : unsigned long { HIGH = 0x8000000000000001 };
int main(int argc, char **argv)
{
	(void)argv;
	THIRD_STATE(argc ? OFF : ON, LOW, HIGH);
	return 0;
}
END
"$DTRACE" -h -s "$TMP/third.d" -o "$TMP/third.h" && "$DTRACE" -G -s "$TMP/third.d" -o "$TMP/third.o" &&
	${CXX:-g++} -O1 -I"$root/include" -I"$TMP" "$TMP/third.cc" "$TMP/third.o" -o "$TMP/third" || exit 1
expect unknown-enum 0 -c "$TMP/third" -qn 'third$target:::state { s = args[0]; printf("%d %d %x %d", args[0], args[1], args[2], s);
	trace(args[1]); a[args[0]] = 5; printf(" %d\n", a[-4]); @[args[0], args[1], 1] = count(); }' <<'END'
-4 -100 8000000000000001 -4-100 5

               -4             -100        1                1
--
END
expect known-enum 0 -c "$TMP/third" -qn 'enum state { OFF = -4, ON }; third$target:::state { print(args[0]); printf("%d\n", args[0] == OFF); }' <<'END'
                                            (enum state)OFF
1

--
END

# attributes and #pragma pack of the definition change layouts as they do in C
cat >"$TMP/fourth.d" <<'END'
struct packed { char c; long l; short s; } __attribute__((packed));
typedef struct { char c; long member __attribute__((aligned(32))); } __attribute__((aligned(64))) wide_t;
#pragma pack(push, 2)
struct two { char c; long l; struct { char d; int i; } in; };
#pragma pack(pop)
struct plain { char c; long l; };
provider fourth { probe layouts(struct packed *p, wide_t *w, struct two *t, struct plain *n); };
END
sed '/^provider/d' "$TMP/fourth.d" >"$TMP/fourth.c"
cat >>"$TMP/fourth.c" <<'END'
#include "fourth.h"
int main(void)
{
	static struct packed p = { 1, 222222222222, -3 };
	static wide_t w[2] = { { 1, 2 }, { 3, 444444444444 } };
	static struct two t = { 1, 555555555555, { 2, -6 } };
	static struct plain n = { 1, 777777777777 };

	FOURTH_LAYOUTS(&p, &w[0], &t, &n);
	return 0;
}
END
"$DTRACE" -h -s "$TMP/fourth.d" -o "$TMP/fourth.h" && "$DTRACE" -G -s "$TMP/fourth.d" -o "$TMP/fourth.o" &&
	${CC:-gcc} -O1 -I"$root/include" -I"$TMP" "$TMP/fourth.c" "$TMP/fourth.o" -o "$TMP/fourth" || exit 1
expect layouts 0 -c "$TMP/fourth" -qn 'fourth$target:::layouts {
	printf("%d %d %d\n", sizeof (*args[0]), args[0]->l, args[0]->s);
	printf("%d %d\n", sizeof (*args[1]), args[1][1].member);
	printf("%d %d %d\n", sizeof (*args[2]), args[2]->l, args[2]->in.i);
	printf("%d %d\n", sizeof (*args[3]), args[3]->l); }' <<'END'
11 222222222222 -3
64 444444444444
16 555555555555 -6
16 777777777777

--
END

# a struct with a member whose size the definition does not tell: no member is read at a wrong place, not even if
# the kernel has a type (sigset_t) or a constant (PIDTYPE_MAX) of the same name
cat >"$TMP/fifth.d" <<'END'
struct a { int first; own_t x; int y; };
struct b { int first; struct undeclared u; int y; };
struct c { int first; enum undeclared_enum e; int y; };
struct d { int first; int n[FIFTH_LENGTH]; int y; };
struct e { int first; int bits : WIDTH; int y; };
struct f { int first; struct a in[2]; int y; };
struct g { int first; struct { int i; own_t x; }; int y; };
struct h { int first; struct undeclared *p; int y; int more[]; };
struct i { int first; sigset_t set; int y; };
struct j { int first; int n[PIDTYPE_MAX]; int y; };
provider fifth { probe go(struct a *, struct b *, struct c *, struct d *, struct e *, struct f *, struct g *, struct h *,
	struct i *, struct j *); };
END
{
	cat <<'END'
typedef long own_t;
struct undeclared { long q[4]; };
enum undeclared_enum { E };
#define FIFTH_LENGTH 5
#define WIDTH 9
#define PIDTYPE_MAX 9
#include <signal.h>
END
	sed '/^provider/,$d' "$TMP/fifth.d"
	for s in a b c d e f g h i j; do echo "struct $s $s = { .first = 1, .y = 2 };"; done
	echo '#include "fifth.h"'
	echo 'int main(void) { FIFTH_GO(&a, &b, &c, &d, &e, &f, &g, &h, &i, &j); return 0; }'
} >"$TMP/fifth.c"
"$DTRACE" -h -s "$TMP/fifth.d" -o "$TMP/fifth.h" && "$DTRACE" -G -s "$TMP/fifth.d" -o "$TMP/fifth.o" &&
	${CC:-gcc} -O1 -I"$root/include" -I"$TMP" "$TMP/fifth.c" "$TMP/fifth.o" -o "$TMP/fifth" || exit 1
i=0
for member in x u e n bits in x '' set n; do
	[ -n "$member" ] || { i=$((i + 1)); continue; }
	"$DT" -c "$TMP/fifth" -qn "fifth\$target:::go { trace(args[$i]->y); }" >"$TMP/out" 2>"$TMP/err"
	result "unsized-$i-$member" "$(grep -q "does not say how large \"$member\" is; declare \"struct [a-j]\" in the script" "$TMP/err" ||
		cat "$TMP/out" "$TMP/err")"
	i=$((i + 1))
done
expect unsized-declared 0 -c "$TMP/fifth" -qn 'struct a { int first; long x; int y; };
	fifth$target:::go { printf("%d %d %d\n", args[0]->y, args[7]->y, args[1] != NULL); }' <<'END'
2 2 1

--
END
