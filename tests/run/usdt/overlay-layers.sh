#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# A program in a lower layer of two overlayfs mounts, as in containers of one image, and in the layer itself: each process
# executes the same file, whose probes fire once, not once for each path that it has.
. tests/run/common.inc

if [ "$1" != inside ]; then
	exec unshare -m sh "$0" inside
fi
mkdir "$TMP/lower" "$TMP/one" "$TMP/two" "$TMP/upper"
cat >"$TMP/layered.c" <<'END'
#include <stdio.h>
#include <sys/sdt.h>
__attribute__((noinline)) void work(int n) { DTRACE_PROBE1(layered, step, n); }
int main(void)
{
	getchar();
	for (int i = 0; i < 5; i++)
		work(i);
	return 0;
}
END
${CC:-gcc} -O1 -I"$root/include" "$TMP/layered.c" -o "$TMP/lower/layered" || exit 1
mount -t tmpfs tmpfs "$TMP/upper" 2>/dev/null
for dir in one two; do
	mkdir -p "$TMP/upper/$dir/files" "$TMP/upper/$dir/work"
	if ! mount -t overlay overlay -o "lowerdir=$TMP/lower,upperdir=$TMP/upper/$dir/files,workdir=$TMP/upper/$dir/work" \
		"$TMP/$dir" 2>/dev/null; then
		echo "skip overlay-layers: needs overlayfs"
		exit 0
	fi
done

printf '%s 15\n' entry return step >"$TMP/wanted"
SCRIPT='BEGIN { printf("go\n"); } layered*:::step, pid*:layered:work:entry, pid*:layered:work:return { @[probename] = count(); }
	END { printa("%s %@d\n", @); }'
counted() { result "$1" "$(sed '/^go$/d; /^$/d' "$TMP/out" | sort | diff "$TMP/wanted" -; grep -v 'has exited' "$TMP/err")"; }

# processes that are there before; dtrace ends with the last one
mkfifo "$TMP/gate" "$TMP/last"
exec 3<>"$TMP/gate" 4<>"$TMP/last"
"$TMP/one/layered" <"$TMP/last" 3>&- 4>&- &
last=$!
"$TMP/two/layered" <"$TMP/gate" 3>&- 4>&- &
two=$!
"$TMP/lower/layered" <"$TMP/gate" 3>&- 4>&- &
lower=$!
wait_for runs $last "$TMP/one/layered"
wait_for runs $two "$TMP/two/layered"
wait_for runs $lower "$TMP/lower/layered"
: >"$TMP/out"
"$DT" -q -p $last -n "$SCRIPT" >"$TMP/out" 2>"$TMP/err" 3>&- 4>&- &
dtrace=$!
wait_for began
exec 3>&-
wait $two $lower
exec 4>&-
wait $dtrace $last
counted before

# the file is known by its path in one mount, and mapped later by its path in the others
cat >"$TMP/later" <<END
#!/bin/sh
for dir in one two lower; do "$TMP/\$dir/layered" </dev/null; done
END
chmod +x "$TMP/later"
"$DT" -q -x "objects=$TMP/two/layered" -c "$TMP/later" -n "$SCRIPT" >"$TMP/out" 2>"$TMP/err"
counted later
