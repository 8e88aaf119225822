// SPDX-License-Identifier: BSD-2-Clause
/*
 * Prints diagnostics in the wording of dtrace(1), which scripts and tests rely
 * on, followed by the location and the source line:
 *
 *	dtrace: failed to compile script a.d: line 3: failed to resolve x: ...
 *	a.d:3:9:
 *	  trace(x);
 *	        ^
 */
#include "runtime/session/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/text/color.h"
#include "base/text/diag.h"
#include "base/text/printable.h"
#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "runtime/session/progress.h"
#include "runtime/session/session_state.h"

enum {
	SPECIFIER_MAX = 1024, /* longest text that is shown whole */
	KEPT_MAX_BYTES = 16384,
};

/* One for the process, as is the terminal. */
static struct {
	bool is_active;
	struct strbuf lines;
} kept;

/* The newest lines are kept if there are too many. */
static void keep_line(const struct strbuf *line)
{
	struct strbuf *lines = &kept.lines;
	const char *rest;

	if (!kept.is_active)
		return;
	strbuf_add(lines, line->text, line->len);
	if (lines->len <= KEPT_MAX_BYTES)
		return;
	rest = strchr(lines->text + lines->len - KEPT_MAX_BYTES / 2, '\n') + 1;
	lines->len = strlen(rest);
	memmove(lines->text, rest, lines->len + 1);
}

/* Where a message can't be printed, there is nowhere else to say so. */
static void print(const struct strbuf *lines)
{
	(void)file_print(stderr, strbuf_text(lines), lines->len);
}

/* Messages quote names of files and functions: @keep as in printable_add(). */
static void put_message(const char *prefix, const struct strbuf *message,
			const char *keep)
{
	struct strbuf line = { 0 };

	strbuf_puts(&line, prefix);
	printable_add(strbuf_text(message), message->len, keep, &line);
	strbuf_putc(&line, '\n');
	fflush(stdout);
	progress_hide();
	print(&line);
	keep_line(&line);
	progress_unhide();
	strbuf_deinit(&line);
}

void session_keep(void)
{
	kept.is_active = isatty(STDERR_FILENO);
}

bool session_repeat(void)
{
	bool was_active = kept.is_active;

	print(&kept.lines);
	strbuf_deinit(&kept.lines);
	kept.is_active = false;
	return was_active;
}

void session_say_unkept(const char *text)
{
	bool was_active = kept.is_active;

	kept.is_active = false;
	session_say("%s", text);
	kept.is_active = was_active;
}

void session_say(const char *fmt, ...)
{
	struct strbuf message = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_vprintf(&message, fmt, ap);
	va_end(ap);
	put_message("dtrace: ", &message, "");
	strbuf_deinit(&message);
}

void session_say_text(const char *text)
{
	struct strbuf shown = { 0 };

	printable_add(text, strlen(text), "\n\t", &shown);
	progress_hide();
	print(&shown);
	progress_unhide();
	strbuf_deinit(&shown);
}

void session_debug(const struct session *session, const char *fmt, ...)
{
	struct strbuf line = { 0 };
	struct timespec now;
	va_list ap;

	if (!session->options.value[OPT_debug])
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	strbuf_printf(&line, "dtrace DEBUG %lld.%09ld: ",
		      (long long)now.tv_sec, now.tv_nsec);
	va_start(ap, fmt);
	strbuf_vprintf(&line, fmt, ap);
	va_end(ap);
	put_message("", &line, "");
	strbuf_deinit(&line);
}

void session_say_lines(struct strbuf *lines)
{
	for (char *line = lines->text; line && *line;) {
		char *end = strchrnul(line, '\n');

		session_say("%.*s", (int)(end - line), line);
		line = *end ? end + 1 : end;
	}
	strbuf_deinit(lines);
}

static const struct session_text *text_of(const struct session *session,
					  const struct src *src)
{
	for (size_t i = 0; i < session->asked.texts.cnt; i++)
		if (&session->asked.texts.v[i]->src == src)
			return session->asked.texts.v[i];
	return NULL;
}

/* The whole text if it is one line, else the number of the line. */
static void add_specifier(const struct diag *diag, const char *text,
			  struct strbuf *sb)
{
	text += strspn(text, " \t\n");
	if (!text[strcspn(text, "\n")] && strlen(text) <= SPECIFIER_MAX)
		strbuf_printf(sb, "invalid probe specifier %s: ", text);
	else if (diag->loc.src)
		strbuf_printf(sb, "invalid probe specifier: line %u: ",
			      src_pos(diag->loc.src, diag->loc.begin).line);
	else
		strbuf_puts(sb, "invalid probe specifier: ");
}

