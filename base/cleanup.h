/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Scope-bound ownership: a local marked with one of these is released when
 * it goes out of scope, on every path. take_ptr()/take_fd() hand it over.
 */
#ifndef DTRACE_BASE_CLEANUP_H
#define DTRACE_BASE_CLEANUP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void cleanup_free(void *p)
{
	free(*(void **)p);
}

static inline void cleanup_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup_fclose(FILE **f)
{
	if (*f)
		fclose(*f);
}

#define _cleanup_free_ __attribute__((cleanup(cleanup_free)))
#define _cleanup_close_ __attribute__((cleanup(cleanup_close)))
#define _cleanup_fclose_ __attribute__((cleanup(cleanup_fclose)))
#define _cleanup_(fn) __attribute__((cleanup(fn)))

/* Returns the pointer and clears the variable, which no longer owns it. */
#define take_ptr(p) ({ __typeof__(p) take_ = (p); (p) = NULL; take_; })
/* The same for a file descriptor. */
#define take_fd(fd) ({ int take_ = (fd); (fd) = -1; take_; })

#endif
