// SPDX-License-Identifier: BSD-2-Clause
/*
 * Diagnostics in the words of dtrace(1), which scripts and tests know, with
 * the place and the source line below:
 *
 *	dtrace: failed to compile script a.d: line 3: failed to resolve x: ...
 *	a.d:3:9:
 *	  trace(x);
 *	        ^
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "runtime/session_state.h"

void session_say(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("dtrace: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
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
	strbuf_putc(&line, '\n');
	fflush(stdout);
	fputs(strbuf_text(&line), stderr);
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
	for (size_t i = 0; i < session->texts.cnt; i++)
		if (&session->texts.v[i]->src == src)
			return session->texts.v[i];
	return NULL;
}

/*
 * "failed to compile script F: " or "invalid probe specifier ...: "; a warning
 * names the file alone.
 */
static void add_outer(const struct session *session, const struct diag *diag,
		      struct strbuf *sb)
{
	const struct session_text *text = text_of(session, diag->loc.src);
	const struct src *src = diag->loc.src;

	if (diag->level == DIAG_WARNING) {
		if (src && src->kind != SRC_ARG)
			strbuf_printf(sb, "%s %s: ",
				      src->kind == SRC_LIBRARY ? "library" :
								 "script",
				      src->name);
		return;
	}
	if (!text && session->texts.cnt)
		text = session->texts.v[session->texts.cnt - 1];
	if (!text)
		return;
	if (text->spec == SPEC_SCRIPT)
		strbuf_printf(sb, "failed to compile script %s: ", text->name);
	else
		strbuf_printf(sb, "invalid probe specifier %s: ", text->text);
}

/* `"hdr.h", line 3: `, `line 3: `, `in action list: ` or nothing. */
static void add_place(const struct diag *diag, struct strbuf *sb)
{
	const struct src *src = diag->loc.src;
	struct src_pos pos;

	if (src && src->kind != SRC_ARG) {
		pos = src_pos(src, diag->loc.begin);
		if (strcmp(pos.file, src->name))
			strbuf_printf(sb, "\"%s\", ", pos.file);
		strbuf_printf(sb, "line %u: ", pos.line);
	} else if (diag->region) {
		strbuf_printf(sb, "%s: ", diag->region);
	}
}

static void report_one(const struct session *session, const struct diag *diag)
{
	struct strbuf sb = { 0 };

	strbuf_puts(&sb, diag->level == DIAG_WARNING ? "warning: " : "");
	add_outer(session, diag, &sb);
	if (session->options.value[OPT_errtags] && diag->tag)
		strbuf_printf(&sb, "[%s] ", diag->tag);
	add_place(diag, &sb);
	strbuf_puts(&sb, diag->message);
	session_say("%s", sb.text);
	strbuf_clear(&sb);
	if (diag->loc.src && diag->loc.src->kind != SRC_ARG) {
		struct src_pos pos = src_pos(diag->loc.src, diag->loc.begin);

		strbuf_printf(&sb, "%s:%u:%u:\n", pos.file, pos.line,
			      pos.column);
	}
	diag_format_excerpt(diag, &sb);
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&sb);
}

bool session_report(struct session *session)
{
	bool has_error = session->diags.error_cnt > 0;

	for (size_t i = 0; i < session->diags.diags.cnt; i++)
		report_one(session, &session->diags.diags.v[i]);
	if (session->diags.error_cnt > DIAG_ERROR_MAX)
		session_say("%d more errors",
			    session->diags.error_cnt - DIAG_ERROR_MAX);
	session->diags.diags.cnt = 0;
	session->diags.error_cnt = 0;
	return has_error;
}
