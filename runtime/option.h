/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values of the options of a session (table runtime/options.def).
 */
#ifndef DTRACE_RUNTIME_OPTION_H
#define DTRACE_RUNTIME_OPTION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum option {
#define OPT(name, kind, def, min, max, flags, text) OPT_##name,
#include "runtime/options.def"
#undef OPT
	OPT_CNT,
};

/* Who sets an option: some are not allowed from inside a program. */
enum option_origin {
	OPTION_COMMAND, /* -x, -q ..., environment */
	OPTION_PROGRAM, /* #pragma D option */
	OPTION_RUNNING, /* setopt(), while probes fire */
};

/* Values of bufpolicy. */
enum { POLICY_SWITCH, POLICY_FILL, POLICY_RING };
enum { EVALTIME_EXEC, EVALTIME_PREINIT, EVALTIME_POSTINIT, EVALTIME_MAIN };

struct options {
	int64_t value[OPT_CNT]; /* bytes, ns, number or 0/1 */
	char *str[OPT_CNT];	/* STR options; owned; NULL = not given */
};

void options_init(struct options *options);
void options_deinit(struct options *options);

/*
 * Sets @name to @value (NULL: given without a value, which only BOOL takes).
 * Returns 0; -ENOENT: no such option; -EINVAL: bad value; -EPERM: not from
 * inside a program; -EBUSY: not while tracing.
 */
int option_set(struct options *options, enum option_origin origin,
	       const char *name, const char *value);
/* DTrace's text for a result of option_set(). */
const char *option_strerror(int err);
/* Applies DTRACE_OPT_<NAME> of the environment; unknown names are ignored. */
void options_set_from_env(struct options *options);
/* One line per option: name, kind, default, text. For --help and docs. */
void options_print(FILE *out);

#endif
