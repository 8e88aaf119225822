// SPDX-License-Identifier: BSD-2-Clause
/*
 * Colours: "error: " -> "\033[1;31merror: \033[0m". Only the 8 basic colours are
 * used: every terminal has them, and users choose how they look.
 */
#include "base/text/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_is_capable(FILE *out)
{
	const char *term = getenv("TERM");

	return term && *term && strcmp(term, "dumb") && isatty(fileno(out));
}

bool color_is_on(enum color_mode mode, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");

	if (mode != COLOR_AUTO)
		return mode == COLOR_ALWAYS;
	return !(no_color && *no_color) && terminal_is_capable(out);
}

void color_begin(enum color_part part, bool is_on, struct strbuf *sb)
{
	static const char *const codes[] = {
		[COLOR_ERROR] = "\033[1;31m",
		[COLOR_WARNING] = "\033[1;35m",
		[COLOR_CARET] = "\033[1;32m",
		[COLOR_BAR] = "\033[36m",
	};

	if (is_on)
		strbuf_puts(sb, codes[part]);
}

void color_end(bool is_on, struct strbuf *sb)
{
	if (is_on)
		strbuf_puts(sb, "\033[0m");
}
