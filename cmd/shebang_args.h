/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of a script's first line. Linux passes everything after the interpreter
 * as one word: "#!/usr/sbin/dtrace -q -s" becomes `dtrace "-q -s" script`.
 * Other systems, for which many scripts were written, split it into words.
 */
#ifndef DTRACE_CMD_SHEBANG_ARGS_H
#define DTRACE_CMD_SHEBANG_ARGS_H

struct first_line {
	char *text;  /* owned: the words */
	char **argv; /* owned */
	int argc;
};

/*
 * Splits the words of the first line if the command line is that of an executed
 * script; else copies it. Call first_line_deinit() in either case.
 */
void first_line_init(struct first_line *line, int argc, char **argv);
void first_line_deinit(struct first_line *line);

#endif
