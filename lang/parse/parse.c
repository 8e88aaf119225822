// SPDX-License-Identifier: BSD-2-Clause
/*
 * The entry points of the parser: one source text in, items appended to a
 * struct program. All state is in a struct parser on the stack.
 */
#include "lang/parse/parse.h"

#include <ctype.h>
#include <errno.h>

#include "lang/parse/parse.tab.h"
#include "lang/parse/parser.h"

/* Larger texts are refused, so that the scanner's int counts are safe. */
enum { SOURCE_BYTES_MAX = 64 * 1024 * 1024 };

void program_init(struct program *program, struct arena *arena,
		  struct type_table *types)
{
	*program = (struct program){
		.arena = arena,
		.types = types,
		.decl_text = "",
	};
	program->clauses_tail = &program->clauses;
	program->providers_tail = &program->providers;
	program->options_tail = &program->options;
	program->translators_tail = &program->translators;
}

void program_deinit(struct program *program)
{
	vec_deinit(&program->globals);
	vec_deinit(&program->selfs);
	vec_deinit(&program->thiss);
	vec_deinit(&program->aggs);
	map_deinit(&program->scope);
}

/*
 * A token may be a string of several lines, of which only the first is shown.
 */
static int shown_length(const char *text, uint32_t max)
{
	int len = 0;

	while (len < (int)max && len < 64 && isprint((unsigned char)text[len]))
		len++;
	return len;
}

void parse_set_state(struct parser *p, enum parse_state state)
{
	const char *region = p->diags->region;

	if (p->diags != p->sure_diags && p->diags != &p->unsure_diags)
		return; /* the lexer skips a text, in which nothing is wrong */
	p->state = state;
	p->has_error |= state != PARSE_SURE;
	p->diags = state == PARSE_SURE ? p->sure_diags : &p->unsure_diags;
	p->diags->region = region;
}

void parse_end_part(struct parser *p, enum lex_item item)
{
	/* the lexer may have left the item that the grammar is still in */
	if (p->state == PARSE_SKIPPING)
		parse_set_state(p, p->lex.item == item ? PARSE_SURE :
							 PARSE_LOST);
}

void parse_end_item(struct parser *p)
{
	if (p->has_error)
		parse_set_state(p, p->lex.item == ITEM_NONE ? PARSE_SURE :
							      PARSE_LOST);
}

