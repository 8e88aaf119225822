/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of dtrace-merge.
 */
#ifndef DTRACE_CMD_MERGE_SAY_H
#define DTRACE_CMD_MERGE_SAY_H

#include "cmd/merge/gather.h"

/* "dtrace-merge: MESSAGE" */
void merge_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "dtrace-merge: FILE:LINE: MESSAGE"; returns -EINVAL. */
int merge_bad_line(const struct merge *merge, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
