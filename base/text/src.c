// SPDX-License-Identifier: BSD-2-Clause
/*
 * Places in source texts: offset -> file, line, column.
 */
#include "base/text/src.h"

#include <string.h>

void src_init(struct src *src, enum src_kind kind, const char *name,
	      const char *text, size_t len)
{
	*src = (struct src){
		.kind = kind,
		.name = name,
		.text = text,
		.len = len,
	};
}

void src_deinit(struct src *src)
{
	vec_deinit(&src->markers);
}

void src_add_marker(struct src *src, uint32_t offset, const char *file,
		    uint32_t line)
{
	vec_push(&src->markers,
		 ((struct src_marker){ file, offset, line }));
}

/* The last marker at or before @offset, or NULL. */
static const struct src_marker *marker_at(const struct src *src,
					  uint32_t offset)
{
	for (size_t i = src->markers.cnt; i > 0; i--)
		if (src->markers.v[i - 1].offset <= offset)
			return &src->markers.v[i - 1];
	return NULL;
}

static const char *file_at(const struct src *src,
			   const struct src_marker *marker)
{
	return marker ? marker->file : src->name;
}

/* Moves @cursor to the line that holds @offset. */
static void move_to(struct src_cursor *cursor, uint32_t offset)
{
	const char *text = cursor->src->text, *newline;

	while (cursor->line_begin > offset) {
		cursor->line--;
		newline = cursor->line_begin < 2 ?
			NULL : memrchr(text, '\n', cursor->line_begin - 1);
		cursor->line_begin =
			newline ? (uint32_t)(newline - text) + 1 : 0;
	}
	while ((newline = memchr(text + cursor->line_begin, '\n',
				 offset - cursor->line_begin))) {
		cursor->line++;
		cursor->line_begin = (uint32_t)(newline - text) + 1;
	}
}

struct src_pos src_pos_next(struct src_cursor *cursor, const struct src *src,
			    uint32_t offset)
{
	const struct src_marker *marker = marker_at(src, offset);
	struct src_pos pos = { .file = file_at(src, marker), .line = 1 };
	uint32_t end = offset < src->len ? offset : (uint32_t)src->len;
	uint32_t begin = 0;

	if (cursor->src != src)
		*cursor = (struct src_cursor){ .src = src };
	if (marker) {
		move_to(cursor, marker->offset);
		begin = marker->offset;
		pos.line = marker->line - cursor->line;
	}
	move_to(cursor, end);
	pos.line += cursor->line;
	if (begin < cursor->line_begin)
		begin = cursor->line_begin;
	pos.column = end - begin + 1;
	return pos;
}

struct src_pos src_pos(const struct src *src, uint32_t offset)
{
	struct src_cursor cursor = { 0 };

	return src_pos_next(&cursor, src, offset);
}

const char *src_file(const struct src *src, uint32_t offset)
{
	return file_at(src, marker_at(src, offset));
}

void src_line(const struct src *src, uint32_t offset, const char **text_ret,
	      size_t *len_ret)
{
	size_t begin = offset < src->len ? offset : src->len;
	const char *newline;

	while (begin > 0 && src->text[begin - 1] != '\n')
		begin--;
	newline = memchr(src->text + begin, '\n', src->len - begin);
	*text_ret = src->text + begin;
	*len_ret = newline ? (size_t)(newline - *text_ret) : src->len - begin;
}

struct loc loc_join(struct loc a, struct loc b)
{
	if (!a.src)
		return b;
	if (b.src == a.src) {
		if (b.begin < a.begin)
			a.begin = b.begin;
		if (b.end > a.end)
			a.end = b.end;
	}
	return a;
}
