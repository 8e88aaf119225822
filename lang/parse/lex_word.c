// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decides what one word is (a keyword, a type or a name) from the tokens before
 * it and the text after it.
 */
#include <ctype.h>
#include <string.h>

#include "lang/library_lookup.h"
#include "lang/parse/parse.tab.h"
#include "lang/parse/parser.h"
#include "lang/version.h"

static const struct {
	const char *word;
	int token;
	enum keyword_kind kind;
} keywords[] = {
#define KEYWORD(word, token, kind) { word, TOK_##token, KEYWORD_##kind },
#include "lang/table/keywords.def"
#undef KEYWORD
};

enum keyword_kind lex_keyword(const char *word, int *token_ret)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (keywords[i].word[0] == *word &&
		    strcmp(keywords[i].word, word) == 0) {
			*token_ret = keywords[i].token;
			return keywords[i].kind;
		}
	}
	return KEYWORD_NONE;
}

enum keyword_kind lex_token_kind(int token)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (keywords[i].token == token)
			return keywords[i].kind;
	return KEYWORD_NONE;
}

static const struct {
	const char *word;
	unsigned int major, minor, micro;
} younger[] = {
#define SINCE(name, major, minor, micro) { #name, major, minor, micro },
#define LINUX(name)
#include "lang/table/builtin_since.def"
#undef LINUX
#undef SINCE
};

const char *lex_word_of_version(const struct parser *p, const char *word)
{
	if (!p->env->version)
		return word;
	for (size_t i = 0; i < sizeof(younger) / sizeof(younger[0]); i++)
		if (!strcmp(younger[i].word, word) &&
		    p->env->version < LANG_VERSION(younger[i].major,
						   younger[i].minor,
						   younger[i].micro))
			return arena_printf(p->arena,
					    "%s (since D %u.%u.%u)", word,
					    younger[i].major, younger[i].minor,
					    younger[i].micro);
	return word;
}

const char *lex_word_of_macro(const char *word)
{
	static const struct {
		const char *in_c, *in_d;
	} names[] = {
		{ "__builtin_alloca", "alloca" },
		{ "__builtin_offsetof", "offsetof" },
		{ "__xpg_basename", "basename" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].in_c, word) == 0)
			return names[i].in_d;
	return word;
}

uint32_t lex_peek_offset(const struct parser *p, uint32_t offset)
{
	const char *text = p->src->text;

	for (;;) {
		const char *end;

		while (isspace((unsigned char)text[offset]))
			offset++;
		if (text[offset] != '/' || text[offset + 1] != '*')
			return offset;
		end = strstr(text + offset + 2, "*/");
		if (!end)
			return (uint32_t)p->src->len;
		offset = (uint32_t)(end + 2 - text);
	}
}

char lex_peek(const struct parser *p)
{
	return p->src->text[lex_peek_offset(p, p->lex.offset)];
}

const struct type *lex_find_type(struct parser *p, const char *word)
{
	const struct type *type = type_find_declared(p->types, word);

	if (type || p->is_lax)
		return type ? type : type_find(p->types, NULL, word);
	library_load(p->program, word, p->diags);
	return type_find(p->types, NULL, word);
}

/* `self x;`: the word is taken for a variable that is not known. */
static bool is_untyped_variable(const struct parser *p)
{
	char next = lex_peek(p);

	return (p->lex.prev == TOK_SELF || p->lex.prev == TOK_THIS) &&
	       (next == ';' || next == '[' || next == ',');
}

const struct type *lex_unknown_type(struct parser *p, const char *word,
				    struct loc loc, bool is_quiet)
{
	if (!is_quiet && is_untyped_variable(p))
		diag_error(p->diags, loc, "D_IDENT_UNDEF",
			   "failed to resolve %s: Unknown variable name; a "
			   "declaration begins with a type", word);
	else if (!is_quiet)
		diag_error(p->diags, loc, "D_DECL_IDENT",
			   "failed to resolve %s: Unknown type name", word);
	return type_unknown(p->types, word);
}

/* `)` after the word, its stars and blanks, and then an operand? */
static bool looks_like_cast(const struct parser *p)
{
	const char *text = p->src->text;
	uint32_t offset = lex_peek_offset(p, p->lex.offset);
	bool has_star = false;

	while (text[offset] == '*') {
		has_star = true;
		offset = lex_peek_offset(p, offset + 1);
	}
	if (text[offset] != ')')
		return false;
	offset = lex_peek_offset(p, offset + 1);
	if (text[offset] == '!' && text[offset + 1] == '=')
		return false;
	return has_star || isalnum((unsigned char)text[offset]) ||
	       (text[offset] && strchr("_(`@\"'$~!", text[offset]));
}

/* Whether a type can follow the tokens prev2 and prev. */
static bool type_may_begin(const struct parser *p)
{
	int prev = p->lex.prev, prev2 = p->lex.prev2;

	if (prev == TOK_CONST || prev == TOK_VOLATILE)
		return true;
	if (prev == '<')
		return prev2 == TOK_XLATE;
	if (prev2 == ')')
		return prev == '(' && p->lex.closed_type;
	return prev == '(' && prev2 != TOK_IDENT && prev2 != ']' &&
	       prev2 != TOK_AGG && prev2 != TOK_IF;
}

/* A type here, and nothing else: a cast, sizeof, offsetof, xlate. */
static bool type_is_certain(const struct parser *p)
{
	int prev2 = p->lex.prev2;

	return looks_like_cast(p) || prev2 == TOK_SIZEOF ||
	       prev2 == TOK_OFFSETOF || prev2 == TOK_XLATE;
}

