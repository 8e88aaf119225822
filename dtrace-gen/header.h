/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Provider definitions -> the C header that programs include (-h).
 */
#ifndef DTRACE_GEN_HEADER_H
#define DTRACE_GEN_HEADER_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "lang/ast.h"

struct gen_header_opts {
	const char *guard; /* macro of an include guard; NULL: none */
	bool with_sdt; /* with the text of <sys/sdt.h> in it */
	bool is_direct; /* probes call the agent of -G --direct */
};

/*
 * Appends the header of all providers of @program, in file order. Same
 * input, same bytes.
 */
void gen_header(const struct program *program,
		const struct gen_header_opts *opts, struct strbuf *sb);
/*
 * Appends a guard macro made from the file name of @path: "lib/my-probes.h"
 * -> "MY_PROBES_H".
 */
void gen_guard_name(const char *path, struct strbuf *sb);

/* The text of include/sys/sdt.h in pieces, with a final NULL. */
extern const char *const sdt_text[];

#endif
