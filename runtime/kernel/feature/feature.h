/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Features of this kernel, detected by trials (table features.def). A trial
 * runs once, when its result is first needed.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_FEATURE_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_FEATURE_H

#include <stdbool.h>

#include "base/text/strbuf.h"

enum feature {
#define FEATURE(name, text, cost) FEAT_##name,
#include "runtime/kernel/feature/features.def"
#undef FEATURE
	FEAT_CNT,
};

bool feature_has(enum feature feature);
/*
 * FEAT_unwind, whose trial takes as long as loading the program (12 ms), without
 * that: on kernels as new as those that it was seen on, it is assumed. When such
 * a program is refused, feature_has() tells whether that was the reason.
 */
bool feature_assumes_unwind(void);
/* Is a release as of uname(2), "6.1.0-18-amd64", of this version or newer? */
bool feature_release_is(const char *release, unsigned int major,
			unsigned int minor);
/* The reason, in one line, or "" if the feature works. Valid for ever. */
const char *feature_reason(enum feature feature);
/* Returns the feature of this name, or FEAT_CNT. */
enum feature feature_find(const char *name);
/*
 * Appends one line per feature: "NAME yes|no what it is", and after a "no" the
 * reason and the cost. Runs every trial.
 */
void feature_print(struct strbuf *sb);

#endif
