// SPDX-License-Identifier: BSD-2-Clause
/*
 * Draws folded stacks as a flame graph.
 *
 *	main;a 1		  [ a ][ b ]
 *	main;b 1	->	  [ main   ]
 *				  [ all    ]
 *
 * The stacks become a tree; a node's width is its share of all values, and its
 * children are side by side above it, sorted by name. Nodes narrower than half
 * a pixel are left out. The script at the end zooms: it moves and scales the
 * frames by their attributes data-x and data-w, in parts of the whole.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "runtime/consume/format/svg.h"

enum {
	MARGIN = 10,
	TOP = 40, /* of the title */
	ROW = 17,
	CHARACTER = 7, /* columns of a letter */
};

struct flame_node {
	const char *name; /* borrowed from the text */
	size_t name_len;
	uint64_t value;
	struct flame_node *children, *next;
};

/* -------------------------------------------------------------------- tree */

static struct flame_node *child_named(struct arena *arena,
				      struct flame_node *node,
				      const char *name, size_t len)
{
	struct flame_node **slot = &node->children, *child;

	for (; *slot; slot = &(*slot)->next) {
		size_t least = len < (*slot)->name_len ? len :
							 (*slot)->name_len;
		int order = memcmp((*slot)->name, name, least);

		if (!order && (*slot)->name_len == len)
			return *slot;
		if (order > 0 || (!order && (*slot)->name_len > len))
			break;
	}
	child = arena_new(arena, struct flame_node);
	child->name = name;
	child->name_len = len;
	child->next = *slot;
	*slot = child;
	return child;
}

/* Adds a line, without its newline. Returns whether its value is below 0. */
static bool add_line(struct arena *arena, struct flame_node *root,
		     const char *line, size_t len)
{
	const char *blank = memrchr(line, ' ', len);
	struct flame_node *node = root;
	unsigned long long value;
	char *end;

	if (!blank || blank == line)
		return false;
	if (blank[1] == '-')
		return true;
	value = strtoull(blank + 1, &end, 10);
	if (end != line + len || !value)
		return false;
	root->value += value;
	for (const char *frame = line; frame < blank;) {
		const char *stop =
			memchr(frame, ';', (size_t)(blank - frame));

		if (!stop)
			stop = blank;
		node = child_named(arena, node, frame,
				   (size_t)(stop - frame));
		node->value += value;
		frame = stop + 1;
	}
	return false;
}

/* ----------------------------------------------------------------- drawing */

struct flame {
	uint64_t total;
	unsigned int height;
	struct strbuf *out;
};

/* The smallest width that is drawn is half a pixel. */
static bool is_drawn(const struct flame *flame, const struct flame_node *node)
{
	return (double)node->value * 2 * SVG_WIDTH >= (double)flame->total;
}

static unsigned int depth_of(const struct flame *flame,
			     const struct flame_node *node)
{
	unsigned int deepest = 0;

	for (node = node->children; node; node = node->next) {
		unsigned int depth =
			is_drawn(flame, node) ? depth_of(flame, node) : 0;

		if (depth > deepest)
			deepest = depth;
	}
	return deepest + 1;
}

/* Warm for programs, blue for the kernel; equal names have equal shades. */
static void put_color(const struct flame_node *node, struct strbuf *out)
{
	bool is_kernel = node->name_len > 8 &&
			 !memcmp(node->name, "vmlinux`", 8);
	uint32_t hash = hash_bytes(node->name, node->name_len);

	strbuf_printf(out, "hsl(%u,%u%%,%u%%)",
		      (is_kernel ? 195 : 15) + hash % 35,
		      70 + hash / 64 % 20, 62 + hash / 4096 % 12);
}

