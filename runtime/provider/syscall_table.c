/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of syscalls.def by this machine's numbers. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runtime/provider/syscall_table.h"

struct syscall_row {
	int number; /* of this machine, or -1 */
	const char *name;
	const char *arg_types;
};

#if defined(__x86_64__)
#define OWN_NUMBER(x86_64, arm64) x86_64
#elif defined(__aarch64__)
#define OWN_NUMBER(x86_64, arm64) arm64
#else
#error "which column of syscalls.def has its numbers?"
#endif

#define SYSCALL(x86_64, arm64, name, types) \
	{ OWN_NUMBER(x86_64, arm64), #name, types },
#define SYSCALL_ALIAS(alias, name)

static const struct syscall_row rows[] = {
#include "runtime/provider/syscalls.def"
};

#undef SYSCALL
#undef SYSCALL_ALIAS
#define SYSCALL(x86_64, arm64, name, types)
#define SYSCALL_ALIAS(alias, name) { #alias, #name },

static const char *const aliases[][2] = {
#include "runtime/provider/syscalls.def"
};

enum { ROW_CNT = sizeof(rows) / sizeof(rows[0]) };

static const struct syscall_row *row_of(uint32_t number)
{
	static const struct syscall_row *by_number[SYSCALL_NUMBER_MAX];
	static bool is_filled;

	for (size_t i = 0; i < ROW_CNT && !is_filled; i++)
		if (rows[i].number >= 0)
			by_number[rows[i].number] = &rows[i];
	is_filled = true;
	return number < SYSCALL_NUMBER_MAX ? by_number[number] : NULL;
}

const char *syscall_known_name(uint32_t number)
{
	const struct syscall_row *row = row_of(number);

	return row ? row->name : NULL;
}

int syscall_number(const char *name)
{
	for (size_t i = 0; i < ROW_CNT; i++)
		if (rows[i].number >= 0 && !strcmp(rows[i].name, name))
			return rows[i].number;
	return -1;
}

bool syscall_is_known(const char *name)
{
	for (size_t i = 0; i < ROW_CNT; i++)
		if (!strcmp(rows[i].name, name))
			return true;
	return false;
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
	const struct syscall_row *row = row_of(number);

	return row ? row->arg_types : "";
}

const char *syscall_alias(const char *name)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (!strcmp(aliases[i][0], name))
			return aliases[i][1];
	return name;
}
