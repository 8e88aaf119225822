// SPDX-License-Identifier: BSD-2-Clause
/* The parts of all pictures: head, style, escaped text. */
#include "runtime/consume/format/svg.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/utf8.h"

void svg_begin(const char *title, unsigned int width, unsigned int height,
	       struct strbuf *out)
{
	strbuf_printf(out,
		      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		      "width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n"
		      "<style>text{font:12px monospace;fill:#222}"
		      "text.title{font-size:16px}"
		      "g.frame{cursor:pointer}"
		      "rect:hover{stroke:#222;stroke-width:.5}</style>\n"
		      "<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfdf8\" "
		      "pointer-events=\"none\"/>\n"
		      "<text class=\"title\" x=\"10\" y=\"22\">",
		      width, height, width, height);
	svg_put_text(title, strlen(title), out);
	strbuf_puts(out, "</text>\n");
}

void svg_end(struct strbuf *out)
{
	strbuf_puts(out, "</svg>\n");
}

/* XML 1.0 allows three control characters, and not U+FFFE and U+FFFF. */
static bool is_legal(const char *p, size_t len)
{
	unsigned char c = (unsigned char)*p;

	if (len == 1)
		return c >= ' ' ? c != 0x7f : c == '\t' || c == '\n' || c == '\r';
	return len != 3 || (memcmp(p, "\xef\xbf\xbe", 3) &&
			    memcmp(p, "\xef\xbf\xbf", 3));
}

static void put_character(const char *p, size_t len, struct strbuf *out)
{
	switch (*p) {
	case '<':
		strbuf_puts(out, "&lt;");
		break;
	case '>':
		strbuf_puts(out, "&gt;");
		break;
	case '&':
		strbuf_puts(out, "&amp;");
		break;
	case '"':
		strbuf_puts(out, "&quot;");
		break;
	default:
		if (is_legal(p, len))
			strbuf_add(out, p, len);
		else
			strbuf_puts(out, "\xef\xbf\xbd");
	}
}

void svg_put_text(const char *text, size_t len, struct strbuf *out)
{
	for (size_t i = 0; i < len;) {
		size_t step = utf8_len(text + i, len - i);

		if (step)
			put_character(text + i, step, out);
		else
			strbuf_puts(out, "\xef\xbf\xbd");
		i += step ? step : 1;
	}
}