/* The name of a file may contain a newline. */
static void add_name(struct strbuf *sb, const char *before, const char *name,
		     const char *after)
{
	strbuf_puts(sb, before);
	printable_puts(name, sb);
	strbuf_puts(sb, after);
}

/*
 * Appends "failed to compile script F: " or "invalid probe specifier ...: ";
 * for a warning, and for a file of the library, only the name of the file.
 */
static void add_outer(const struct session *session, const struct diag *diag,
		      struct strbuf *sb)
{
	const struct session_text *text = text_of(session, diag->loc.src);
	const struct src *src = diag->loc.src;

	if (src &&
	    (src->kind == SRC_LIBRARY || src->kind == SRC_FOLDER)) {
		add_name(sb, "library ", src->name, ": ");
		return;
	}
	if (diag->level == DIAG_WARNING) {
		if (src && src->kind != SRC_ARG)
			add_name(sb, "script ", src->name, ": ");
		return;
	}
	if (!text && session->asked.texts.cnt)
		text = session->asked.texts.v[session->asked.texts.cnt - 1];
	if (!text)
		return;
	if (text->spec == SPEC_SCRIPT)
		add_name(sb, "failed to compile script ", text->name, ": ");
	else
		add_specifier(diag, text->text, sb);
}

/* `"hdr.h", line 3: `, `line 3: `, `in action list: ` or nothing. */
static void add_place(const struct diag *diag, struct strbuf *sb)
{
	const struct src *src = diag->loc.src;
	struct src_pos pos;

	if (src && src->kind != SRC_ARG) {
		pos = src_pos(src, diag->loc.begin);
		if (strcmp(pos.file, src->name))
			add_name(sb, "\"", pos.file, "\", ");
		strbuf_printf(sb, "line %u: ", pos.line);
	} else if (diag->region) {
		strbuf_printf(sb, "%s: ", diag->region);
	}
}

static void report_one(const struct session *session, const struct diag *diag)
{
	enum color_mode color =
		(enum color_mode)session->options.value[OPT_color];
	unsigned int look = color_is_on(color, stderr) ? DIAG_COLOR : 0;
	struct strbuf sb = { 0 }, prefix = { 0 };

	strbuf_puts(&prefix, "dtrace: ");
	if (diag->level == DIAG_WARNING)
		diag_format_level(diag, look, &prefix);
	add_outer(session, diag, &sb);
	if (session->options.value[OPT_errtags] && diag->tag)
		strbuf_printf(&sb, "[%s] ", diag->tag);
	add_place(diag, &sb);
	strbuf_puts(&sb, diag->message);
	/* the types are on lines of their own */
	put_message(strbuf_text(&prefix), &sb, "\n\t");
	strbuf_clear(&sb);
	if (diag->loc.src && diag->loc.src->kind != SRC_ARG) {
		struct src_pos pos = src_pos(diag->loc.src, diag->loc.begin);

		add_name(&sb, "", pos.file, "");
		strbuf_printf(&sb, ":%u:%u:\n", pos.line, pos.column);
	}
	diag_format_excerpt(diag, look, &sb);
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&prefix);
	strbuf_deinit(&sb);
}

bool session_report(struct session *session)
{
	bool has_error = session->diags.error_cnt > 0;

	progress_hide();
	for (size_t i = 0; i < session->diags.diags.cnt; i++)
		report_one(session, &session->diags.diags.v[i]);
	if (session->diags.error_cnt > DIAG_ERROR_MAX)
		session_say("%d more errors",
			    session->diags.error_cnt - DIAG_ERROR_MAX);
	progress_unhide();
	session->diags.diags.cnt = 0;
	session->diags.error_cnt = 0;
	return has_error;
}

void session_print_name(FILE *out, const struct session_text *text)
{
	struct strbuf room = { 0 };

	if (text->spec == SPEC_SCRIPT)
		fprintf(out, "script %s", printable_name(text->name, &room));
	else
		fprintf(out, "description %.*s",
			(int)strcspn(text->text, "{/;"), text->text);
	strbuf_deinit(&room);
}
