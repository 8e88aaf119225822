/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers, names and arguments of this machine's system calls.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_SYSCALL_TABLE_H
#define DTRACE_RUNTIME_PROVIDER_SYSCALL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/* Numbers below it can be meant by a pattern such as syscall_4*. */
	SYSCALL_NUMBER_MAX = 1024,
	SYSCALL_NAME_BYTES = 32,
	SYSCALL_ARG_MAX = 6,
};

/* The name of a call that the table has, or NULL. */
const char *syscall_known_name(uint32_t number);
/* Any number's name: "read", or "syscall_1000" in @buf (NAME_BYTES). */
const char *syscall_name(uint32_t number, char *buf);
/* "unsigned int, char *, size_t"; "" when nothing is known. */
const char *syscall_arg_types(uint32_t number);
/* The number of a call that the table has and this machine, or -1. */
int syscall_number(const char *name);
/* Whether the table has it, perhaps for another machine. */
bool syscall_is_known(const char *name);
/* What a plain name stands for: "stat" -> "newstat"; else @name. */
const char *syscall_alias(const char *name);

#endif
