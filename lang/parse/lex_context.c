// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decides what the words of D are (a single word: lex_word.c). lex.l splits the
 * text; lex_next(), called by the grammar, decides from the earlier tokens:
 *
 *  - which patterns apply: descriptions between items, C tokens in them. An
 *    item's first word determines its end: a clause and a provider end at the
 *    closing `}`, a declaration at `;`, a predicate at the `/` that is followed
 *    by `{`, `;` or the end.
 *  - whether a word is a type or a name. In a declaration a word is a type
 *    until the type was seen and a name after it (so `int size_t` declares
 *    size_t). In an expression it is a type only where a cast can begin.
 *    In provider definitions (is_lax) any word in the place of a type is one.
 *
 * These decisions use tokens only, never the state of the grammar, so they stay
 * right when the grammar recovers from an error.
 */
#include <ctype.h>
#include <string.h>

#include "lang/parse/parse.tab.h"
#include "lang/parse/parser.h"

/* ----------------------------------------------------------------- frames */

static void push_frame(struct parser *p, struct loc loc, char open)
{
	struct lexer *lex = &p->lex;

	if (lex->frame_cnt == LEX_NEST_MAX) {
		if (!lex->nest_reported)
			diag_error(p->diags, loc, "D_SYNTAX",
				   "more than %d nested brackets",
				   LEX_NEST_MAX);
		lex->nest_reported = true;
		return;
	}
	lex->frames[++lex->frame_cnt] = (struct lex_frame){
		.open = open,
		.offset = loc.begin,
	};
}

/* Drops open parentheses back to the innermost { (or to the bottom). */
static void pop_to_brace(struct parser *p)
{
	while (p->lex.frame_cnt && lex_top_frame(p)->open != '{')
		p->lex.frame_cnt--;
}

static void end_item(struct parser *p)
{
	p->lex.item = ITEM_NONE;
	p->lex.patterns = LEX_OUTER;
	p->lex.frame_cnt = 0;
	p->lex.in_expr = false;
	p->lex.frames[0] = (struct lex_frame){ 0 };
}

static void begin_item(struct parser *p, enum lex_item item)
{
	end_item(p);
	p->lex.item = item;
	p->lex.patterns = LEX_CODE;
	p->lex.decl_attrs = (struct layout_attrs){ 0 };
	p->lex.is_static = false;
	p->lex.in_expr = item == ITEM_CLAUSE || item == ITEM_PREDICATE;
}

/* lex_scan(), which must not be called again after the end of the text. */
static int scan(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	int token = p->lex.at_end ? 0 : lex_scan(value, loc, p->lex.scanner);

	if (!token) {
		p->lex.at_end = true;
		*loc = (struct loc){ p->src, (uint32_t)p->src->len,
				     (uint32_t)p->src->len };
	}
	return token;
}

/* ------------------------------------------------------- skipping in lax mode */

static int skip_tokens(struct parser *p, int close, YYSTYPE *value,
		       struct loc *loc)
{
	unsigned int depth = 0;
	int token;

	p->lex.patterns = LEX_CODE;
	while ((token = scan(p, value, loc))) {
		if (token == close && !depth)
			return token;
		if (token == '(' || token == '{' || token == '[')
			depth++;
		else if ((token == ')' || token == '}' || token == ']') &&
			 depth)
			depth--;
	}
	return 0;
}

/*
 * Reads tokens until the bracket that is open now is closed (@close is not
 * `;`), or until a `;` outside of brackets. Returns that token, or 0 at the
 * end of the text. What D does not know, such as 1.5, is no error there.
 */
static int skip_to(struct parser *p, int close, YYSTYPE *value,
		   struct loc *loc)
{
	struct diag_list *diags = p->diags;
	struct diag_list unused;
	int token;

	diag_init(&unused, p->arena);
	p->diags = &unused;
	token = skip_tokens(p, close, value, loc);
	p->diags = diags;
	diag_deinit(&unused);
	return token;
}

/* Skips the parentheses after the word in @value. */
static void skip_args(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	if (skip_to(p, '(', value, loc))
		skip_to(p, ')', value, loc);
}

/*
 * Skips an attribute, and notes what it changes of the type before it, of the
 * struct, union or enum that begins, or else of what is being declared.
 */
static void skip_attribute(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	struct lexer *lex = &p->lex;
	bool is_alignas = value->text[1] == 'A';
	bool is_closed = lex->prev == '}' && p->closed.type;
	bool is_tag = lex->prev == TOK_STRUCT || lex->prev == TOK_UNION ||
		      lex->prev == TOK_ENUM;
	struct layout_attrs *attrs = is_closed ? &p->closed.layout.attrs :
				     is_tag    ? &lex->tag_attrs :
						 &lex->decl_attrs;
	const char *text;
	uint32_t begin;

	if (!skip_to(p, '(', value, loc))
		return;
	begin = loc->end;
	if (!skip_to(p, ')', value, loc))
		return;
	text = p->src->text + begin;
	if (is_alignas)
		attribute_add_alignas(attrs, text, loc->begin - begin);
	else
		attribute_add(attrs, text, loc->begin - begin);
	if (is_closed)
		body_lay_out(p);
}

