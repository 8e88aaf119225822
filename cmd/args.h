/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command line as a list of options in their order, and operands.
 */
#ifndef DTRACE_CMD_ARGS_H
#define DTRACE_CMD_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"
#include "base/vec.h"

enum cmd_option_id {
#define OPT(id, text, arg, modes, help) CMD_##id,
#include "cmd/options.def"
#undef OPT
	CMD_OPTION_CNT,
};

enum cmd_mode {
	MODE_TRACE,
	MODE_LIST,
	MODE_EXPLAIN,
	MODE_HEADER,
	MODE_OBJECT,
	MODE_CHECK_ARGS,
	MODE_VERSION,
	MODE_HELP,
};

/* One option as given; texts point into argv. */
struct cmd_option {
	enum cmd_option_id id;
	const char *value; /* NULL when it takes none */
	const char *word; /* the word of argv that contained it */
};

struct cmd_args {
	enum cmd_mode mode;
	VEC(struct cmd_option) options;
	VEC(char *) operands;
};

/*
 * Scans the command line. Returns 0, -EEXIST for options that exclude each
 * other, or -EINVAL for any other mistake; *@why then says in one line, without
 * a newline, what is wrong.
 */
int args_scan(int argc, char **argv, struct cmd_args *ret, struct strbuf *why);
void args_deinit(struct cmd_args *args);
/* The value of the last option @id; "" for one without, NULL when not given. */
const char *args_last(const struct cmd_args *args, enum cmd_option_id id);
/* The option as it is written: "-q". */
const char *args_text(enum cmd_option_id id);

/* The usage text, and the usage with all options for --help. */
void args_usage(struct strbuf *sb);
void args_help(struct strbuf *sb);

#endif
