#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Arguments that can't be read, or are not integers: the message names the probe and the reason.
. tests/run/common.inc

cat >"$TMP/operands.c" <<'END'
#include <sys/sdt.h>

int main(void)
{
	DTRACE_PROBE1(operands, plain, 1);
	__asm__ volatile("990: nop\n"
			 ".pushsection .note.stapsdt,\"\",\"note\"\n"
			 ".balign 4\n .4byte 992f-991f, 994f-993f, 3\n"
			 "991: .asciz \"stapsdt\"\n"
			 "992: .balign 4\n"
			 "993: .8byte 990b, 0, 0\n"
			 ".asciz \"operands\", \"odd\", \"4@.LC7(%%rip) 8f@-8(%%rbp) 8@$5\"\n"
			 "994: .balign 4\n"
			 ".popsection\n" ::: "memory");
	return 0;
}
END
cc -I"$root/include" "$TMP/operands.c" -o "$TMP/operands" || exit 1

# shellcheck disable=SC2016
{
	expect of-many 1 -c "$TMP/operands" -qn 'operands$target::: { trace(arg0); }' <<'END'
--
dtrace: invalid probe specifier operands$target::: { trace(arg0); }: arg0 can't be read at operands:operands:main:odd: a local label, which no symbol table keeps
  operands$target::: { trace(arg0); }
                             ^~~~
END
	expect unknown 1 -c "$TMP/operands" -qn 'operands$target:::odd { trace(args[0]); }' <<'END'
--
dtrace: invalid probe specifier operands$target:::odd { trace(args[0]); }: in action list: the type of args[0] is not known: see arg0
  operands$target:::odd { trace(args[0]); }
                                ^~~~~~~
END
	expect floating 1 -c "$TMP/operands" -qn 'operands$target:::odd { trace(args[1]); }' <<'END'
--
dtrace: invalid probe specifier operands$target:::odd { trace(args[1]); }: in action list: args[1] is a floating-point number: arg1 has its bits
  operands$target:::odd { trace(args[1]); }
                                ^~~~~~~
END
	expect others 0 -c "$TMP/operands" -qn 'operands$target:::odd { trace(args[2]); }' <<'END'
5
--
END
}
