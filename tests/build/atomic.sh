#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Outputs appear completely or not at all, also with many runs at a time. The same input gives the same bytes in any
# folder. A read-only working directory does no harm.
. "${0%/*}/common.inc"

cp "$providers/glib.provider" p.d
"$dtrace" -h -s p.d -o want.h && "$dtrace" -G -s p.d -o want.o || exit 1

# eight of each at once, to one output and to separate ones
pids=
for i in 1 2 3 4 5 6 7 8; do
	"$dtrace" -C -G -s p.d -o same.o & pids="$pids $!"
	"$dtrace" -h -s p.d -o h$i.h & pids="$pids $!"
	"$dtrace" -C -h -s p.d -o same.h & pids="$pids $!"
done
bad=0
for pid in $pids; do wait "$pid" || bad=1; done
check parallel test $bad = 0
same parallel-object want.o same.o
cp want.h want_cpp.h
same parallel-header want_cpp.h same.h
for i in 1 2 3 4 5 6 7 8; do cmp -s want.h h$i.h || fail "parallel-$i" "h$i.h differs"; done
rm -f h?.h
check no-temporaries test -z "$(ls -A | grep -v -e '^want' -e '^same' -e '^p.d$' -e '^\.out$')"

# readers never see a part of the output
mkdir -p a/b && cp p.d a/b/p.d && cp p.d other-name.d
"$dtrace" -G -s a/b/p.d -o a/b/x.o && same path-does-not-matter want.o a/b/x.o
"$dtrace" -G -s other-name.d -o y.o && same name-does-not-matter want.o y.o
"$dtrace" -G -s ./p.d -o "$t/z.o" && same spelling-does-not-matter want.o z.o
(cd a && "$dtrace" -G -s ../p.d -o w.o) && same folder-does-not-matter want.o a/w.o
"$dtrace" -h -s a/b/p.d -o a/b/x.h && same header-path-does-not-matter want.h a/b/x.h

# permissions and symbolic links
(umask 027 && "$dtrace" -h -s p.d -o mode.h)
check umask test "$(stat -c %a mode.h)" = 640
chmod 604 mode.h && "$dtrace" -h -s p.d -o mode.h
check keeps-mode test "$(stat -c %a mode.h)" = 604
ln -s target.h link.h && echo old >target.h && "$dtrace" -h -s p.d -o link.h
check link-stays test -L link.h
same link-target want.h target.h

mkdir -p readonly out
cp p.d readonly/
if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null &&
	unshare -m sh -c "mount --bind '$t/readonly' '$t/readonly' && mount -o remount,ro,bind '$t/readonly'" 2>/dev/null; then
	check readonly-folder unshare -m sh -c "mount --bind '$t/readonly' '$t/readonly' &&
		mount -o remount,ro,bind '$t/readonly' && cd '$t/readonly' && ! touch x 2>/dev/null &&
		'$dtrace' -C -h -s p.d -o ../out/p.h && '$dtrace' -C -G -s p.d -o ../out/p.o"
	same readonly-object want.o out/p.o
else
	chmod 555 readonly
	check readonly-folder sh -c "cd readonly && '$dtrace' -C -h -s p.d -o ../out/p.h && '$dtrace' -C -G -s p.d -o ../out/p.o"
fi

# no root, an empty environment, no /proc needed
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	# the checkout may be in a folder that other users can't enter (/root)
	theirs=$(mktemp -d) && cp p.d "$dtrace" "$theirs" && chmod 755 "$theirs" && chown -R 65534 "$theirs"
	check no-root env -i setpriv --reuid=65534 --regid=65534 --clear-groups "$theirs/dtrace" -G -s "$theirs/p.d" \
		-o "$theirs/p.o"
	same no-root-object want.o "$theirs/p.o"
	rm -rf "$theirs"
fi