/* `inline ...;`, `import ...;`, `translator ... { };` of a provider file. */
static int skip_item(struct parser *p, bool has_braces, YYSTYPE *value,
		     struct loc *loc)
{
	struct loc begin = *loc;

	if (has_braces && skip_to(p, '{', value, loc))
		skip_to(p, '}', value, loc);
	else if (!has_braces)
		skip_to(p, ';', value, loc);
	end_item(p);
	*loc = loc_join(begin, *loc);
	return TOK_SKIPPED;
}

/* ------------------------------------------------------------ between items */

static int begin_keyword_item(struct parser *p, const char *word, int token,
			      YYSTYPE *value, struct loc *loc)
{
	bool is_translator = token == TOK_TRANSLATOR;

	if (p->is_lax && token != TOK_PROVIDER)
		return skip_item(p, is_translator, value, loc);
	if (strcmp(word, "import") == 0)
		return skip_item(p, false, value, loc);
	if (token == TOK_PROVIDER) {
		begin_item(p, ITEM_PROVIDER);
		p->lex.patterns = LEX_NAME;
	} else {
		begin_item(p, is_translator ? ITEM_TRANSLATOR : ITEM_DECL);
	}
	return token;
}

/* Gives back what was matched after the first @len bytes. */
static void unread(struct parser *p, struct loc *loc, size_t len)
{
	loc->end = loc->begin + (uint32_t)len;
	lex_seek(p, loc->end);
}

static bool begins_declaration(enum keyword_kind kind)
{
	return kind == KEYWORD_STORAGE || kind == KEYWORD_QUALIFIER ||
	       kind == KEYWORD_BASE || kind == KEYWORD_TAG;
}

/* `x` of `pid_t x` or `pid_t *x`: a description is never followed by a name. */
static bool begins_name(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '*';
}

/* `x` of `pid_t x`, in the same line. */
static bool names_follow_in_line(const struct parser *p)
{
	const char *text = p->src->text + p->lex.offset;

	text += strspn(text, " \t");
	return begins_name(*text);
}

/*
 * A word between items: a keyword, a type or a description. `int*x` was
 * matched as one word, which names a type up to its first star.
 */
static int outer_word(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	const char *word = value->text;
	size_t len = strcspn(word, "*[");
	const char *front = arena_strndup(p->arena, word, len);
	bool is_pspec = p->env->is_pspec || p->env->form != DESC_FILE;
	const struct type *type;
	enum keyword_kind kind;
	int token = 0;

	if (strpbrk(word, ":-.?!$\\") || !len)
		return TOK_DESC;
	if (strchr(word, '`')) { /* m`type x; */
		begin_item(p, ITEM_DECL);
		unread(p, loc, 0);
		return -1;
	}
	kind = lex_keyword(front, &token);
	if (word[len] && is_pspec)
		return TOK_DESC;
	if (kind == KEYWORD_ITEM && !word[len])
		return begin_keyword_item(p, word, token, value, loc);
	if (kind == KEYWORD_SKIP || kind == KEYWORD_SKIP_ARGS ||
	    kind == KEYWORD_ATTRIBUTE) {
		if (kind != KEYWORD_SKIP)
			skip_args(p, value, loc);
		p->lex.patterns = LEX_OUTER;
		return -1;
	}
	if (begins_declaration(kind)) {
		begin_item(p, ITEM_DECL);
		unread(p, loc, token == TOK_ATOMIC ? 0 : len);
		return token == TOK_ATOMIC ? -1 : token;
	}
	if ((is_pspec && !begins_name(lex_peek(p))) ||
	    strcmp(front, "BEGIN") == 0 || strcmp(front, "END") == 0 ||
	    strcmp(front, "ERROR") == 0)
		return TOK_DESC;
	type = lex_find_type(p, front);
	if (!type && names_follow_in_line(p) && !is_pspec && !p->is_lax)
		type = lex_unknown_type(p, front, *loc, false);
	if (!type)
		return TOK_DESC;
	value->type = type;
	begin_item(p, ITEM_DECL);
	unread(p, loc, len);
	return TOK_TYPE_NAME;
}

/* A word that says nothing about the type that is declared. */
static bool skips_word(struct parser *p, enum keyword_kind kind,
		       int token)
{
	if (token == TOK_INLINE) /* `static inline` of a header */
		return p->lex.item == ITEM_DECL && !lex_top_frame(p)->type_seen;
	if (token == TOK_STATIC) /* `int a[static 4]` of a function */
		return p->lex.prev == '[';
	return kind == KEYWORD_SKIP;
}

