// SPDX-License-Identifier: BSD-2-Clause
/*
 * System calls that the C library does not make, although it has a function of
 * that name: open() calls openat. They differ between versions, so the
 * library's own code is examined, as it is mapped in this process:
 *
 *	mov $2,%eax ... syscall		b8 02 00 00 00 ... 0f 05
 */
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/provider/syscall/libc_syscalls.h"

#if defined(__x86_64__)
enum {
	CALL_CNT = 512,
	BEFORE_MAX = 32, /* bytes between the number and the call */
};

#define ROW(name, instead) { #name, __NR_##name, #instead, __NR_##instead }
static const struct row {
	const char *name;
	unsigned int number;
	const char *instead;
	unsigned int instead_number;
} rows[] = {
	ROW(open, openat),
	ROW(creat, openat),
	ROW(fork, clone),
	ROW(accept, accept4),
	ROW(pipe, pipe2),
	ROW(poll, ppoll),
	ROW(select, pselect6),
	ROW(epoll_wait, epoll_pwait),
	ROW(epoll_create, epoll_create1),
	ROW(getdents, getdents64),
	ROW(access, faccessat),
	ROW(utime, utimensat),
	ROW(utimes, utimensat),
	ROW(waitid, wait4),
	ROW(signalfd, signalfd4),
	ROW(eventfd, eventfd2),
	{ "newstat", __NR_stat, "newfstatat", __NR_newfstatat },
	{ "newlstat", __NR_lstat, "newfstatat", __NR_newfstatat },
	{ "newfstat", __NR_fstat, "newfstatat", __NR_newfstatat },
};

struct made {
	bool is_read;
	bool by_number[CALL_CNT];
};

/* Notes the number that is loaded before the call at @call. */
static void note_number(struct made *made, const unsigned char *code,
			const unsigned char *call)
{
	size_t at = (size_t)(call - code);
	unsigned int number;

	for (size_t back = 5; back <= BEFORE_MAX && back <= at; back++) {
		if (call[-(ptrdiff_t)back] != 0xb8)
			continue;
		memcpy(&number, call - back + 1, sizeof(number));
		if (number < CALL_CNT)
			made->by_number[number] = true;
		return; /* the last one before the call */
	}
}

static void note_calls(struct made *made, const unsigned char *code, size_t len)
{
	const unsigned char *end = code + len, *call = code;

	while ((call = memmem(call, (size_t)(end - call), "\x0f\x05", 2)))
		note_number(made, code, call++);
}

static int read_libc(struct dl_phdr_info *info, size_t size, void *arg)
{
	const char *slash = strrchr(info->dlpi_name, '/');
	struct made *made = arg;

	(void)size;
	if (!slash || strncmp(slash, "/libc.so", strlen("/libc.so")))
		return 0;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];

		if (phdr->p_type == PT_LOAD && phdr->p_flags & PF_X)
			note_calls(made,
				   (const unsigned char *)info->dlpi_addr +
					   phdr->p_vaddr,
				   phdr->p_memsz);
	}
	made->is_read = true;
	return 1;
}

static const struct row *row_of(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

const char *syscall_instead_of(const char *name)
{
	const struct row *row = row_of(name);

	return row ? row->instead : NULL;
}

bool syscall_is_made_instead(const char *name)
{
	const struct row *row = row_of(name);
	struct made made = { 0 };

	if (!row)
		return false;
	dl_iterate_phdr(read_libc, &made);
	return made.is_read && !made.by_number[row->number] &&
	       made.by_number[row->instead_number];
}
#else
/* The others never had the old calls. */
const char *syscall_instead_of(const char *name)
{
	(void)name;
	return NULL;
}

bool syscall_is_made_instead(const char *name)
{
	(void)name;
	return false;
}
#endif
