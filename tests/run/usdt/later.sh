#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# usdt: files and processes that do not exist when tracing is enabled: known files are traced exactly, from the first
# firing; unknown files from the moment that -v reports. Programs wait for that moment where the test needs it.
. tests/run/common.inc

later=$(printf later_%07d $$) # of fixed length, as messages point at it
mkdir -p "$TMP/bin" "$TMP/elsewhere"
cp "$TRIGGERS/loop" "$TMP/bin/$later"

# traced CNT: -v has reported CNT files
traced() { [ "$(grep -c ' traced from [0-9.]* ms after process ' "$TMP/err")" -ge "$1" ]; }

# trace WORD...: starts dtrace in the background; returns when its BEGIN has run
trace() {
	rm -f "$TMP/out" "$TMP/go"
	"$DT" -v -qn 'BEGIN { printf("go\n"); }' "$@" >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
}

# a program on PATH: the first firings of its processes are traced
printf '#!/bin/sh\n%s 7\n%s 5 &\nwait\n' "$later" "$later" >"$TMP/two"
chmod +x "$TMP/two"
PATH=$TMP/bin:$PATH
export PATH
expect on-path 0 -Z -c "$TMP/two" -qn "loop*:$later::tick { @ = count(); } loop*:$later::done { @done = count(); }" <<'END'

               12
                2
--
END
# the module is the file, not the link by which it was found
mkdir "$TMP/links"
cp "$TRIGGERS/loop" "$TMP/elsewhere/real"
ln -s ../elsewhere/real "$TMP/links/$later-link"
printf '#!/bin/sh\n%s 7\n' "$TMP/links/$later-link" >"$TMP/one"
chmod +x "$TMP/one"
PATH=$TMP/links:$PATH expect link-on-path 0 -Z -c "$TMP/one" -qn 'loop*:real::tick { @[probemod] = count(); }' <<'END'

  real                                                              7
--
END
expect link-of-option 0 -Z -x objects="$TMP/links/$later-link" -c "$TMP/one" -qn 'loop*:real::tick { @ = count(); }' <<'END'

                7
--
END
expect on-path-without-z 1 -c "$TMP/two" -qn "loop*:$later::tick { @ = count(); }" <<END
--
dtrace: invalid probe specifier loop*:$later::tick { @ = count(); }: probe description loop*:$later::tick does not match any probes (no process has it: -Z waits for those that start later)
  loop*:$later::tick { @ = count(); }
  ^~~~~~~~~~~~~~~~~~~~~~~~~
END
mv "$TMP/two" "$TMP/exec"
printf '#!/bin/sh\nexec %s 9\n' "$later" >"$TMP/exec"
expect target-execs 0 -Z -c "$TMP/exec" -qn 'loop$target:::tick { @ = count(); }' <<'END'

                9
--
END

