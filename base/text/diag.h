/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Diagnostics for the user. A stage adds any number of them to a struct
 * diag_list; the owner of the command prints them. The tag is D's error tag
 * ("D_SYNTAX"), shown with -x errtags.
 */
#ifndef DTRACE_BASE_TEXT_DIAG_H
#define DTRACE_BASE_TEXT_DIAG_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "base/vec.h"

enum diag_level {
	DIAG_ERROR,
	DIAG_WARNING,
};

struct diag {
	enum diag_level level;
	const char *tag;     /* static text, or NULL */
	struct loc loc;	     /* loc.src NULL: no place */
	const char *region;  /* "in action list", ...: static text, or NULL */
	const char *message; /* one line, no final dot; in the list's arena */
};

/* At most this many errors are kept, so that hostile input stays cheap. */
enum { DIAG_ERROR_MAX = 20 };

struct diag_list {
	struct arena *arena; /* borrowed; the messages are allocated there */
	VEC(struct diag) diags;
	const char *region; /* given to each new diagnostic; static text */
	int error_cnt;	    /* all errors, kept or not */
};

void diag_init(struct diag_list *diags, struct arena *arena);
void diag_deinit(struct diag_list *diags);

/*
 * Reports an error and returns -EINVAL, so that a caller can write
 * `return diag_error(...)`. @tag is static text such as "D_SYNTAX", or NULL.
 */
int diag_error(struct diag_list *diags, struct loc loc, const char *tag,
	       const char *fmt, ...) __attribute__((format(printf, 4, 5)));
int diag_verror(struct diag_list *diags, struct loc loc, const char *tag,
		const char *fmt, va_list ap)
	__attribute__((format(printf, 4, 0)));
void diag_warning(struct diag_list *diags, struct loc loc, const char *tag,
		  const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* How a diagnostic is shown. */
enum diag_look {
	DIAG_TAG = 1, /* with its tag */
	DIAG_COLOR = 2, /* with colours, for a terminal */
};

/*
 * Appends "FILE:LINE:COLUMN: error: [TAG] MESSAGE", the source line and a
 * line with a caret under the place. The form of -h and -G. @look: flags of
 * enum diag_look. The text is printable.
 */
void diag_format(const struct diag *diag, unsigned int look, struct strbuf *sb);
/*
 * Appends only the excerpt: the source line and the caret line. Nothing when
 * the diagnostic has no place.
 */
void diag_format_excerpt(const struct diag *diag, unsigned int look,
			 struct strbuf *sb);
/* Appends "error: " or "warning: ". */
void diag_format_level(const struct diag *diag, unsigned int look,
		       struct strbuf *sb);

#endif