/* Is @at preceded by blanks only in its line? */
static bool begins_line(const struct parser *p, uint32_t at)
{
	const char *text = p->src->text;

	while (at && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	return !at || text[at - 1] == '\n';
}

/* The begin of the word in front of *@at, which is set to its end. */
static uint32_t word_before(const struct parser *p, uint32_t *at)
{
	const char *text = p->src->text;
	uint32_t begin;

	while (*at && isspace((unsigned char)text[*at - 1]))
		--*at;
	for (begin = *at; begin && (isalnum((unsigned char)text[begin - 1]) ||
				    text[begin - 1] == '_'); )
		begin--;
	return begin;
}

/* Is the word in front of @at a type? */
static bool follows_type_name(struct parser *p, uint32_t at)
{
	const char *text = p->src->text;
	uint32_t begin = word_before(p, &at);

	return at > begin &&
		lex_find_type(p, arena_printf(p->arena, "%.*s",
					      (int)(at - begin), text + begin));
}

/* Whether a declaration begins with the unexpected token, or before it. */
static bool looks_like_decl(struct parser *p, struct loc loc)
{
	int token = p->lex.prev, before = p->lex.prev2;

	if (p->lex.item != ITEM_CLAUSE)
		return false;
	if (token == TOK_IDENT && before == TOK_IDENT)
		return follows_type_name(p, loc.begin);
	return (lex_token_kind(token) == KEYWORD_BASE || token == TOK_STRUCT ||
		token == TOK_UNION || token == TOK_ENUM) &&
	       (before == ';' || before == '{' || before == '}' ||
		before == TOK_SELF || before == TOK_THIS);
}

/* Whether the token is the { or the / of a clause that has no description. */
static bool lacks_description(const struct parser *p)
{
	const struct lexer *lex = &p->lex;

	return (lex->prev2 == 0 || lex->prev2 == '}' || lex->prev2 == ';') &&
		(lex->prev == TOK_PRED_OPEN ||
		 (lex->prev == '{' && lex->item == ITEM_CLAUSE &&
		  lex->frame_cnt == 1));
}

/*
 * Whether the unexpected token is a word that looks like a name, such as
 * `counter`: the grammar gives it no meaning, or one in declarations only.
 */
static bool is_reserved(const struct parser *p)
{
	int token = p->lex.prev;

	return token == TOK_RESERVED ||
	       (p->lex.item == ITEM_CLAUSE &&
		(token == TOK_STATIC || token == TOK_PROBE ||
		 token == TOK_PROVIDER));
}

/*
 * Whether a declaration goes on with what begins the next item, `BEGIN` in the
 * next line or the `:` or `/` of a clause.
 */
static bool lacks_decl_end(const struct parser *p, struct loc loc)
{
	int token = p->lex.prev;

	return p->lex.item == ITEM_DECL && !p->lex.frame_cnt &&
	       (token == ':' || token == '/' || begins_line(p, loc.begin));
}

/* Whether a statement goes on with a word or an aggregation in a new line. */
static bool lacks_statement_end(struct parser *p, struct loc loc)
{
	int token = p->lex.prev, before = p->lex.prev2;

	return p->lex.item == ITEM_CLAUSE && lex_top_frame(p)->open == '{' &&
	       begins_line(p, loc.begin) &&
	       (token == TOK_IDENT || token == TOK_AGG || token == TOK_SELF ||
		token == TOK_THIS || token == TOK_IF) &&
	       (before == ')' || before == ']' || before == TOK_IDENT ||
		before == TOK_INTEGER || before == TOK_STRING_CONST);
}

/*
 * Advice about a probe description among the statements: `END {`, or
 * `io:::start`, at the begin of a line.
 */
static const char *hint_in_clause(struct parser *p, struct loc loc)
{
	const struct lex_frame *frame = &p->lex.frames[p->lex.frame_cnt];
	int token = p->lex.prev;
	uint32_t at = loc.begin;

	if (p->lex.item != ITEM_CLAUSE || p->lex.prev2 != TOK_IDENT ||
	    (token != '{' && token != ':') ||
	    !begins_line(p, word_before(p, &at)))
		return NULL;
	if (token == '{')
		frame--;
	if (frame->open != '{')
		return NULL;
	return arena_printf(p->arena, ": the { of line %u is not closed",
			    src_pos(p->src, frame->offset).line);
}

/* Loops have other brackets than the statements that the grammar looks for. */
static bool is_loop(const struct parser *p, struct loc loc)
{
	static const char *const loops[] = { "while", "for", "do" };
	const char *text = p->src->text + loc.begin;
	size_t len = loc.end - loc.begin;

	for (size_t i = 0; i < sizeof(loops) / sizeof(*loops); i++)
		if (len == strlen(loops[i]) && !memcmp(text, loops[i], len))
			return true;
	return false;
}

/* Advice about statements of C that D does not have, and similar mistakes. */
static const char *hint(struct parser *p, struct loc loc)
{
	const char *text = p->src->text + loc.begin;
	const char *advice = hint_in_clause(p, loc);
	size_t len = loc.end - loc.begin;

	if (advice)
		return advice;
	if (p->lex.prev2 == TOK_PRED_CLOSE)
		return ": a predicate is followed by { }";
	if (p->lex.item == ITEM_PREDICATE && (!len || *text == '{'))
		return ": the / that ends the predicate is missing";
	if (is_loop(p, loc))
		return ": D has no loops; repeat the statement, or let a probe "
		       "such as tick-1s repeat it";
	if (len == 6 && !memcmp(text, "switch", len))
		return ": D has no switch; use if and else";
	if (looks_like_decl(p, loc))
		return ": variables are declared outside of clauses, or by "
		       "their first assignment";
	if (p->lex.prev2 == TOK_INLINE && p->lex.prev == TOK_IDENT)
		return ": a type is missing, such as int";
	if (p->lex.prev == '=' && p->lex.item == ITEM_DECL)
		return ": a declaration cannot assign a value; assign it in a "
		       "clause, such as BEGIN";
	if (lacks_decl_end(p, loc))
		return ": the ; that ends the declaration is missing";
	if (lacks_statement_end(p, loc))
		return ": the ; that ends the statement is missing";
	if (lacks_description(p))
		return ": a clause begins with a probe description";
	if (is_reserved(p))
		return ": it is a reserved word; use another name";
	return "";
}

/* At the end of the text: which bracket is open, or what else is missing. */
static const char *hint_at_end(struct parser *p, struct loc loc)
{
	const struct lex_frame *frame = &p->lex.frames[p->lex.frame_cnt];

	if (!p->lex.frame_cnt)
		return hint(p, loc);
	return arena_printf(p->arena, ": the %c of line %u is not closed",
			    frame->open, src_pos(p->src, frame->offset).line);
}

/*
 * Advice about a character that is not ASCII: word processors and web pages
 * replace those of a script.
 */
static const char *hint_at_byte(const char *text)
{
	static const struct {
		const char *utf8, *advice;
	} rows[] = {
		{ "\xe2\x80\x98", "a typographic quote; type ' or \"" },
		{ "\xe2\x80\x99", "a typographic quote; type ' or \"" },
		{ "\xe2\x80\x9c", "a typographic quote; type \"" },
		{ "\xe2\x80\x9d", "a typographic quote; type \"" },
		{ "\xe2\x80\x9e", "a typographic quote; type \"" },
		{ "\xe2\x80\x90", "a typographic hyphen; type -" },
		{ "\xe2\x80\x93", "a typographic dash; type -" },
		{ "\xe2\x80\x94", "a typographic dash; type -" },
		{ "\xe2\x88\x92", "a typographic minus; type -" },
		{ "\xe2\x80\x8b", "a space without width; delete it" },
		{ "\xef\xbb\xbf", "a byte order mark; delete it" },
		{ "\xff\xfe", "a text in UTF-16; convert it to UTF-8" },
		{ "\xfe\xff", "a text in UTF-16; convert it to UTF-8" },
		{ "\xc2\xa0", "a no-break space; type a space" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strncmp(text, rows[i].utf8, strlen(rows[i].utf8)) == 0)
			return rows[i].advice;
	return NULL;
}

static void report_byte(struct parser *p, struct loc loc)
{
	const char *text = p->src->text + loc.begin;
	const char *advice = hint_at_byte(text);

	if (advice)
		diag_error(p->diags, loc, "D_SYNTAX",
			   "syntax error: this is %s", advice);
	else
		diag_error(p->diags, loc, "D_SYNTAX",
			   "syntax error near byte 0x%02x",
			   (unsigned char)*text);
	/* not in UTF-8, or a program: the rest is not read */
	if ((unsigned char)*text >= 0xf8 || (unsigned char)*text <= 0x7f)
		p->lex.at_end = true;
}

void parse_report_token(struct parser *p, struct loc loc)
{
	const char *text = p->src->text + loc.begin;
	const char *region = p->diags->region;

	if (p->lex.nest_reported)
		return;
	if (loc.begin == p->src->len) {
		p->diags->region = NULL; /* in no part of the text */
		diag_error(p->diags, loc, "D_SYNTAX",
			   "syntax error near end of input%s",
			   hint_at_end(p, loc));
		p->diags->region = region;
	} else if (!isprint((unsigned char)*text)) {
		report_byte(p, loc);
	} else {
		diag_error(p->diags, loc, "D_SYNTAX",
			   "syntax error near \"%.*s\"%s",
			   shown_length(text, loc.end - loc.begin), text,
			   hint(p, loc));
	}
	if (p->state == PARSE_SURE)
		parse_set_state(p, is_loop(p, loc) ? PARSE_LOST :
						     PARSE_SKIPPING);
}

static int parse(struct parser *p)
{
	const char *region = p->diags->region;
	int errors = p->diags->error_cnt;

	p->sure_diags = p->diags;
	if (p->src->len > SOURCE_BYTES_MAX)
		return diag_error(p->diags, (struct loc){ p->src, 0, 0 },
				  "D_SYNTAX", "the text is too long");
	if (lex_open(p) < 0)
		alloc_failed();
	diag_init(&p->unsure_diags, p->arena);
	yyparse(p); /* its failures are in the diagnostics */
	lex_close(p);
	parse_set_state(p, PARSE_SURE);
	diag_deinit(&p->unsure_diags);
	p->diags->region = region;
	control_apply_attrs(p);
	p->program->decl_text = arena_printf(p->arena, "%s%s",
					     p->program->decl_text,
					     strbuf_text(&p->decl_text));
	strbuf_deinit(&p->decl_text);
	map_deinit(&p->probe_names);
	vec_deinit(&p->pack.saved);
	return p->diags->error_cnt > errors ? -EINVAL : 0;
}

static struct parser parser_of(struct program *program,
			       const struct lang_env *env, struct src *src,
			       struct diag_list *diags)
{
	return (struct parser){
		.program = program,
		.arena = program->arena,
		.types = program->types,
		.env = env,
		.src = src,
		.diags = diags,
	};
}

int lang_parse_program(struct program *program, const struct lang_env *env,
		       struct src *src, struct diag_list *diags)
{
	struct parser p = parser_of(program, env, src, diags);
	int err = parse(&p);

	if (!err && !program->has_items && !env->allows_empty)
		return diag_error(diags, (struct loc){ src, 0, 0 }, "D_EMPTY",
				  "empty D program translation unit");
	return err;
}

int lang_parse_providers(struct program *program, const struct lang_env *env,
			 struct src *src, struct diag_list *diags)
{
	struct parser p = parser_of(program, env, src, diags);

	p.is_lax = true;
	return parse(&p);
}

int lang_parse_library(struct program *program, struct src *src,
		       struct diag_list *diags)
{
	static const struct lang_env env;
	struct parser p = {
		.program = program,
		.arena = program->arena,
		.types = program->types,
		.env = &env,
		.src = src,
		.diags = diags,
		.library = program->library,
	};
	int err = parse(&p);

	return p.is_unmet ? -ENODEV : err;
}