/* Returns the token, or -1 if the word is skipped. */
static int code_word(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	int prev = p->lex.prev, token = 0;
	enum keyword_kind kind;

	if (prev == '.' || prev == TOK_ARROW ||
	    (prev == ',' && lex_top_frame(p)->is_offsetof))
		return TOK_IDENT;
	value->text = lex_word_of_macro(value->text);
	kind = lex_keyword(value->text, &token);
	if (skips_word(p, kind, token))
		return -1;
	if (kind == KEYWORD_SKIP_ARGS || kind == KEYWORD_ATTRIBUTE) {
		if (kind == KEYWORD_SKIP_ARGS)
			skip_args(p, value, loc);
		else
			skip_attribute(p, value, loc);
		return -1;
	}
	if (prev == TOK_STRUCT || prev == TOK_UNION || prev == TOK_ENUM)
		return kind == KEYWORD_NONE || p->is_lax ?
			       lex_tag_word(p, value) : token;
	if (token == TOK_ATOMIC) {
		p->lex.decl_attrs.is_atomic = true;
		return lex_peek(p) == '(' ? TOK_ATOMIC_OF : TOK_ATOMIC;
	}
	if (kind != KEYWORD_NONE)
		return lex_keyword_is_name(p, kind, value->text) ? TOK_IDENT :
								   token;
	value->text = lex_word_of_version(p, value->text);
	return p->lex.in_expr ? lex_expr_word(p, value, loc) :
				lex_decl_word(p, value, loc);
}

/* --------------------------------------------------- what a token changes */

static void track_open(struct parser *p, struct loc loc, int token)
{
	bool is_declarator = token == '(' && lex_opens_declarator(p);
	bool is_enum = token == '{' &&
		       (p->lex.prev == TOK_ENUM || p->lex.prev2 == TOK_ENUM);

	push_frame(p, loc, (char)token);
	lex_top_frame(p)->type_seen = is_declarator || p->lex.prev == TOK_IF;
	lex_top_frame(p)->is_enum = is_enum;
	lex_top_frame(p)->is_offsetof = p->lex.prev == TOK_OFFSETOF;
	if (token == '{' && p->lex.item == ITEM_TRANSLATOR)
		p->lex.in_expr = true;
}

static void track_close(struct parser *p, int token)
{
	struct lexer *lex = &p->lex;

	if (token == '}') {
		pop_to_brace(p);
		if (lex_top_frame(p)->is_enum)
			lex->in_expr = false;
		if (lex->frame_cnt)
			lex->frame_cnt--;
		if (!lex->frame_cnt && lex->item != ITEM_DECL)
			end_item(p);
		else
			lex_top_frame(p)->type_seen = true;
	} else if (lex->frame_cnt &&
		   lex_top_frame(p)->open == (token == ')' ? '(' : '[')) {
		lex->closed_type = lex_top_frame(p)->type_seen;
		lex->frame_cnt--;
	}
}

/*
 * `int a __attribute__((packed)), b;`: it may be of one declarator or of all,
 * which is not known here.
 */
static void end_declarator(struct parser *p)
{
	struct layout_attrs *attrs = &p->lex.decl_attrs;

	if (attrs->is_packed || attrs->align_bytes || attrs->mode_bytes)
		attrs->is_unknown = true;
}

static void track_separator(struct parser *p, int token)
{
	if (token == ';') {
		pop_to_brace(p);
		lex_top_frame(p)->type_seen = false;
		if (!p->lex.frame_cnt && p->lex.item == ITEM_DECL)
			end_item(p);
	} else if (token == ',' && lex_top_frame(p)->open != '{' &&
		   lex_top_frame(p)->open) {
		lex_top_frame(p)->type_seen = false;
	} else if (token == ',' && lex_top_frame(p)->is_enum) {
		p->lex.in_expr = false;
	} else if (token == ',') {
		end_declarator(p);
	} else if (token == '=' && p->lex.item == ITEM_DECL &&
		   (!p->lex.frame_cnt || lex_top_frame(p)->is_enum)) {
		p->lex.in_expr = true;
	} else if (token == '<' && p->lex.item == ITEM_TRANSLATOR) {
		lex_top_frame(p)->type_seen = false;
	}
}

