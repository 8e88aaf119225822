// SPDX-License-Identifier: BSD-2-Clause
/*
 * Control lines: `#pragma D ...`, line markers of cpp, `#error`, `#ident`.
 *
 * Options become struct pragma_option of the program. Attributes of providers
 * are kept until the whole text has been read, since they may come before the
 * provider. In a provider definition that did not go through the preprocessor,
 * any other control line is a comment.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/library_lookup.h"
#include "lang/parse/parser.h"
#include "lang/stability.h"
#include "lang/version.h"

/* The words of one line, from the one after the `#` on. */
enum { LINE_WORDS_MAX = 12 };

struct line {
	const char *words[LINE_WORDS_MAX + 1];
	size_t cnt;
	const char *rest; /* all after the first word */
};

static struct line line_split(struct parser *p, struct loc loc)
{
	char *text = arena_strndup(p->arena, p->src->text + loc.begin,
				   loc.end - loc.begin);
	struct line line = { 0 };
	char *save = NULL;

	text = strchr(text, '#') + 1;
	while (isspace((unsigned char)*text))
		text++;
	line.rest = arena_strdup(p->arena,
				 text + strcspn(text, " \t\r\n\f\v"));
	for (char *word = strtok_r(text, " \t\r\n\f\v\\", &save);
	     word && line.cnt < LINE_WORDS_MAX;
	     word = strtok_r(NULL, " \t\r\n\f\v\\", &save))
		line.words[line.cnt++] = word;
	return line;
}

/* `# 12 "file.h" 1 3` and `#line 12 "file.h"`; words from the number on. */
static void line_marker(struct parser *p, struct loc loc,
			const char *const *words, size_t cnt)
{
	unsigned long number = strtoul(words[0], NULL, 10);
	const char *text = p->src->text;
	const char *open = memchr(text + loc.begin, '"', loc.end - loc.begin);
	const char *close = open ? memchr(open + 1, '"',
					  (size_t)(text + loc.end - open - 1)) :
				   NULL;
	const char *file = close ?
		arena_strndup(p->arena, open + 1, (size_t)(close - open - 1)) :
		src_file(p->src, loc.begin);

	if (!close && p->is_lax && !p->env->is_preprocessed)
		return; /* "# 3 probes": a comment */
	p->is_from_cpp |= close != NULL;
	p->in_system_header = false;
	for (size_t i = 2; i < cnt; i++) {
		if (strcmp(words[i], "3") == 0)
			p->in_system_header = true;
		else if (strcmp(words[i], "1") == 0)
			p->include_depth++;
		else if (strcmp(words[i], "2") == 0 && p->include_depth)
			p->include_depth--;
	}
	if (loc.end < p->src->len)
		src_add_marker(p->src, loc.end + 1, file, (uint32_t)number);
}

/* ----------------------------------------------------------------- pragmas */

static void pragma_option(struct parser *p, struct loc loc,
			  const struct line *line)
{
	struct program *program = p->program;
	struct pragma_option *option;
	const char *word, *equals;

	if (line->cnt != 4) {
		diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
			   line->cnt < 4 ? "missing argument: #pragma D option "
					   "<name>[=<value>]" :
					   "superfluous arguments specified "
					   "for #pragma D option");
		return;
	}
	option = arena_new(p->arena, struct pragma_option);
	option->loc = loc;
	word = line->words[3];
	equals = strchr(word, '=');
	option->name = word;
	if (equals) {
		option->name = arena_strndup(p->arena, word,
					     (size_t)(equals - word));
		option->value = equals + 1;
	}
	*program->options_tail = option;
	program->options_tail = &option->next;
	if (p->env->option_seen)
		p->env->option_seen(p->env->ctx, option);
}

static int bad_stability(struct parser *p, struct loc loc, const char *text)
{
	return diag_error(p->diags, loc, "D_ATTR_MIN",
			  "invalid stability attributes \"%s\": expected name, "
			  "data and class, as in Evolving/Evolving/Common",
			  text);
}

/* Reads A/B/C as a triple. Returns 0 or -EINVAL. */
static int stability_parse(struct parser *p, struct loc loc, const char *text,
			   struct stability *ret)
{
	char *words = arena_strdup(p->arena, text);
	char *data = strchr(words, '/');
	char *class = data ? strchr(data + 1, '/') : NULL;
	int name_row, data_row, class_row;

