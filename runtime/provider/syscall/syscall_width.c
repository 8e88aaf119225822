/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The widths of arguments and results of system calls. The kernel reads only as
 * many bits of a register as the type of the argument has; the upper ones are
 * undefined: kill(-1, 9) has 0xffffffff in a 64-bit register.
 */
#include <string.h>

#include "runtime/provider/syscall/syscall_table.h"

struct width {
	const char *type;
	int8_t own, compat; /* bytes; negative: with a sign */
};

static const struct width widths[] = {
	{ "int", -4, -4 },
	{ "unsigned int", 4, 4 },
	{ "unsigned", 4, 4 },
	{ "unsigned short", 2, 2 },
	{ "long", 0, -4 },
	{ "unsigned long", 0, 4 },
	{ "size_t", 0, 4 },
	{ "off_t", 0, -4 },
	{ "loff_t", 0, 0 },
	{ "u64", 0, 0 },
	{ "__u64", 0, 0 },
	{ "u32", 4, 4 },
	{ "__u32", 4, 4 },
	{ "__s32", -4, -4 },
	{ "umode_t", 2, 2 },
	{ "pid_t", -4, -4 },
	{ "uid_t", 4, 4 },
	{ "gid_t", 4, 4 },
	{ "qid_t", 4, 4 },
	{ "key_t", -4, -4 },
	{ "key_serial_t", -4, -4 },
	{ "clockid_t", -4, -4 },
	{ "timer_t", -4, -4 },
	{ "mqd_t", -4, -4 },
	{ "rwf_t", -4, -4 },
	{ "aio_context_t", 0, 4 },
	{ "cap_user_header_t", 0, 4 },
	{ "cap_user_data_t", 0, 4 },
	{ "enum landlock_rule_type", -4, -4 },
	{ "*", 0, 4 },
};

/* The text of argument @idx and its length; NULL: there is none. */
static const char *nth(const char *types, unsigned int idx, size_t *len_ret)
{
	while (idx-- && *types) {
		types += strcspn(types, ",");
		types += strspn(types, ", ");
	}
	if (!strncmp(types, "const ", 6))
		types += 6;
	*len_ret = strcspn(types, ",");
	return *len_ret ? types : NULL;
}

static const struct width *find(const char *text, size_t len)
{
	size_t cnt = sizeof(widths) / sizeof(widths[0]);

	if (memchr(text, '*', len))
		return &widths[cnt - 1];
	for (size_t i = 0; i < cnt; i++)
		if (strlen(widths[i].type) == len &&
		    !memcmp(widths[i].type, text, len))
			return &widths[i];
	return NULL;
}

int8_t syscall_arg_width(void *arg, uint32_t row, unsigned int idx)
{
	bool is_compat = row >= SYSCALL_NUMBER_MAX;
	const struct width *width;
	const char *text;
	size_t len;

	(void)arg;
	text = nth(syscall_arg_types(row), idx, &len);
	width = text ? find(text, len) : NULL;
	if (!width)
		return is_compat ? 4 : 0;
	return is_compat ? width->compat : width->own;
}

/*
 * The kernel sign-extends results; addresses of 32-bit programs have no sign.
 */
int8_t syscall_result_width(void *arg, uint32_t row, unsigned int idx)
{
	static const char *const addresses[] = { "brk", "mmap", "mmap2",
						 "mremap" };
	const char *name = syscall_known_name(row);

	(void)arg;
	(void)idx;
	if (row < SYSCALL_NUMBER_MAX)
		return 0;
	for (size_t i = 0; name && i < sizeof(addresses) / sizeof(addresses[0]);
	     i++)
		if (!strcmp(name, addresses[i]))
			return 4;
	return 0;
}
