#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Elements of arrays on the BPF stack that are stored as a whole, at a computed index: not all begin at a multiple
# of 8. Each in a program of its own, because large variables are not on the stack.
. tests/run/common.inc

# stored NAME DECLARATION STATEMENTS OUTPUT
stored() {
	printf '%s\n--\n' "$4" >"$TMP/$1"
	expect "$1" 0 -qn "$2; BEGIN { this->i = pid ? 1 : 0; $3; exit(0); }" <"$TMP/$1"
}

stored text 'this char a[4][10]' 'this->a[this->i] = "abc"; printf("%s[%s]", this->a[1], this->a[2])' 'abc[]'
stored short-text 'this char a[2][4]' 'this->a[this->i] = "xyz"; printf("%s", this->a[1])' xyz
stored zero 'struct p { int x, y, z; }; this struct p q[3]' \
	'this->q[0].z = 7; this->q[1].x = 8; this->q[2].x = 9; this->q[this->i] = 0;
	printf("%d %d %d", this->q[0].z, this->q[1].x, this->q[2].x)' '7 0 9'
stored struct 'struct p { int x, y, z; }; this struct p q[3]' \
	'this->q[2].z = 7; this->q[this->i] = this->q[this->i + 1]; printf("%d", this->q[1].z)' 7
stored characters 'struct p { char c[3]; }; this struct p q[3]' \
	'this->q[2].c[2] = 99; this->q[this->i] = this->q[this->i + 1]; printf("%c", this->q[1].c[2])' c
stored inner-array 'struct w { int a, b; }; struct in { int n; struct w w[2]; }; this struct in in' \
	'this->in.w[0].b = 3; this->in.w[this->i] = this->in.w[0]; printf("%d", this->in.w[1].b)' 3
stored inner-struct 'struct w { int a, b; }; struct in { int n; struct w w; int m; }; this struct in q[3]' \
	'this->q[2].w.b = 3; this->q[this->i].w = this->q[2].w; this->q[this->i + 1].w = 0;
	printf("%d %d", this->q[1].w.b, this->q[2].w.b)' '3 0'
stored inner-text 'struct in { char a, c[15]; }; this struct in q[3]' \
	'this->q[this->i].c = "text"; printf("%s", this->q[1].c)' text
stored row 'this int m[2][3]' 'this->m[0][2] = 5; this->m[this->i] = this->m[0]; printf("%d", this->m[1][2])' 5
stored words 'struct w { int a, b; }; this struct w q[2]' \
	'this->q[0].b = 5; this->q[this->i] = this->q[0]; printf("%d", this->q[1].b)' 5
