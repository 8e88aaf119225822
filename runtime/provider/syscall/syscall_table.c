/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of syscalls.def and syscalls_i386.def by this machine's numbers. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/syscall/syscall_table.h"

struct syscall_row {
	int number; /* of this machine, or -1 */
	const char *name;
	const char *arg_types; /* NULL: those of the other table */
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
#define SYSCALL_FOREIGN(alias, name)

static const struct syscall_row own_rows[] = {
#include "runtime/provider/syscall/syscalls.def"
};

#undef SYSCALL
#undef SYSCALL_ALIAS
#define SYSCALL(x86_64, arm64, name, types)
#define SYSCALL_ALIAS(alias, name) { #alias, #name },

static const char *const aliases[][2] = {
#include "runtime/provider/syscall/syscalls.def"
};

#undef SYSCALL_ALIAS
#undef SYSCALL_FOREIGN
#define SYSCALL_ALIAS(alias, name)
#define SYSCALL_FOREIGN(alias, name) { #alias, #name },

static const char *const foreign[][2] = {
#include "runtime/provider/syscall/syscalls.def"
};

/* The last one keeps the table from being empty. */
static const struct syscall_row compat_rows[] = {
#if defined(__x86_64__)
#define SAME NULL
#define SYSCALL32(number, name, types) { number, #name, types },
#include "runtime/provider/syscall/syscalls_i386.def"
#endif
	{ -1, "", "" },
};

enum {
	OWN_CNT = sizeof(own_rows) / sizeof(own_rows[0]),
	COMPAT_CNT = sizeof(compat_rows) / sizeof(compat_rows[0]) - 1,
};

static void fill(const struct syscall_row **by_number,
		 const struct syscall_row *rows, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		if (rows[i].number >= 0)
			by_number[rows[i].number] = &rows[i];
}

static const struct syscall_row *row_of(uint32_t row)
{
	static const struct syscall_row *by_row[SYSCALL_ROW_CNT];
	static bool is_filled;

	if (!is_filled) {
		fill(by_row, own_rows, OWN_CNT);
		fill(by_row + SYSCALL_NUMBER_MAX, compat_rows, COMPAT_CNT);
	}
	is_filled = true;
	return row < SYSCALL_ROW_CNT ? by_row[row] : NULL;
}

uint32_t syscall_row_cnt(void)
{
	return COMPAT_CNT ? SYSCALL_ROW_CNT : SYSCALL_NUMBER_MAX;
}

uint32_t syscall_tag(uint32_t row)
{
	return row < SYSCALL_NUMBER_MAX ?
		       row : row - SYSCALL_NUMBER_MAX + SYSCALL_COMPAT_TAG;
}

uint32_t syscall_row(uint32_t tag)
{
	if (tag < SYSCALL_NUMBER_MAX)
		return tag;
	tag -= SYSCALL_COMPAT_TAG;
	return tag < syscall_row_cnt() - SYSCALL_NUMBER_MAX ?
		       tag + SYSCALL_NUMBER_MAX : SYSCALL_ROW_CNT;
}

const char *syscall_known_name(uint32_t row)
{
	const struct syscall_row *known = row_of(row);

	return known ? known->name : NULL;
}

int syscall_number(const char *name)
{
	for (size_t i = 0; i < OWN_CNT; i++)
		if (own_rows[i].number >= 0 && !strcmp(own_rows[i].name, name))
			return own_rows[i].number;
	return -1;
}

int syscall_compat_number(const char *name)
{
	for (size_t i = 0; i < COMPAT_CNT; i++)
		if (!strcmp(compat_rows[i].name, name))
			return compat_rows[i].number;
	return -1;
}

bool syscall_is_known(const char *name)
{
	for (size_t i = 0; i < OWN_CNT; i++)
		if (!strcmp(own_rows[i].name, name))
			return true;
	return false;
}

bool syscall_is_first(uint32_t row)
{
	const struct syscall_row *known = row_of(row);

	if (row < SYSCALL_NUMBER_MAX)
		return true;
	if (!known)
		return syscall_known_name(row - SYSCALL_NUMBER_MAX) != NULL;
	return known->arg_types && syscall_number(known->name) < 0;
}

bool syscall_may_be_unknown(const char *pattern)
{
	return !glob_is_plain(pattern) ||
		!strncmp(pattern, SYSCALL_UNKNOWN_PREFIX,
			 strlen(SYSCALL_UNKNOWN_PREFIX));
}

/* Tags in the lower half belong to calls with a negative number. */
const char *syscall_name(uint32_t tag, char *buf)
{
	const char *name = syscall_known_name(syscall_row(tag));
	bool is_compat = syscall_is_compat(tag);

	if (name)
		return name;
	snprintf(buf, SYSCALL_NAME_BYTES, SYSCALL_UNKNOWN_PREFIX "%d",
		 (int)(is_compat ? tag - SYSCALL_COMPAT_TAG : tag));
	return buf;
}

static const char *own_types(const char *name)
{
	for (size_t i = 0; i < OWN_CNT; i++)
		if (!strcmp(own_rows[i].name, name))
			return own_rows[i].arg_types;
	return "";
}

const char *syscall_arg_types(uint32_t row)
{
	static const char *same[SYSCALL_ROW_CNT];
	const struct syscall_row *known = row_of(row);

	if (!known)
		return "";
	if (known->arg_types)
		return known->arg_types;
	if (!same[row])
		same[row] = own_types(known->name);
	return same[row];
}

bool syscall_has_alias(const char *name, const char *pattern)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if ((!name || !strcmp(aliases[i][1], name)) &&
		    glob_match(pattern, aliases[i][0]))
			return true;
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if ((!name || !strcmp(foreign[i][1], name)) &&
		    !strcmp(foreign[i][0], pattern))
			return true;
	return false;
}
