/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Features of this kernel, found by trying (table features.def). A trial runs
 * once, when its result is first needed.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_H

#include <stdbool.h>

#include "base/strbuf.h"

enum feature {
#define FEATURE(name, text, cost) FEAT_##name,
#include "runtime/kernel/feature/features.def"
#undef FEATURE
	FEAT_CNT,
};

bool feature_has(enum feature feature);
/* Why not: one line; "" when the feature is there. Lives for ever. */
const char *feature_reason(enum feature feature);
const char *feature_name(enum feature feature);
/* The feature of this name; FEAT_CNT when there is none. */
enum feature feature_find(const char *name);
/*
 * Appends one line per feature: "NAME yes|no  what it is", and after a no
 * the reason and what it costs. Runs every trial.
 */
void feature_print(struct strbuf *sb);

#endif
