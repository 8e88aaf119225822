/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU numbers from /sys/devices/system/cpu/{possible,online}: lists such as
 * "0-3,8-11\n". Per-CPU memory is sized by the highest possible number; missing
 * numbers get none.
 */
#include "runtime/kernel/cpu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/file.h"

/* More CPUs than Linux supports. */
enum { CPU_NUMBER_MAX = 1 << 16 };

static int parse_number(const char **at, uint32_t *ret)
{
	char *end;
	unsigned long value;

	if (**at < '0' || **at > '9')
		return -EINVAL;
	value = strtoul(*at, &end, 10);
	if (value >= CPU_NUMBER_MAX)
		return -EINVAL;
	*at = end;
	*ret = (uint32_t)value;
	return 0;
}

static int parse_range(const char **at, uint32_t *first, uint32_t *last)
{
	int err = parse_number(at, first);

	*last = *first;
	if (!err && **at == '-') {
		(*at)++;
		err = parse_number(at, last);
	}
	return err ? err : *last < *first ? -EINVAL : 0;
}

int kern_cpus_parse(const char *text, bool *set, uint32_t set_cnt,
		    uint32_t *max_ret)
{
	uint32_t first, last, max = 0;

	for (;; text++) {
		if (parse_range(&text, &first, &last))
			return -EINVAL;
		for (uint32_t cpu = first; cpu <= last && cpu < set_cnt; cpu++)
			set[cpu] = true;
		if (last + 1 > max)
			max = last + 1;
		if (*text != ',')
			break;
	}
	if (*text && *text != '\n')
		return -EINVAL;
	*max_ret = max;
	return 0;
}

static int read_set(const char *path, bool *set, uint32_t set_cnt,
		    uint32_t *max_ret)
{
	_cleanup_free_ char *text = NULL;
	size_t len;
	int err = file_read(path, &text, &len);

	return err ? err : kern_cpus_parse(text, set, set_cnt, max_ret);
}

int kern_cpus_init(struct kern_cpus *cpus)
{
	uint32_t max, ignored;
	bool *possible, *online;
	int err;

	err = read_set("/sys/devices/system/cpu/possible", NULL, 0, &max);
	if (err)
		return err;
	possible = xcalloc(max, sizeof(*possible));
	online = xcalloc(max, sizeof(*online));
	err = read_set("/sys/devices/system/cpu/possible", possible, max,
		       &ignored);
	if (!err)
		err = read_set("/sys/devices/system/cpu/online", online, max,
			       &ignored);
	if (err) {
		free(possible);
		free(online);
		return err;
	}
	*cpus = (struct kern_cpus){ max, possible, online };
	return 0;
}

void kern_cpus_deinit(struct kern_cpus *cpus)
{
	free(cpus->possible);
	free(cpus->online);
	memset(cpus, 0, sizeof(*cpus));
}

bool kern_has_ordered_stores(void)
{
#if defined(__x86_64__)
	return true;
#else
	return false;
#endif
}