# an unknown program: the first process makes it known; then the second is traced from the start
unknown=unknown_$$
cp "$TRIGGERS/loop" "$TMP/elsewhere/$unknown"
trace -Zn "loop*:$unknown::tick { @[arg0 % 2 ? \"odd\" : \"even\", copyinstr(arg2)] = count(); @n[probefunc, probemod] = count(); }
	loop*:$unknown:: { @each[probename, probeprov == strjoin(\"loop\", lltostr(pid)), id > 0] = count(); }
	loop*:$unknown::done { printf(\"%s\\n\", probeprov == strjoin(\"loop\", lltostr(pid)) ? \"named\" : probeprov);
	ends++; } loop*:$unknown::done /ends == 2/ { exit(0); }" -n 'END { printa("%s %s %@d\n", @); printa("%s %s %@d\n", @n); printa("%s %d %d %@d\n", @each); }'
"$TMP/elsewhere/$unknown" 6 "$TMP/go" &
wait_for traced 1
echo >"$TMP/go"
wait $!
"$TMP/elsewhere/$unknown" 600
ends new-program <<END
named
named
even blue 101
even green 101
even red 101
odd blue 101
odd green 101
odd red 101
main $unknown 606
done 1 1 2
signed-value 1 1 606
tick 1 1 606

END

# the file is replaced: another inode, another file
cp "$TRIGGERS/forks" "$TMP/elsewhere/new"
trace -Zn "loop*:$unknown::tick { @loop = count(); } forks*:$unknown::work /arg1/ { @forks = count(); }
	forks*:$unknown::work /arg1 == 9/ { exit(0); }"
"$TMP/elsewhere/$unknown" 6 "$TMP/go" &
first=$!
wait_for traced 1
mv "$TMP/elsewhere/new" "$TMP/elsewhere/$unknown"
# (this process may have ended before the new file is traced)
"$TMP/elsewhere/$unknown" 0 1
wait_for traced 2
echo >"$TMP/go"
wait $first
"$TMP/elsewhere/$unknown" 0 10
ends replaced <<'END'

                6
                9
END

# a process whose file was replaced, or deleted, before tracing
for way in replaced deleted; do
	cp "$TRIGGERS/loop" "$TMP/elsewhere/$way"
	rm -f "$TMP/go"
	"$TMP/elsewhere/$way" 8 "$TMP/go" &
	wait_for runs $! "$TMP/elsewhere/$way"
	case $way in
	replaced) cp "$TRIGGERS/forks" "$TMP/elsewhere/new" && mv "$TMP/elsewhere/new" "$TMP/elsewhere/$way" ;;
	deleted) rm "$TMP/elsewhere/$way" ;;
	esac
	trace -p $! -n 'loop$target:::tick { @ = count(); }' -n "loop*:$way::done /pid == \$target/ { printf(\"done\\n\"); }"
	echo >"$TMP/go"
	ends process-of-$way <<-'END'
	done

	                8
	END
done

# a library that a running process opens
cat >"$TMP/lib.d" <<'END'
provider opened { probe call(int n); };
END
cat >"$TMP/lib.c" <<'END'
#include "lib.h"
void call(int cnt) { for (int i = 0; i < cnt; i++) OPENED_CALL(i); }
END
cat >"$TMP/opens.c" <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include "gate.h"
int main(int argc, char **argv)
{
	void (*call)(int);
	wait_for_text(argv[2]);
	call = (void (*)(int))dlsym(dlopen(argv[1], RTLD_NOW), "call");
	if (argc > 4)
		wait_for_text(argv[4]);
	call(atoi(argv[3]));
	return 0;
}
END
(
	cd "$TMP" || exit 1
	"$DT" -h -s lib.d -o lib.h && $CC -O1 -fPIC -I"$root/include" -I. -c lib.c -o lib.o &&
		"$DT" -G -s lib.d -o lib.prov.o lib.o && $CC -shared lib.o lib.prov.o -o libopened.so &&
		$CC -O1 -I"$root/tests/triggers" opens.c -ldl -o opens
) || {
	echo "not ok build"
	exit 1
}
rm -f "$TMP/open" "$TMP/go"
"$TMP/opens" "$TMP/libopened.so" "$TMP/open" 50 "$TMP/go" &
wait_for runs $! "$TMP/opens"
trace -p $! -Zn 'opened$target:::call { @ = count(); @sum = sum(arg0); }'
echo >"$TMP/open"
wait_for traced 1
echo >"$TMP/go"
ends dlopen-of-unknown <<'END'

               50
             1225
END
# known: named by -x objects, for a running process
rm -f "$TMP/open"
"$TMP/opens" "$TMP/libopened.so" "$TMP/open" 50 &
wait_for runs $! "$TMP/opens"
trace -p $! -x objects="$TMP/libopened.so" -n 'opened$target:::call { @ = count(); }'
echo >"$TMP/open"
ends dlopen-of-named <<'END'

               50
END
# known: another process has opened it
rm -f "$TMP/open" "$TMP/go" "$TMP/hold"
echo >"$TMP/hold"
"$TMP/opens" "$TMP/libopened.so" "$TMP/hold" 3 "$TMP/go" &
holder=$!
maps_library() { grep -q libopened /proc/$holder/maps; }
wait_for maps_library
"$TMP/opens" "$TMP/libopened.so" "$TMP/open" 50 &
opener=$!
wait_for runs $opener "$TMP/opens"
rm -f "$TMP/out"
"$DT" -p $opener -qn 'BEGIN { printf("go\n"); }' -n "opened*:::call /pid == $opener || pid == $holder/ { @[pid == $opener] = count(); }" \
	>"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
echo >"$TMP/go"
wait $holder
echo >"$TMP/open"
ends dlopen-of-mapped <<'END'

        0                3
        1               50
END
