#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: the places from which symbols of user code are read. One program in many forms: inner() makes a
# system call itself, so its frame and those of middle() and outer() are known.
. tests/run/common.inc

off() { sed -E -e 's/\+0x[0-9a-f]+/+OFF/g; s/0x[0-9a-f]{4,}/ADDR/g; s/ +$//'; }

# stack COMMAND: prints the stack at the call. The command waits for the fifo $TMP/root/go.
stack() {
	: >"$TMP/out"
	"$DT" -q -x switchrate=20ms -c "$1" \
		-n 'syscall::getppid:entry /pid == $target/ { ustack(3); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	if [ -p "$TMP/root/go" ]; then
		wait_for grep -q where "$TMP/out"
		: >"$TMP/root/go"
	fi
	wait
	cat "$TMP/out" "$TMP/err" | sed '/^$/d' | off
}

# frames NAME COMMAND: the stack at the call; standard input: the expected frames. A system call waits for dtrace to read
# the mappings of the process, but not for ever, on a machine whose CPUs are busy (docs/limits.md): such a run is repeated.
frames() {
	test_name=$1
	sed 's/^/              /' >"$TMP/wanted"
	for _ in 1 2 3; do
		stack "$2" >"$TMP/got"
		grep -q 'the mappings of the process were not known yet' "$TMP/got" || break
	done
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $test_name"
	else
		echo "not ok $test_name"
	fi
}

cat >"$TMP/where.c" <<'END'
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>
#define FUNC static __attribute__((noinline, noclone)) long
FUNC inner(long x)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid), "r"(__builtin_frame_address(0))
			 : "rcx", "r11", "memory");
	return ret + x;
}
FUNC middle(long x) { return inner(x + 1) + x; }
FUNC outer(long x) { return middle(x * 3) - x; }
int main(int argc, char **argv)
{
	char byte;
	long ret;

	if (argc == 3 && !strcmp(argv[2], "gone"))
		unlink(argv[0]);
	ret = outer(argc);
	/* waits until another process opens it */
	if (argc == 3)
		read(open(argv[1], O_RDONLY), &byte, 1);
	return ret == 42;
}
END
# build OUTPUT FLAG...
build() {
	output=$1
	shift
	$CC -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -o "$output" "$TMP/where.c" "$@"
}
names="where\`inner+OFF
where\`middle+OFF
where\`outer+OFF"
numbers="where\`ADDR
where\`ADDR
where\`ADDR"
for form in pie no-pie static static-pie; do
	mkdir "$TMP/$form"
	build "$TMP/$form/where" -$form
	echo "$names" | frames "$form" "$TMP/$form/where"
done

mkdir "$TMP/deleted" "$TMP/root"
mkfifo "$TMP/root/go"
cp "$TMP/pie/where" "$TMP/deleted/where"
echo "$names" | frames deleted "$TMP/deleted/where $TMP/root/go gone"
rm "$TMP/root/go"

# stripped, nothing else
mkdir "$TMP/stripped"
strip -o "$TMP/stripped/where" "$TMP/pie/where"
echo "$numbers" | frames stripped "$TMP/stripped/where"

# a debug file by name and checksum: beside the program, in .debug; one with another checksum is not used
mkdir -p "$TMP/link/.debug" "$TMP/linked" "$TMP/otherlink"
build "$TMP/link/where.full" -Wl,--build-id=none
objcopy --only-keep-debug "$TMP/link/where.full" "$TMP/link/where.debug"
(cd "$TMP/link" && objcopy --strip-all --add-gnu-debuglink=where.debug where.full where)
echo "$names" | frames debuglink "$TMP/link/where"
cp "$TMP/link/where" "$TMP/otherlink/where"
{
	cat "$TMP/link/where.debug"
	echo
} >"$TMP/otherlink/where.debug"
echo "$numbers" | frames debuglink-of-another "$TMP/otherlink/where"
# one whose checksum would take hours to compute
rm "$TMP/otherlink/where.debug"
truncate -s 8T "$TMP/otherlink/where.debug"
echo "$numbers" | frames debuglink-endless "$TMP/otherlink/where"
rm "$TMP/otherlink/where.debug"
mv "$TMP/link/where.debug" "$TMP/link/.debug/where.debug"
echo "$names" | frames debuglink-folder "$TMP/link/where"

# by build id, in the root directory of the process
mkdir -p "$TMP/root/usr/lib/debug/.build-id/12"
mkfifo "$TMP/root/go"
build "$TMP/root/where.full" -static -Wl,--build-id=0x123456789abc
objcopy --only-keep-debug "$TMP/root/where.full" "$TMP/root/usr/lib/debug/.build-id/12/3456789abc.debug"
strip -o "$TMP/root/where" "$TMP/root/where.full"
rm "$TMP/root/where.full"
echo "$names" | frames build-id-in-root "chroot $TMP/root /where /go wait"
build "$TMP/other.full" -static -Wl,--build-id=0x123456789abd
objcopy --only-keep-debug "$TMP/other.full" "$TMP/root/usr/lib/debug/.build-id/12/3456789abc.debug"
echo "$numbers" | frames build-id-of-another "chroot $TMP/root /where /go wait"
rm "$TMP/root/go"

# compressed in the file itself; a damaged one is ignored
mkdir "$TMP/mini" "$TMP/damaged"
objcopy --only-keep-debug "$TMP/pie/where" "$TMP/mini/debug"
objcopy -S --keep-symbol=inner --keep-symbol=outer "$TMP/mini/debug" "$TMP/mini/symbols"
xz -f "$TMP/mini/symbols"
objcopy --strip-all --add-section .gnu_debugdata="$TMP/mini/symbols.xz" "$TMP/pie/where" "$TMP/mini/where"
frames debugdata "$TMP/mini/where" <<-'END'
	where`inner+OFF
	where`ADDR
	where`outer+OFF