static void put_node(const struct flame *flame, const struct flame_node *node,
		     double x, double width, unsigned int depth)
{
	const double all = SVG_WIDTH - 2 * MARGIN;
	unsigned int y = flame->height - MARGIN - (depth + 1) * ROW;
	size_t fits = (size_t)(width * all / CHARACTER);
	struct strbuf *out = flame->out;

	strbuf_printf(out,
		      "<g class=\"frame\" data-x=\"%.9f\" data-w=\"%.9f\" "
		      "data-d=\"%u\"><title>",
		      x, width, depth);
	svg_put_text(node->name, node->name_len, out);
	strbuf_printf(out, " (%llu, %.2f%%)</title>"
			   "<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" "
			   "height=\"%u\" fill=\"",
		      (unsigned long long)node->value,
		      (double)node->value * 100 / (double)flame->total,
		      MARGIN + x * all, y, width * all, ROW - 1);
	put_color(node, out);
	strbuf_printf(out, "\"/><text x=\"%.2f\" y=\"%u\">",
		      MARGIN + x * all + 3, y + ROW - 5);
	if (fits >= 3)
		svg_put_text(node->name,
			     node->name_len < fits ? node->name_len : fits - 1,
			     out);
	strbuf_puts(out, "</text></g>\n");
}

static void put_tree(const struct flame *flame, const struct flame_node *node,
		     double x, unsigned int depth)
{
	double width = (double)node->value / (double)flame->total;

	if (!is_drawn(flame, node))
		return;
	put_node(flame, node, x, width, depth);
	for (node = node->children; node; node = node->next) {
		put_tree(flame, node, x, depth + 1);
		x += (double)node->value / (double)flame->total;
	}
}

/* Zoom: the clicked frame and those below it get the whole width. */
static const char script[] =
	"<script><![CDATA[\n"
	"const frames=[...document.querySelectorAll('g.frame')],all=%d,left=%d;\n"
	"const num=(g,k)=>Number(g.dataset[k]);\n"
	"function zoom(to){const x0=num(to,'x'),w0=num(to,'w'),d0=num(to,'d');\n"
	" for(const g of frames){const x=num(g,'x'),w=num(g,'w'),d=num(g,'d');\n"
	"  const below=d<=d0&&x<=x0+1e-7&&x+w>=x0+w0-1e-7;\n"
	"  const inside=x>=x0-1e-7&&x+w<=x0+w0+1e-7;\n"
	"  g.style.display=below||inside?'':'none';\n"
	"  const nx=below?0:(x-x0)/w0,nw=below?1:w/w0;\n"
	"  const rect=g.querySelector('rect'),text=g.querySelector('text');\n"
	"  rect.setAttribute('x',left+nx*all);rect.setAttribute('width',nw*all);\n"
	"  rect.style.opacity=below&&g!==to?.5:1;\n"
	"  const name=g.querySelector('title').textContent.replace(/ \\([^(]*\\)$/,'');\n"
	"  const fits=Math.floor(nw*all/%d);\n"
	"  text.setAttribute('x',left+nx*all+3);\n"
	"  text.textContent=fits<3?'':name.length<fits?name:name.slice(0,fits-1);}}\n"
	"for(const g of frames)g.addEventListener('click',()=>zoom(g));\n"
	"]]></script>\n";

size_t flame_draw(const char *folded, const char *title, struct strbuf *out)
{
	struct flame_node root = { .name = "all", .name_len = 3 };
	struct flame flame = { .out = out };
	struct arena arena = { 0 };
	size_t negative_cnt = 0;

	for (const char *line = folded; *line;) {
		size_t len = strcspn(line, "\n");

		negative_cnt += add_line(&arena, &root, line, len);
		line += len + (line[len] == '\n');
	}
	flame.total = root.value ? root.value : 1;
	flame.height = TOP + depth_of(&flame, &root) * ROW + MARGIN;
	svg_begin(title, SVG_WIDTH, flame.height, out);
	put_tree(&flame, &root, 0, 0);
	strbuf_printf(out, script, SVG_WIDTH - 2 * MARGIN, MARGIN, CHARACTER);
	svg_end(out);
	arena_deinit(&arena);
	return negative_cnt;
}