int lex_expr_word(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	const struct type *type;

	if (!type_may_begin(p) ||
	    map_get_str(&p->program->scope, value->text))
		return TOK_IDENT;
	type = type_find_declared(p->types, value->text);
	if (!type && type_is_certain(p))
		type = lex_find_type(p, value->text);
	if (!type && (looks_like_cast(p) || p->lex.prev == '<'))
		type = lex_unknown_type(p, value->text, *loc,
					p->is_lax || p->in_system_header);
	if (!type)
		return TOK_IDENT;
	value->type = type;
	return TOK_TYPE_NAME;
}

/* Whether it is in the [] of an array, where names are numbers. */
static bool in_brackets(const struct parser *p)
{
	unsigned int i = p->lex.frame_cnt;

	while (i && p->lex.frames[i].open == '(')
		i--;
	return p->lex.frames[i].open == '[';
}

/* `inline x = 3;`: the word is the name; the parser reports what is missing. */
static bool is_untyped_inline(const struct parser *p)
{
	return p->lex.prev == TOK_INLINE && lex_peek(p) == '=';
}

int lex_decl_word(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	const struct lex_frame *frame = lex_top_frame(p);
	const struct type *type;

	if (frame->is_enum || frame->type_seen || is_untyped_inline(p))
		return TOK_IDENT;
	type = lex_find_type(p, value->text);
	if (!type && in_brackets(p))
		return TOK_IDENT;
	if (!type)
		type = lex_unknown_type(p, value->text, *loc,
				    p->is_lax || p->in_system_header);
	value->type = type;
	return TOK_TYPE_NAME;
}

bool lex_is_type_token(int token, int prev)
{
	return token == TOK_TYPE_NAME || token == TOK_ATOMIC_OF ||
	       lex_token_kind(token) == KEYWORD_BASE ||
	       ((token == TOK_IDENT || token == TOK_SCOPED) &&
		(prev == TOK_STRUCT || prev == TOK_UNION || prev == TOK_ENUM));
}

/* Whether @word can be the name that is declared: `f` of `int (f)(int)`. */
static bool is_declared_name(struct parser *p, const char *word)
{
	enum keyword_kind kind;
	int token;

	kind = lex_keyword(word, &token);
	if (kind != KEYWORD_NONE) /* `int (__attribute__((noreturn)) *f)(int)` */
		return kind == KEYWORD_ATTRIBUTE;
	if (lex_top_frame(p)->open != '(' || p->lex.prev == '(')
		return true;
	return !p->is_lax && !lex_find_type(p, word);
}

bool lex_opens_declarator(struct parser *p)
{
	const char *text = p->src->text + lex_peek_offset(p, p->lex.offset);
	int prev = p->lex.prev, prev2 = p->lex.prev2;
	size_t len = 0;

	if (p->lex.in_expr || !lex_top_frame(p)->type_seen || prev == ')' ||
	    prev == TOK_ATOMIC_OF)
		return false;
	if (*text == '*' || *text == '(')
		return true;
	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	if (!lex_is_type_token(prev, prev2) && prev != '*' && prev != '}' &&
	    prev != '(' && prev != ',' &&
	    lex_token_kind(prev) != KEYWORD_QUALIFIER)
		return false;
	return len && is_declared_name(p, arena_strndup(p->arena, text, len));
}

/* Words that are names in C: its headers have members called so. */
static bool is_name_in_c(const char *word)
{
	static const char *const words[] = {
		"counter", "import", "probe", "provider", "self", "string",
		"stringof", "this", "translator", "xlate",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

bool lex_keyword_is_name(struct parser *p, enum keyword_kind kind,
			 const char *word)
{
	const struct lex_frame *frame = lex_top_frame(p);

	if (p->lex.item == ITEM_CLAUSE && strcmp(word, "return") == 0)
		return lex_peek(p) == '(';
	return (p->is_lax || (p->in_system_header && is_name_in_c(word))) &&
	       !p->lex.in_expr && frame->type_seen &&
	       kind != KEYWORD_QUALIFIER && kind != KEYWORD_TAG &&
	       (kind != KEYWORD_BASE || strcmp(word, "string") == 0) &&
	       strchr(",)[;:", lex_peek(p));
}

int lex_scoped_word(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	const char *quote = strchr(value->text, '`');
	const char *module = arena_strndup(p->arena, value->text,
					   (size_t)(quote - value->text));
	bool wants_type = p->lex.in_expr ? type_may_begin(p) :
					   !lex_top_frame(p)->type_seen;
	const struct type *type;
	int prev = p->lex.prev, token;
	char next = lex_peek(p);

	p->lex.tag_module = NULL;
	if (!wants_type || !*module || prev == TOK_STRUCT ||
	    prev == TOK_UNION || prev == TOK_ENUM)
		return TOK_SCOPED;
	if (lex_keyword(quote + 1, &token) == KEYWORD_TAG &&
	    (isalpha((unsigned char)next) || next == '_')) {
		p->lex.tag_module = module;
		return token;
	}
	if (p->lex.in_expr && !type_is_certain(p))
		return TOK_SCOPED;
	type = type_find(p->types, module, quote + 1);
	if (!type && p->lex.in_expr && !looks_like_cast(p))
		return TOK_SCOPED;
	if (!type)
		type = lex_unknown_type(p, value->text, *loc, false);
	value->type = type;
	return TOK_TYPE_NAME;
}

int lex_tag_word(struct parser *p, YYSTYPE *value)
{
	const char *module = p->lex.tag_module;

	p->lex.tag_module = NULL;
	if (!module)
		return TOK_IDENT;
	value->text = arena_printf(p->arena, "%s`%s", module, value->text);
	return TOK_SCOPED;
}
