/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Run-time faults as the user reads them.
 */
#ifndef DTRACE_RUNTIME_CONSUME_FAULT_H
#define DTRACE_RUNTIME_CONSUME_FAULT_H

#include "base/map.h"
#include "base/text/strbuf.h"
#include "runtime/common/record.h"

struct consumer_probe;

/* Appends the line, without "dtrace: " and newline. */
void fault_print(const struct rec_error *error, uint32_t enabling,
		 const struct consumer_probe *probe, struct strbuf *out);

/*
 * The first FAULT_SHOWN faults of a place (a statement and a kind of fault) are
 * shown; the others are counted.
 */
enum { FAULT_SHOWN = 10 };

struct fault_fold {
	struct map places; /* their struct fault_place */
};

/* Whether to show this fault; @text is remembered for its place. */
bool fault_fold_add(struct fault_fold *fold, const struct rec_error *error,
		    const char *text);
/* Makes a text for each place with faults that were not yet reported. */
void fault_fold_report(struct fault_fold *fold,
		       void (*fn)(void *ctx, const char *text), void *ctx);
/* Lets fault_fold_report() report all faults, also those that were shown. */
void fault_fold_forget(struct fault_fold *fold);
void fault_fold_deinit(struct fault_fold *fold);

#endif
