#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# scripts/deps on a machine where things are missing: a private PATH with a few tools, and an apt-get that
# records its arguments and "installs" bison.
set -u
bin=$TMP/bin
mkdir "$bin"
for tool in sh sed awk sort tr cat id head tail mktemp rm gcc flex clang pkg-config lowdown; do
	ln -s "$(command -v $tool)" "$bin/$tool"
done
cat >"$bin/apt-get" <<APT
#!/bin/sh
echo "\$DEBIAN_FRONTEND \$*" >>$TMP/asked
[ -e $TMP/broken ] || /bin/ln -sf /bin/true $bin/bison
APT
chmod +x "$bin/apt-get"

deps() { PATH=$bin scripts/deps "$@" >"$TMP/out" 2>"$TMP/err"; }
check() {
	if eval "$2"; then
		echo "ok $1"
	else
		cat "$TMP/out" "$TMP/err"
		echo "not ok $1: not so: $2"
	fi
}

PATH=$PATH scripts/deps check build >"$TMP/out" 2>"$TMP/err"
check complete-is-silent "[ $? -eq 0 ] && [ ! -s $TMP/out ] && [ ! -s $TMP/err ]"

deps check build
check missing-exits-1 "[ $? -eq 1 ]"
check missing-is-named "grep -q 'tool *bison *Debian: bison *Fedora: bison' $TMP/err"
check only-missing-is-named "! grep -q 'tool *flex' $TMP/err"
check check-installs-nothing "[ ! -e $TMP/asked ]"

# a cross build: a compiler without the libc of its target
cat >"$bin/cross-gcc" <<'CC'
#!/bin/sh
exec gcc -nostdinc "$@"
CC
chmod +x "$bin/cross-gcc"
CC=cross-gcc CROSS=aarch64 deps check build
check cross-libc-is-named "[ $? -eq 1 ] && grep -q 'header *stdio.h *Debian: libc6-dev-arm64-cross ' $TMP/err"
check cross-library-is-named "grep -q 'header *libelf.h *Debian: libelf-dev:arm64 ' $TMP/err"
check cross-tool-is-of-this-machine "grep -q 'tool *bison *Debian: bison ' $TMP/err"
CC=gcc CROSS=aarch64 deps check build
check cross-libc-is-found "! grep -q 'stdio.h' $TMP/err"

deps check moon
check unknown-set "[ $? -eq 2 ]"

echo ID=void >"$TMP/void"
OS_RELEASE=$TMP/void deps install build
check other-system-gets-the-list "[ $? -eq 1 ] && grep -q 'tool *bison' $TMP/err"
check other-system-installs-nothing "[ ! -e $TMP/asked ] && ! grep -q apt-get $TMP/err"

echo ID=fedora >"$TMP/fedora"
OS_RELEASE=$TMP/fedora deps check build
check fedora-command "grep -qx 'To install: sudo dnf install bison' $TMP/err"

echo ID=debian >"$TMP/debian"
export OS_RELEASE="$TMP/debian"
deps check build
check command-to-type \
	"grep -qx 'To install: sudo apt-get install -y --no-install-recommends bison' $TMP/err"
if [ "$(id -u)" != 0 ]; then
	deps install build
	check install-needs-root "[ $? -eq 1 ] && [ ! -e $TMP/asked ]"
	exit 0
fi

touch "$TMP/broken"
deps install build
check install-that-fails "[ $? -eq 1 ] && grep -q 'tool *bison' $TMP/err"
rm "$TMP/broken" "$TMP/asked"

deps install build
check install "[ $? -eq 0 ]"
check install-is-not-interactive \
	"grep -qx 'noninteractive -y -q -o DPkg::Lock::Timeout=600 install --no-install-recommends bison' $TMP/asked"
deps install build
check install-once "[ \$(wc -l <$TMP/asked) -eq 1 ]"
