#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# print() of pointers: the address is followed by the object. To D's own memory, the kernel's, a process's; as many bytes
# as printsize allows, with limited depth; an invalid address is an error.
. tests/run/common.inc

# shows NAME STATUS WORD...: like expect, with ADDR for addresses of the kernel and of scratch memory
shows() {
	cat >"$TMP/wanted"
	test_name=$1 status_wanted=$2
	shift 2
	"$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i -E 's/0x(ffff|5d80)[0-9a-f]{12}/ADDR/' "$TMP/out"
	same "$test_name" $status "$status_wanted"
}

shows scratch 0 -qn 'struct p { int x, y; char c; };
	BEGIN { this->p = (struct p *)alloca(sizeof(struct p)); this->p->y = -2; print(this->p); exit(0); }' <<'END'
ADDR = *
                                            (struct p) {
                                             .y = (int)-2,
                                            }

--
END
shows library 0 -qn 'BEGIN { print((struct timeval *)alloca(16)); exit(0); }' <<'END'
ADDR = *
                                            (struct timeval) {
                                            }

--
END
shows kernel 0 -qn 'BEGIN { print((char (*)[7])&curthread->comm); exit(0); }' <<'END'
ADDR = *
                                            (char [7]) [
                                             (char)'d',
                                             (char)'t',
                                             (char)'r',
                                             (char)'a',
                                             (char)'c',
                                             (char)'e',
                                            ]

--
END
shows variable 0 -qn 'int a[3]; BEGIN { a[1] = 4; print(&a[1]); exit(0); }' <<'END'
ADDR = *
                                            (int)4

--
END
shows cut 0 -qx printsize=12 -n 'struct p { int a[2]; int b; int c; string s; } p;
	BEGIN { p.a[0] = 1; p.b = 2; p.c = 3; p.s = "text"; print(p); exit(0); }' <<'END'
                                            (struct p) {
                                             .a = (int [2]) [
                                              (int)1,
                                             ],
                                             .b = (int)2,
                                             ...
                                            }

--
END
shows set 0 -qn 'struct p { int a[4]; int b; } p;
	BEGIN { p.a[3] = 1; print(p); setopt("printsize", "8"); print(p); exit(0); }' <<'END'
                                            (struct p) {
                                             .a = (int [4]) [
                                              (int)0,
                                              (int)0,
                                              (int)0,
                                              (int)1,
                                             ],
                                            }
                                            (struct p) {
                                             .a = (int [4]) [
                                              (int)0,
                                              (int)0,
                                              ...
                                             ],
                                             ...
                                            }

--
END
shows deep 0 -qn 'struct a { int x; }; struct b { struct a i[1]; }; struct c { struct b i[1]; };
	struct d { struct c i[1]; }; struct e { struct d i[1]; }; struct f { struct e i[1]; } f;
	BEGIN { f.i[0].i[0].i[0].i[0].i[0].x = 5; print(f); exit(0); }' <<'END'
                                            (struct f) {
                                             .i = (struct e [1]) [
                                              (struct e) {
                                               .i = (struct d [1]) [
                                                (struct d) {
                                                 .i = (struct c [1]) [
                                                  (struct c) {
                                                   .i = (struct b [1]) [
                                                    (struct b) {
                                                     .i = (struct a [1]) [
                                                      (struct a) ...,
                                                     ],
                                                    },
                                                   ],
                                                  },
                                                 ],
                                                },
                                               ],
                                              },
                                             ],
                                            }

--
END
shows fault 0 -qn 'BEGIN { print((int *)16); } BEGIN { exit(0); }' <<'END'

--
dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
END
