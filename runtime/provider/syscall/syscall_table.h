/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers, names and arguments of this machine's system calls, and of those of
 * 32-bit programs if their table is known.
 *
 *	row	0 to 1023	numbers of the machine's own calls
 *		1024 to 2047	numbers of 32-bit calls, + 1024
 *	tag	identifies a call in a firing: the number, for 32-bit calls +
 *		SYSCALL_COMPAT_TAG
 */
#ifndef DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_TABLE_H
#define DTRACE_RUNTIME_PROVIDER_SYSCALL_SYSCALL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls without a name have this one and their number. */
#define SYSCALL_UNKNOWN_PREFIX "syscall_"

enum {
	/* A pattern such as syscall_4* can match numbers below it. */
	SYSCALL_NUMBER_MAX = 1024,
	SYSCALL_ROW_CNT = 2 * SYSCALL_NUMBER_MAX,
	SYSCALL_NAME_BYTES = 32,
	SYSCALL_ARG_MAX = 6,
	/* Above the numbers of x32 programs, which begin at 0x40000000. */
	SYSCALL_COMPAT_TAG = 0x60000000,
	/* Tags from here on are of 32-bit calls, whose number may be below 0. */
	SYSCALL_COMPAT_TAG_MIN = 0x58000000,
};

static inline bool syscall_is_compat(uint32_t tag)
{
	return (int32_t)tag >= SYSCALL_COMPAT_TAG_MIN;
}

/* The rows of this machine, with or without those of 32-bit calls. */
uint32_t syscall_row_cnt(void);
uint32_t syscall_tag(uint32_t row);
/* SYSCALL_ROW_CNT when no row has it. */
uint32_t syscall_row(uint32_t tag);
/* The name of a call that the table has, or NULL. */
const char *syscall_known_name(uint32_t row);
/* Can @pattern match the name of a call that the table does not have? */
bool syscall_may_be_unknown(const char *pattern);
/* Any call's name: "read", or "syscall_1000" in @buf (NAME_BYTES). */
const char *syscall_name(uint32_t tag, char *buf);
/* Is it the first row of its name? */
bool syscall_is_first(uint32_t row);
/* "unsigned int, char *, size_t"; "" if they are not known. */
const char *syscall_arg_types(uint32_t row);
/* The number of a call in the table on this machine, or -1. */
int syscall_number(const char *name);
/* The same of a 32-bit call. */
int syscall_compat_number(const char *name);
/* Whether it is in the table, perhaps only for another machine. */
bool syscall_is_known(const char *name);
/*
 * Whether @pattern matches a name that users have for the call ("stat" for
 * "newstat"), or is a name on another system ("exece"). @name NULL: for any
 * call.
 */
bool syscall_has_alias(const char *name, const char *pattern);

/*
 * The number of bytes of argument @idx that the kernel reads, negative if it is
 * signed; 0: the whole register, or the call has no such argument. In
 * syscall_width.c.
 */
int8_t syscall_arg_width(void *arg, uint32_t row, unsigned int idx);
/* The same for the result, which is in arguments 0 and 1 of the return. */
int8_t syscall_result_width(void *arg, uint32_t row, unsigned int idx);

#endif
