/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Colours of text on a terminal, as escape sequences of ECMA-48 (SGR).
 */
#ifndef DTRACE_BASE_TEXT_COLOR_H
#define DTRACE_BASE_TEXT_COLOR_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text/strbuf.h"

/* Values of -x color, in the order of its words. */
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* What is coloured. */
enum color_part { COLOR_ERROR, COLOR_WARNING, COLOR_CARET, COLOR_BAR };

/*
 * Whether escape sequences can move the cursor: @out is a terminal, and TERM is
 * set and not "dumb".
 */
bool terminal_is_capable(FILE *out);
/*
 * Whether text for @out is coloured. COLOR_AUTO: if it is a terminal, NO_COLOR
 * is not set to a text, and TERM is neither unset nor "dumb".
 */
bool color_is_on(enum color_mode mode, FILE *out);
/* Appends what begins and ends a part; nothing unless @is_on. */
void color_begin(enum color_part part, bool is_on, struct strbuf *sb);
void color_end(bool is_on, struct strbuf *sb);

#endif
