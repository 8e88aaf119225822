/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of syscalls.def by number. On other machines than x86-64 the
 * table is empty, and the provider has no probes.
 */
#include <stdio.h>
#include <string.h>

#include "runtime/provider/syscall_table.h"

struct syscall_row {
	const char *name; /* NULL: a hole */
	const char *arg_types;
};

#define SYSCALL_ALIAS(alias, name)

static const struct syscall_row rows[] = {
#if defined(__x86_64__)
#define SYSCALL(number, name, types) [number] = { #name, types },
#include "runtime/provider/syscalls.def"
#undef SYSCALL
#else
	{ NULL, NULL },
#endif
};

#undef SYSCALL_ALIAS
#define SYSCALL(number, name, types)
#define SYSCALL_ALIAS(alias, name) { #alias, #name },

static const char *const aliases[][2] = {
#include "runtime/provider/syscalls.def"
};

const char *syscall_known_name(uint32_t number)
{
	return number < sizeof(rows) / sizeof(rows[0]) ? rows[number].name :
							 NULL;
}

int syscall_number(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].name && !strcmp(rows[i].name, name))
			return (int)i;
	return -1;
}

const char *syscall_name(uint32_t number, char *buf)
{
	const char *name = syscall_known_name(number);

	if (name)
		return name;
	snprintf(buf, SYSCALL_NAME_BYTES, "syscall_%d", (int)number);
	return buf;
}

const char *syscall_arg_types(uint32_t number)
{
	return syscall_known_name(number) ? rows[number].arg_types : "";
}

const char *syscall_alias(const char *name)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (!strcmp(aliases[i][0], name))
			return aliases[i][1];
	return name;
}
