#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -L folders and -x nolibs, depends_on, invalid files, messages about args[] without translators.
. tests/run/common.inc
lib=$TMP/lib
mkdir -p "$lib" "$TMP/more"

cat >"$lib/a.d" <<'END'
#pragma D depends_on library b.d
inline int from_a = from_b + 1;
END
cat >"$lib/b.d" <<'END'
#pragma D depends_on provider proc
inline int from_b = 41;
typedef struct b { int x; } b_t;
translator b_t < int i > { x = i * 2; };
END
cat >"$lib/skipped.d" <<'END'
#pragma D depends_on module no_such_module
this is not D
END
mkdir -p "$lib/sub/deep" "$TMP/wrong/sub"
echo 'inline int from_deep = from_b * 2;' >"$lib/sub/deep/d.d"
ln -sfn .. "$lib/sub/back"
cat >"$TMP/wrong/sub/wrong.d" <<'END'
inline int good = 1;
inline int 5;
END
echo 'inline string more = "more";' >"$TMP/more/m.d"

expect folder 0 -q -L "$lib" -n 'BEGIN { printf("%d %d\n", from_a, xlate <b_t> (4).x); exit(0); }' <<'END'
42 8

--
END
expect two-folders 0 -q -x libdir="$TMP/more" -L "$lib" -n 'BEGIN { printf("%s %d\n", more, from_b); exit(0); }' <<'END'
more 41

--
END
expect folder-in-folder 0 -q -L "$lib" -n 'BEGIN { trace(from_deep); exit(0); }' <<'END'
82
--
END
# whether one of its names is used or not
expect wrong 1 -q -L "$TMP/wrong" -x errtags -n 'BEGIN { trace(SIGHUP); exit(0); }' <<'END'
--
dtrace: library TMP/wrong/sub/wrong.d: [D_SYNTAX] line 2: syntax error near "5"
TMP/wrong/sub/wrong.d:2:12:
  inline int 5;
             ^
END
# definitions are checked, too
mkdir -p "$TMP/unknown" "$TMP/member"
echo 'inline int bad = no_such_name;' >"$TMP/unknown/u.d"
echo 'struct m { int x; }; translator struct m < int i > { x = i + no_such_name; };' >"$TMP/member/m.d"
expect unknown 1 -q -L "$TMP/unknown" -x errtags -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: library TMP/unknown/u.d: [D_IDENT_UNDEF] line 1: failed to resolve no_such_name: Unknown variable name
TMP/unknown/u.d:1:18:
  inline int bad = no_such_name;
                   ^~~~~~~~~~~~
END
expect member 1 -q -L "$TMP/member" -x errtags -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: library TMP/member/m.d: [D_IDENT_UNDEF] line 1: failed to resolve no_such_name: Unknown variable name
TMP/member/m.d:1:62:
  struct m { int x; }; translator struct m < int i > { x = i + no_such_name; };
                                                               ^~~~~~~~~~~~
END
# files that depend on something missing are left out
cat >"$lib/needs-skipped.d" <<'END'
#pragma D depends_on library skipped.d
inline int round = 1;
END
expect left-out 1 -q -L "$lib" -x errtags -n 'BEGIN { trace(round); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(round); }: [D_IDENT_UNDEF] in action list: failed to resolve round: Unknown variable name
  BEGIN { trace(round); }
                ^~~~~
END
# but mistakes in these, and files that depend on each other, are errors
mkdir -p "$TMP/mistake" "$TMP/circle"
echo '#pragma D depends_on library b.d' >"$TMP/mistake/a.d"
echo 'inline int 5;' >"$TMP/mistake/b.d"
expect mistake 1 -q -L "$TMP/mistake" -x errtags -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: library TMP/mistake/b.d: [D_SYNTAX] line 1: syntax error near "5"
TMP/mistake/b.d:1:12:
  inline int 5;
             ^
END
echo '#pragma D depends_on library b.d' >"$TMP/circle/a.d"
echo '#pragma D depends_on library a.d' >"$TMP/circle/b.d"
expect circle 1 -q -L "$TMP/circle" -x errtags -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: library TMP/circle/b.d: [D_PRAGMA_DEPEND] line 1: library a.d, which the file depends on, depends on the file
TMP/circle/b.d:1:1:
  #pragma D depends_on library a.d
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END
# options of a library apply where nobody else sets them
mkdir -p "$TMP/options"
printf '#pragma D option %s\n' quiet strsize=5 >"$TMP/options/o.d"
expect options 0 -L "$TMP/options" -n 'BEGIN { trace("12345678"); exit(0); }' <<'END'
1234
--
END
expect options-yield 0 -L "$TMP/options" -x strsize=7 -n 'BEGIN { trace("12345678"); exit(0); }' <<'END'
123456
--
END
echo '#pragma D option nosuch' >"$TMP/options/p.d"
expect options-wrong 1 -L "$TMP/options" -x errtags -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: library TMP/options/p.d: [D_PRAGMA_OPTSET] line 1: failed to set option 'nosuch' to '': Invalid option name
TMP/options/p.d:1:1:
  #pragma D option nosuch
  ^~~~~~~~~~~~~~~~~~~~~~~
END
expect nolibs 1 -x nolibs -x errtags -n 'BEGIN { trace(SIGHUP); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(SIGHUP); }: [D_IDENT_UNDEF] in action list: failed to resolve SIGHUP: Unknown variable name
  BEGIN { trace(SIGHUP); }
                ^~~~~~
END

cat >"$TMP/met.d" <<'END'
#pragma D depends_on provider io
#pragma D depends_on module vmlinux
#pragma D depends_on library errno.d
#pragma D binding "1.0" mine
#pragma D attributes Stable/Stable/Common mine
inline int mine = 7;
BEGIN { trace(mine); exit(0); }
END
expect met 0 -q -s "$TMP/met.d" <<'END'
7
--
END
# unmet KIND NAME
unmet() {
	printf '#pragma D depends_on %s %s\nBEGIN { exit(0); }\n' "$1" "$2" >"$TMP/unmet.d"
	expect "unmet-$1" 1 -x errtags -s "$TMP/unmet.d" <<-END
	--
	dtrace: failed to compile script TMP/unmet.d: [D_PRAGMA_DEPEND] line 1: program requires $1 $2, which is missing
	TMP/unmet.d:1:1:
	  #pragma D depends_on $1 $2
	  ^~~~~~~~~~~~~~~~~~~~~$(printf "%s %s" "$1" "$2" | tr -c '' '~')
	END
}
unmet provider nosuch
unmet module no_such_module
unmet library nosuch.d

# the translator of an argument, or its type, is missing
expect no-translator 1 -x nolibs -x errtags -n 'typedef struct { int x; } psinfo_t; proc:::create { trace(args[0]->x); }' <<'END'
--
dtrace: invalid probe specifier typedef struct { int x; } psinfo_t; proc:::create { trace(args[0]->x); }: [D_ARGS_XLATOR] in action list: translator for args[0] from "struct task_struct *" to "psinfo_t *" is not defined
  typedef struct { int x; } psinfo_t; proc:::create { trace(args[0]->x); }
                                                            ^~~~~~~
END