	if (!class)
		return bad_stability(p, loc, text);
	*data++ = *class++ = '\0';
	name_row = stability_level_find(words);
	data_row = stability_level_find(data);
	class_row = stability_class_find(class);
	if (name_row < 0 || data_row < 0 || class_row < 0)
		return bad_stability(p, loc, text);
	*ret = (struct stability){ (uint8_t)name_row, (uint8_t)data_row,
				   (uint8_t)class_row };
	return 0;
}

/*
 * `attributes` and `binding` of an identifier, which is looked up at the end of
 * the text because it may follow. `translator` is the next one, of any name.
 */
static void note_ident(struct parser *p, struct loc loc,
		       const struct line *line, const char *what,
		       const struct stability *attr)
{
	if (p->is_lax || p->library)
		return;
	if (line->cnt != 5)
		diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
			   "superfluous arguments specified for #pragma D %s",
			   what);
	else if (strcmp(line->words[4], "translator") != 0)
		vec_push(&p->idents, ((struct pending_ident){
					     .loc = loc,
					     .name = line->words[4],
					     .attr = attr,
				     }));
}

static void pragma_binding(struct parser *p, struct loc loc,
			   const struct line *line)
{
	const char *text = line->cnt > 4 ? line->words[3] : "";
	size_t len = strlen(text);
	uint32_t version;

	if (p->is_lax)
		return;
	if (len < 2 || *text != '"' || text[len - 1] != '"')
		diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
			   "malformed #pragma D binding \"<version>\" "
			   "<identifier>");
	else if (lang_version_parse(arena_strndup(p->arena, text + 1, len - 2),
				    &version) < 0 ||
		 version < LANG_VERSION_MIN || version > LANG_VERSION_MAX)
		diag_error(p->diags, loc, "D_PRAGMA_INVAL",
			   "D has no version %s; versions are 1.0 to 2.0", text);
	else
		note_ident(p, loc, line, "binding", NULL);
}

static void pragma_depends(struct parser *p, struct loc loc,
			   const struct line *line)
{
	static const char *const kinds[] = {
		[DEPENDS_ON_PROVIDER] = "provider",
		[DEPENDS_ON_MODULE] = "module",
		[DEPENDS_ON_LIBRARY] = "library",
	};
	struct lang_library *library = p->program->library;
	enum lang_met met = LANG_THERE;
	size_t kind = 0;

	while (line->cnt == 5 && kind < 3 &&
	       strcmp(kinds[kind], line->words[3]) != 0)
		kind++;
	if (line->cnt != 5 || kind == 3) {
		if (!p->is_lax)
			diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
				   "malformed #pragma D depends_on "
				   "{provider|module|library} <name>");
		return;
	}
	if (library)
		met = library->find(library, p->program,
				    (enum lang_dependency)kind, line->words[4],
				    p->diags);
	if (met == LANG_THERE)
		return;
	if (met == LANG_LOOP) {
		diag_error(p->diags, loc, "D_PRAGMA_DEPEND",
			   "library %s, which the file depends on, depends on "
			   "the file",
			   line->words[4]);
		return;
	}
	if (!p->library) {
		diag_error(p->diags, loc, "D_PRAGMA_DEPEND",
			   "program requires %s %s, which is missing",
			   line->words[3], line->words[4]);
		return;
	}
	/* not because of a mistake, in that file or before */
	p->is_unmet = !p->sure_diags->error_cnt;
	p->lex.at_end = true; /* the rest is not read */
}

static void pragma_attributes(struct parser *p, struct loc loc,
			      const struct line *line)
{
	static const char *const which[PROVIDER_ATTR_CNT] = {
		"provider", "module", "function", "name", "args",
	};
	struct stability value, *attr;
	unsigned int i = 0;

	if (line->cnt < 5) {
		diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
			   "malformed #pragma D attributes <attributes> "
			   "<identifier>");
		return;
	}
	if (stability_parse(p, loc, line->words[3], &value) < 0)
		return;
	if (strcmp(line->words[4], "provider") != 0) {
		attr = arena_new(p->arena, struct stability);
		*attr = value;
		note_ident(p, loc, line, "attributes", attr);
		return;
	}
	while (line->cnt == 7 && i < PROVIDER_ATTR_CNT &&
	       strcmp(which[i], line->words[6]) != 0)
		i++;
	if (line->cnt != 7 || i == PROVIDER_ATTR_CNT) {
		diag_error(p->diags, loc, "D_PRAGMA_MALFORM",
			   "malformed #pragma D attributes <attributes> "
			   "provider <name> <class>");
		return;
	}
	vec_push(&p->attrs, ((struct pending_attr){
				   .loc = loc,
				   .provider = line->words[5],
				   .which = i,
				   .value = value,
			   }));
}