END
head -c 100 "$TMP/mini/symbols.xz" >"$TMP/damaged/xz"
objcopy --strip-all --add-section .gnu_debugdata="$TMP/damaged/xz" "$TMP/pie/where" "$TMP/damaged/where"
echo "$numbers" | frames debugdata-damaged "$TMP/damaged/where"

# the file was relocated to other addresses after its debug file was made
mkdir "$TMP/moved"
id=-Wl,--build-id=none
build "$TMP/moved/first" -no-pie -Wl,-Ttext-segment=0x400000 $id
build "$TMP/moved/second" -no-pie -Wl,-Ttext-segment=0x900000 $id
objcopy --only-keep-debug "$TMP/moved/first" "$TMP/moved/where.debug"
(cd "$TMP/moved" && objcopy --strip-all --add-gnu-debuglink=where.debug second where)
echo "$names" | frames moved "$TMP/moved/where"

# 60,000 headers of one note section: reading it for each takes minutes
mkdir "$TMP/notes"
build "$TMP/notes/where" -s -Wl,--build-id=none
python3 - "$TMP/notes/where" <<'END'
import struct, sys
with open(sys.argv[1], "r+b") as f:
	data = f.read()
	head = struct.unpack_from("<16s HHIQQQIHHHHHH", data)
	old = data[head[6]:head[6] + 64 * head[12]]
	at = len(data) + 63 & ~63
	notes = struct.pack("<III", 0, 0, 9) * 80000
	f.seek(at)
	f.write(notes)
	headers = f.tell() + 63 & ~63
	f.seek(headers)
	f.write(old + struct.pack("<IIQQQQIIQQ", 0, 7, 0, 0, at, len(notes), 0, 0, 1, 0) * 60000)
	f.seek(40)
	f.write(struct.pack("<Q", headers))
	f.seek(60)
	f.write(struct.pack("<H", head[12] + 60000))
END
echo "$numbers" | frames notes "$TMP/notes/where"

# no section headers: only the data for the dynamic linker is left
mkdir "$TMP/headless"
build "$TMP/headless/where" -rdynamic
objcopy --strip-all "$TMP/headless/where"
printf '\0\0\0\0\0\0\0\0' | dd of="$TMP/headless/where" bs=1 seek=40 conv=notrunc status=none
printf '\0\0\0\0' | dd of="$TMP/headless/where" bs=1 seek=60 conv=notrunc status=none
echo "$numbers" | frames headless "$TMP/headless/where"
