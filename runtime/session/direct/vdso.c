// SPDX-License-Identifier: BSD-2-Clause
/*
 * All 64-bit processes have the same vdso, at addresses of their own, so the
 * offset of the function is found in dtrace's.
 */
#include "runtime/session/direct/vdso.h"

#include <errno.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "runtime/process/elf_symbol.h"
#include "sdt/maps.h"

/* Clocks that the vdso reads by itself. */
static bool is_fast_clock(void)
{
	static const char *const names[] = { "tsc\n", "kvm-clock\n",
					     "hyperv_clocksource_tsc_page\n" };
	_cleanup_free_ char *text = NULL;
	size_t len;

	if (file_read("/sys/devices/system/clocksource/clocksource0/"
		      "current_clocksource", &text, &len))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i]))
			return true;
	return false;
}

/* Whether CLOCK_MONOTONIC of the process is the kernel's. */
static bool has_own_clock(pid_t pid)
{
	_cleanup_free_ char *text = NULL;
	long long seconds = 0, ns = 0;
	char path[64];
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/timens_offsets", (int)pid);
	if (file_read(path, &text, &len))
		return false; /* a kernel without time namespaces */
	if (sscanf(text, "monotonic %lld %lld", &seconds, &ns) != 2)
		return true;
	return seconds || ns;
}

/* Where the vdso is; 0: there is none. */
static uint64_t find_vdso(pid_t pid, uint64_t *end_ret)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	uint64_t start = 0;
	size_t pos = 0;

	if (!sdt_maps_read(&maps, pid))
		while (!start && sdt_maps_next(&maps, &pos, &line))
			if (line.path_len == 6 &&
			    !memcmp(line.path, "[vdso]", 6)) {
				start = line.start_uaddr;
				*end_ret = line.end_uaddr;
			}
	sdt_maps_deinit(&maps);
	return start;
}

/* The function's offset in dtrace's own vdso; 0: it is not there. */
static uint64_t clock_off(void)
{
	uint64_t end = 0, start = find_vdso(getpid(), &end), off;
	Elf *elf;

	if (!start || elf_version(EV_CURRENT) == EV_NONE)
		return 0;
	elf = elf_memory((char *)start, end - start);
	off = elf ? elf_symbol_value(elf, SHT_DYNSYM, STT_FUNC,
				     "__vdso_clock_gettime") : 0;
	elf_end(elf);
	return off < end - start ? off : 0;
}

uint64_t vdso_clock_addr(pid_t pid)
{
	uint64_t end, start = find_vdso(pid, &end), off;

	if (!start || !is_fast_clock() || has_own_clock(pid))
		return 0;
	off = clock_off();
	return off ? start + off : 0;
}