static void pragma_d(struct parser *p, struct loc loc, const struct line *line)
{
	const char *word = line->cnt > 2 ? line->words[2] : "";

	if (strcmp(word, "attributes") == 0)
		pragma_attributes(p, loc, line);
	else if (strcmp(word, "option") == 0)
		pragma_option(p, loc, line);
	else if (strcmp(word, "binding") == 0)
		pragma_binding(p, loc, line);
	else if (strcmp(word, "depends_on") == 0)
		pragma_depends(p, loc, line);
	else if (strcmp(word, "error") == 0)
		diag_error(p->diags, loc, "D_PRAGERR", "#pragma%s",
			   line->rest);
	else if (!p->is_lax)
		diag_error(p->diags, loc, "D_PRAGMA_INVAL",
			   "invalid pragma: D %s", word);
}

static void pragma(struct parser *p, struct loc loc, const struct line *line)
{
	if (line->cnt > 1 && strcmp(line->words[1], "D") == 0)
		pragma_d(p, loc, line);
	else if (line->cnt > 1 && strcmp(line->words[1], "error") == 0 &&
		 !p->is_lax)
		diag_error(p->diags, loc, "D_PRAGERR", "#pragma%s",
			   line->rest);
	else
		attribute_pragma(&p->pack, line->rest);
}

/* Lines that are not D, but that the preprocessor handles. */
static bool is_cpp_word(const char *word)
{
	static const char *const words[] = {
		"define", "undef", "include", "if", "ifdef", "ifndef",
		"elif", "else", "endif",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

/* A script that needs the preprocessor has many, of which one says it. */
static void invalid_line(struct parser *p, struct loc loc, const char *word)
{
	bool is_cpp = is_cpp_word(word);

	if (!is_cpp || !p->lacks_cpp)
		diag_error(p->diags, loc, "D_PRAGCTL_INVAL",
			   "invalid control directive: #%s%s", word,
			   is_cpp ? " (-C runs the preprocessor on the files "
				    "of -s)" : "");
	p->lacks_cpp |= is_cpp;
}

void control_line(struct parser *p, struct loc loc)
{
	struct line line = line_split(p, loc);
	const char *word = line.cnt ? line.words[0] : "";

	if (isdigit((unsigned char)*word))
		line_marker(p, loc, line.words, line.cnt);
	else if (strcmp(word, "line") == 0 && line.cnt > 1)
		line_marker(p, loc, line.words + 1, line.cnt - 1);
	else if (strcmp(word, "pragma") == 0)
		pragma(p, loc, &line);
	else if (strcmp(word, "error") == 0 &&
		 (!p->is_lax || p->env->is_preprocessed))
		diag_error(p->diags, loc, "D_PRAGERR", "#error%s", line.rest);
	else if (!p->is_lax && *word && strcmp(word, "ident") != 0 &&
		 strcmp(word, "error") != 0)
		invalid_line(p, loc, word);
}

/* Identifiers named by pragmas must be the program's own. */
static void check_idents(struct parser *p)
{
	for (size_t i = 0; i < p->idents.cnt; i++) {
		const struct pending_ident *one = &p->idents.v[i];
		struct ident *ident =
			map_get_str(&p->program->scope, one->name);

		if ((ident && ident->is_library) ||
		    (!ident && name_is_builtin(one->name)))
			diag_error(p->diags, one->loc, "D_PRAGMA_SCOPE",
				   "pragma for %s, which is defined outside "
				   "of the program", one->name);
		else if (!ident && !type_find_declared(p->types, one->name))
			diag_error(p->diags, one->loc, "D_PRAGMA_UNUSED",
				   "pragma for %s, which is not defined here",
				   one->name);
		else if (ident && one->attr)
			ident->attr = one->attr;
	}
	vec_deinit(&p->idents);
}

void control_apply_attrs(struct parser *p)
{
	check_idents(p);
	for (size_t i = 0; i < p->attrs.cnt; i++) {
		const struct pending_attr *attr = &p->attrs.v[i];
		bool is_used = false;

		for (struct provider_decl *provider = p->program->providers;
		     provider; provider = provider->next) {
			if (strcmp(provider->name, attr->provider) == 0) {
				provider->attrs[attr->which] = attr->value;
				is_used = true;
			}
		}
		if (!is_used)
			diag_warning(p->diags, attr->loc, "D_PRAGMA_UNUSED",
				     "attributes of provider %s, which is not "
				     "defined here", attr->provider);
	}
	vec_deinit(&p->attrs);
}