static void track(struct parser *p, struct loc loc, int token)
{
	struct lexer *lex = &p->lex;

	if (lex->item != ITEM_NONE) {
		if (token == '(' || token == '[' || token == '{')
			track_open(p, loc, token);
		else if (token == ')' || token == ']' || token == '}')
			track_close(p, token);
		else if (token < 256)
			track_separator(p, token);
		else if (lex_is_type_token(token, lex->prev))
			lex_top_frame(p)->type_seen = true;
	}
	lex->is_static |= token == TOK_STATIC;
	if (token == TOK_PROBE)
		lex->patterns = LEX_NAME;
	else if (lex->patterns == LEX_NAME && token != TOK_PROVIDER)
		lex->patterns = LEX_CODE;
	lex->prev2 = lex->prev;
	lex->prev = token;
}

/* --------------------------------------------------------- one token's turn */

/* Does this `/` of a predicate close it? */
static bool closes_predicate(const struct parser *p)
{
	uint32_t offset = lex_peek_offset(p, p->lex.offset);
	char c = p->src->text[offset];

	return !c || c == ';' || c == '{' || c == '/';
}

/* The body of a clause or function in a provider definition is not read. */
static void skip_body(struct parser *p, YYSTYPE *value, struct loc *loc)
{
	struct loc open = *loc;

	if (skip_to(p, '}', value, loc))
		p->lex.pending = '}';
	else
		diag_error(p->diags, open, "D_SYNTAX", "no matching }");
	*loc = open;
	p->lex.item = ITEM_CLAUSE;
}

static int outer_token(struct parser *p, int token, YYSTYPE *value,
		       struct loc *loc)
{
	if (token == TOK_DESC)
		return outer_word(p, value, loc);
	if (token == '/') {
		begin_item(p, ITEM_PREDICATE);
		return TOK_PRED_OPEN;
	}
	if (token == '{') {
		begin_item(p, ITEM_CLAUSE);
		if (p->is_lax)
			skip_body(p, value, loc);
	}
	return token;
}

/*
 * Whether this `{` is of a clause: `BEGIN {` was read as a part of the
 * declaration before it, `struct a { int x; }`.
 */
static bool opens_body(const struct parser *p)
{
	int before = p->lex.prev2;

	return p->lex.item == ITEM_DECL && !p->lex.frame_cnt && !p->is_lax &&
	       p->lex.prev == TOK_IDENT && before != TOK_STRUCT &&
	       before != TOK_UNION && before != TOK_ENUM;
}

static int code_token(struct parser *p, int token, YYSTYPE *value,
		      struct loc *loc)
{
	struct lexer *lex = &p->lex;

	if (token == TOK_IDENT)
		return code_word(p, value, loc);
	if (token == TOK_SCOPED)
		return lex_scoped_word(p, value, loc);
	if (token == '/' && lex->item == ITEM_PREDICATE &&
	    closes_predicate(p)) {
		end_item(p);
		return TOK_PRED_CLOSE;
	}
	if (token == '{' && opens_body(p)) {
		diag_error(p->diags, *loc, "D_SYNTAX", "syntax error near \"{\""
			   ": the ; that ends the declaration is missing");
		parse_set_state(p, PARSE_SKIPPING);
		begin_item(p, ITEM_CLAUSE);
		return token;
	}
	if (token == '{' && lex->item == ITEM_DECL && !lex->frame_cnt &&
	    lex->prev == ')') {
		skip_body(p, value, loc);
		return token;
	}
	/* `static const int size[] = { 1, 2 };` of a header */
	if (token == '=' && lex->item == ITEM_DECL && !lex->frame_cnt &&
	    lex->is_static && p->include_depth)
		return skip_to(p, ';', value, loc);
	/* the last statement of a block needs no `;` */
	if (token == '}' && lex->item == ITEM_CLAUSE && !lex->pending &&
	    lex->prev != ';' && lex->prev != '{' && lex->prev != '}') {
		lex->pending = '}';
		return ';';
	}
	return token;
}

static const char *region_of(enum lex_item item)
{
	switch (item) {
	case ITEM_PREDICATE:
		return "in predicate";
	case ITEM_CLAUSE:
		return "in action list";
	case ITEM_NONE:
	case ITEM_DECL:
	case ITEM_PROVIDER:
	case ITEM_TRANSLATOR:
		return NULL;
	}
	return NULL;
}

int lex_next(YYSTYPE *value, struct loc *loc, struct parser *p)
{
	struct lexer *lex = &p->lex;
	const char *region = region_of(lex->item);
	int token = -1;

	if (lex->nest_reported)
		return 0;
	p->diags->region = region;
	if (lex->pending) {
		token = lex->pending;
		*loc = (struct loc){ p->src, lex->offset - 1, lex->offset };
		lex->pending = 0;
	}
	while (token < 0) {
		token = scan(p, value, loc);
		if (lex->item == ITEM_NONE)
			token = outer_token(p, token, value, loc);
		else
			token = code_token(p, token, value, loc);
	}
	track(p, *loc, token);
	/* the token that ends a part still belongs to it */
	p->diags->region = region ? region : region_of(lex->item);
	return token;
}
