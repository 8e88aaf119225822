/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Features of this kernel, detected by trials (table features.def). A trial
 * runs once, when its result is first needed.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_FEATURE_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_FEATURE_H

#include <stdbool.h>

#include "base/strbuf.h"

enum feature {
#define FEATURE(name, text, cost) FEAT_##name,
#include "runtime/kernel/feature/features.def"
#undef FEATURE
	FEAT_CNT,
};

bool feature_has(enum feature feature);
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
