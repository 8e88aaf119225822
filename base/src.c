// SPDX-License-Identifier: BSD-2-Clause
/*
 * Places in source texts: offset -> file, line, column.
 */
#include "base/src.h"

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

/* Called for every instruction that is dumped or loaded, so lines are skipped
 * as a whole. */
struct src_pos src_pos(const struct src *src, uint32_t offset)
{
	const struct src_marker *marker = marker_at(src, offset);
	struct src_pos pos = {
		.file = marker ? marker->file : src->name,
		.line = marker ? marker->line : 1,
	};
	const char *end = src->text + (offset < src->len ? offset : src->len);
	const char *line = src->text + (marker ? marker->offset : 0);
	const char *newline;

	while (line < end && (newline = memchr(line, '\n', (size_t)(end - line)))) {
		pos.line++;
		line = newline + 1;
	}
	pos.column = line < end ? (uint32_t)(end - line) + 1 : 1;
	return pos;
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
