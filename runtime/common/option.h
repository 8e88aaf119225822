/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values of the options of a session (table runtime/common/options.def).
 */
#ifndef DTRACE_RUNTIME_COMMON_OPTION_H
#define DTRACE_RUNTIME_COMMON_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

enum option {
#define OPT(name, kind, def, min, max, flags, text) OPT_##name,
#include "runtime/common/options.def"
#undef OPT
	OPT_CNT,
};

/* Where an option is set; some are not allowed inside a program. */
enum option_origin {
	OPTION_COMMAND, /* -x, -q ..., environment */
	OPTION_PROGRAM, /* #pragma D option */
	OPTION_LIBRARY, /* the same, in a file of -L: the others go first */
	OPTION_RUNNING, /* setopt(), while probes fire */
};

/* Values of bufpolicy. */
enum { POLICY_SWITCH, POLICY_FILL, POLICY_RING };
/* Values of direct. */
enum { DIRECT_AUTO, DIRECT_OFF, DIRECT_ONLY };
enum { EVALTIME_EXEC, EVALTIME_PREINIT, EVALTIME_POSTINIT, EVALTIME_MAIN };

struct options {
	int64_t value[OPT_CNT]; /* bytes, ns, number or 0/1 */
	char *str[OPT_CNT];	/* STR options; owned; NULL = not given */
	bool is_given[OPT_CNT];		 /* the value is not the default */
	bool is_of_environment[OPT_CNT]; /* DTRACE_OPT_<NAME> was the last */
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
/*
 * Appends DTrace's message for such a result; for -EINVAL also the values that
 * option @name takes.
 */
void option_put_error(struct strbuf *sb, const char *name, int err);

#define OPTION_ENV_PREFIX "DTRACE_OPT_"

struct option_env {
	char variable[64]; /* DTRACE_OPT_<NAME> */
	const char *option;
};

/* Returns an option's value in the environment ("": no value), or NULL. */
const char *option_from_env(enum option option, struct option_env *ret);
/*
 * The first variable DTRACE_OPT_... that is not one of an option, with its
 * value: DTRACE_OPT_X=1. NULL: there is none.
 */
const char *option_unknown_env(void);
/* Appends how the option was given: "-x objects" or "DTRACE_OPT_OBJECTS". */
void option_put_giver(struct strbuf *sb, const struct options *options,
		      enum option option);
/* Appends a value for a message; a long one is truncated. */
void option_put_value(struct strbuf *sb, const char *value);
/* Appends a size for a message: "2m", "3000 bytes". */
void option_put_size(struct strbuf *sb, int64_t bytes);

#endif
