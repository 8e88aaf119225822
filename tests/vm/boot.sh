#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A boot of Debian 12 by systemd with what `dtrace -A` wrote: the probes are enabled before other services start, and
# what they fire until `dtrace -a` claims it is printed exactly once.
# @timeout 1800
set -u
. tests/vm/machine.inc
folder=$BUILD/vm/boot root=$BUILD/vm/boot/root
for tool in "${qemu%% *}" cpio mmdebstrap; do
	command -v "$tool" >"$TMP/null" || {
		echo "skip boot: needs $tool"
		exit 0
	}
done
# the one of linux-6.12
why=$(tests/vm/fetch-kernel bookworm-backports '^linux-image-6\.12\.[0-9]+\+deb12(\.[0-9]+)?-cloud-amd64$' "$BUILD/vm/linux-6.12" $architecture 2>&1 >"$TMP/null") || {
	echo "skip boot: needs a kernel: $why"
	exit 0
}

# ---- its root: systemd and the libraries of dtrace ----
packages=systemd-sysv,libdw1,libelf1
mkdir -p "$folder"
if [ "$(cat "$folder/packages" 2>"$TMP/null")" != $packages ]; then
	rm -rf "$root"
	mmdebstrap --mode=root --variant=minbase --include=$packages bookworm "$root" >"$TMP/log" 2>&1 || {
		echo "skip boot: needs a root of Debian 12: $(tail -n 1 "$TMP/log")"
		exit 0
	}
	rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc "$root"/usr/share/locale "$root"/usr/share/man
	echo $packages >"$folder/packages"
fi

# ---- what is traced: a service that starts with the first ones ----
cat >"$TMP/ppids.c" <<'END'
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 1234; i++)
		syscall(SYS_getppid);
	return 0;
}
END
$CC -static -o "$root/usr/bin/ppids" "$TMP/ppids.c" && cp "$DTRACE" "$root/usr/sbin/dtrace" || {
	echo "not ok boot: no programs"
	exit 0
}
units=$root/etc/systemd/system
mkdir -p "$units/sysinit.target.wants" "$units/multi-user.target.wants"
cat >"$units/early.service" <<'END'
[Unit]
DefaultDependencies=no
After=dtrace-anonymous.service
Before=sysinit.target
[Service]
Type=oneshot
ExecStart=/usr/bin/ppids
END
cat >"$units/late.service" <<'END'
[Service]
Type=oneshot
ExecStart=/bin/sh -c '{ systemctl is-active dtrace-anonymous early; dtrace -ae; echo "status $?"; dtrace -a; echo "status $?"; systemctl show -P Result dtrace-anonymous; } >/dev/ttyS1 2>&1'
ExecStopPost=/bin/systemctl poweroff -ff
END
ln -sf ../early.service "$units/sysinit.target.wants"
ln -sf ../late.service "$units/multi-user.target.wants"
# as in a running system: the probes are checked against this kernel
# shellcheck disable=SC2016  # words of the shell inside
unshare -m sh -c 'mount --rbind /proc "$0/proc" && mount --rbind /sys "$0/sys" && exec chroot "$0" dtrace "$@"' "$root" \
	-A -qn 'syscall::getppid:entry /execname == "ppids"/ { @ = count(); }' >"$TMP/out" 2>&1 || {
	echo "not ok boot: $(cat "$TMP/out")"
	exit 0
}
ln -sf sbin/init "$root/init"
(cd "$root" && find . -path ./proc/\* -prune -o -path ./sys/\* -prune -o -print0 | cpio -o0 -H newc --quiet) >"$folder/initrd"

rm -f "$folder/results" "$folder/console"
# shellcheck disable=SC2086,SC2154  # words
$qemu -accel tcg,thread=single -smp 1 -m 2048 -nodefaults -no-user-config -display none -no-reboot \
	-kernel "$BUILD/vm/linux-6.12/vmlinuz" -initrd "$folder/initrd" \
	-append "console=$console quiet panic=-1 oops=panic mitigations=off random.trust_cpu=on $machine_words" \
	-serial "file:$folder/console" -serial "file:$folder/results" </dev/null
tr -d '\r' <"$folder/results" >"$TMP/out"
cat >"$TMP/wanted" <<'END'
active
inactive

             1234
status 0
dtrace: No anonymous tracing state
status 1
success
END
if diff -u --label expected --label actual "$TMP/wanted" "$TMP/out"; then
	echo "ok boot"
else
	tail -n 20 "$folder/console"
	echo "not ok boot: something else"
fi
