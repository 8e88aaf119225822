// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes types, typedefs and variables from specifiers and declarators.
 *
 * A declarator is the list of its steps from the name outwards; its type is
 * built from the other end:
 *
 *	char *argv[3]    steps: [3], *    char -> char * -> char *[3]
 */
#include "lang/parse/decl.h"

#include <string.h>

#include "lang/check/check.h"
#include "lang/check/checker.h"
#include "lang/library_lookup.h"

/* ------------------------------------------------------------- specifiers */

struct decl_specs *decl_specs_new(struct parser *p, struct loc loc)
{
	struct decl_specs *specs = arena_new(p->arena, struct decl_specs);

	specs->loc = loc;
	return specs;
}

/* Words together with a named type, or two types. */
static void report_beside(struct parser *p, const struct decl_specs *specs,
			  const struct type *type, struct loc loc)
{
	const uint8_t *words = specs->words;
	enum type_kind kind = type_resolve(type)->kind;
	bool is_object = kind == TYPE_STRUCT || kind == TYPE_UNION ||
			 kind == TYPE_ENUM;

	if (is_object && (words[WORD_LONG] || words[WORD_SHORT]))
		diag_error(p->diags, loc, "D_DECL_LONGINT",
			   "long and short may only be used with integer and "
			   "double");
	else if (is_object && (words[WORD_SIGNED] || words[WORD_UNSIGNED]))
		diag_error(p->diags, loc, "D_DECL_SIGNINT",
			   "signed and unsigned may only be used with integer "
			   "type");
	else
		diag_error(p->diags, loc, "D_DECL_COMBO",
			   "invalid type combination");
}

void decl_add_spec(struct parser *p, struct decl_specs *specs,
		   struct decl_spec spec, struct loc loc)
{
	if (spec.storage) {
		if (specs->storage && !p->is_lax)
			diag_error(p->diags, loc, "D_DECL_CLASS",
				   "only one storage class allowed in "
				   "declaration");
		specs->storage = spec.storage;
	}
	specs->quals |= spec.quals;
	if (spec.word) {
		specs->has_words = true;
		if (specs->words[spec.word] < UINT8_MAX)
			specs->words[spec.word]++;
	}
	if ((spec.type && (specs->type || specs->has_words)) ||
	    (spec.word && specs->type))
		report_beside(p, specs, spec.type ? spec.type : specs->type,
			      loc);
	if (spec.type)
		specs->type = spec.type;
	if (spec.is_definition)
		specs->is_definition = true;
}

/* The words in a fixed order: "unsigned long long int" and so on. */
static const struct {
	uint8_t words[WORD_CNT];
	enum type_base base;
} combinations[] = {
	{ { [WORD_VOID] = 1 }, BASE_VOID },
	{ { [WORD_BOOL] = 1 }, BASE_BOOL },
	{ { [WORD_STRING] = 1 }, BASE_STRING },
	{ { [WORD_FLOAT] = 1 }, BASE_FLOAT },
	{ { [WORD_DOUBLE] = 1 }, BASE_DOUBLE },
	{ { [WORD_LONG] = 1, [WORD_DOUBLE] = 1 }, BASE_LDOUBLE },
	{ { [WORD_INT128] = 1 }, BASE_INT128 },
	{ { [WORD_INT128] = 1, [WORD_UNSIGNED] = 1 }, BASE_UINT128 },
	{ { [WORD_CHAR] = 1 }, BASE_CHAR },
	{ { [WORD_CHAR] = 1, [WORD_SIGNED] = 1 }, BASE_SCHAR },
	{ { [WORD_CHAR] = 1, [WORD_UNSIGNED] = 1 }, BASE_UCHAR },
	{ { [WORD_SHORT] = 1 }, BASE_SHORT },
	{ { [WORD_SHORT] = 1, [WORD_UNSIGNED] = 1 }, BASE_USHORT },
	{ { 0 }, BASE_INT },
	{ { [WORD_UNSIGNED] = 1 }, BASE_UINT },
	{ { [WORD_LONG] = 1 }, BASE_LONG },
	{ { [WORD_LONG] = 1, [WORD_UNSIGNED] = 1 }, BASE_ULONG },
	{ { [WORD_LONG] = 2 }, BASE_LLONG },
	{ { [WORD_LONG] = 2, [WORD_UNSIGNED] = 1 }, BASE_ULLONG },
};

/* Reports, with D's error, why the words do not form a type. */
static void report_combination(struct parser *p, struct decl_specs *specs)
{
	const uint8_t *words = specs->words;
	bool has_sign = words[WORD_SIGNED] || words[WORD_UNSIGNED];

	if (words[WORD_VOID] && (has_sign || words[WORD_LONG] ||
				 words[WORD_SHORT]))
		diag_error(p->diags, specs->loc, "D_DECL_VOIDATTR",
			   "invalid attributes for void type");
	else if (words[WORD_CHAR] && (words[WORD_LONG] || words[WORD_SHORT]))
		diag_error(p->diags, specs->loc, "D_DECL_CHARATTR",
			   "invalid attributes for char type");
	else if (has_sign && (words[WORD_FLOAT] || words[WORD_DOUBLE] ||
			      words[WORD_STRING] || words[WORD_BOOL]))
		diag_error(p->diags, specs->loc, "D_DECL_SIGNINT",
			   "signed and unsigned may only be used with integer "
			   "type");
	else if (words[WORD_LONG] || words[WORD_SHORT])
		diag_error(p->diags, specs->loc, "D_DECL_LONGINT",
			   "long and short may only be used with integer and "
			   "double");
	else
		diag_error(p->diags, specs->loc, "D_DECL_COMBO",
			   "invalid type combination");
}

static const struct type *words_type(struct parser *p,
				     struct decl_specs *specs)
{
	uint8_t words[WORD_CNT];
	bool has_other;

	memcpy(words, specs->words, sizeof(words));
	has_other = words[WORD_CHAR] || words[WORD_VOID] ||
		    words[WORD_FLOAT] || words[WORD_DOUBLE] ||
		    words[WORD_STRING] || words[WORD_BOOL];
	/*
	 * words that change nothing: int after other words, signed except with
	 * char
	 */
	if (words[WORD_INT] == 1 && !has_other)
		words[WORD_INT] = 0;
	if (words[WORD_SIGNED] == 1 && !words[WORD_UNSIGNED] && !has_other)
		words[WORD_SIGNED] = 0;
	for (size_t i = 0; i < sizeof(combinations) / sizeof(combinations[0]);
	     i++)
		if (memcmp(combinations[i].words, words, sizeof(words)) == 0)
			return type_base(p->types, combinations[i].base);
	report_combination(p, specs);
	return type_base(p->types, BASE_INT);
}

const struct type *decl_base(struct parser *p, struct decl_specs *specs)
{
	const struct type *type = specs->made;

	if (type)
		return type;
	if (specs->type) {
		type = specs->type;
	} else if (specs->has_words) {
		type = words_type(p, specs);
	} else {
		/* `self x;` and `const x;`: the old implicit int */
		type = type_base(p->types, BASE_INT);
		if (!p->is_lax)
			diag_error(p->diags, specs->loc, "D_DECL_IDENT",
				   "declaration has no type");
	}
	specs->made = type_qualified(p->types, type, specs->quals);
	return specs->made;
}

/* ------------------------------------------------------------ declarators */

struct declarator *declarator_new(struct parser *p, const char *name,
				  struct loc loc)
{
	struct declarator *d = arena_new(p->arena, struct declarator);

	d->name = name;
	d->loc = loc;
	d->mods_tail = &d->mods;
	d->list_tail = &d->next;
	return d;
}

struct decl_mod *decl_mod_new(struct parser *p, enum decl_mod_kind kind)
{
	struct decl_mod *mod = arena_new(p->arena, struct decl_mod);

	mod->kind = kind;
	return mod;
}

struct declarator *declarator_join(struct parser *p, struct declarator *d,
				   struct decl_mod *mod)
{
	if (++d->mod_cnt > DECL_MODIFIER_MAX) {
		if (d->mod_cnt == DECL_MODIFIER_MAX + 1)
			diag_error(p->diags, d->loc, "D_SYNTAX",
				   "more than %d *, [] and () in one "
				   "declaration", DECL_MODIFIER_MAX);
		return d;
	}
	*d->mods_tail = mod;
	d->mods_tail = &mod->next;
	return d;
}

struct decl_mod *declarator_add(struct parser *p, struct declarator *d,
				enum decl_mod_kind kind)
{
	struct decl_mod *mod = decl_mod_new(p, kind);

	declarator_join(p, d, mod);
	return mod;
}

/*
 * The element count of an array: 0 if it is not given, 1 if it is invalid. C
 * headers have arrays of length 0, which are like those without a length.
 */
static uint64_t array_length(struct parser *p, const struct decl_mod *mod,
			     const struct type *elem)
{
	int64_t cnt;

	if (!mod->elem_cnt)
		return 0;
	if (check_constant(p->program, mod->elem_cnt, p->diags,
			   p->is_lax, &cnt) < 0 || cnt < 0 ||
	    (cnt == 0 && !p->is_lax && !p->is_from_cpp)) {
		if (!p->is_lax)
			diag_error(p->diags, mod->elem_cnt->loc,
				   "D_DECL_ARRSUB", "positive integral "
				   "constant expression expected as array "
				   "size");
		p->has_unknown_length = p->is_lax;
		return p->is_lax ? 0 : 1;
	}
	if ((uint64_t)cnt > INT32_MAX ||
	    (uint64_t)cnt * type_size_bytes(elem) > INT32_MAX) {
		diag_error(p->diags, mod->elem_cnt->loc, "D_DECL_ARRBIG",
			   "array is too big");
		return 1;
	}
	return (uint64_t)cnt;
}

static const struct type *array_type(struct parser *p,
				     const struct decl_mod *mod,
				     const struct type *elem)
{
	enum type_kind kind = type_resolve(elem)->kind;

	if ((kind == TYPE_VOID || kind == TYPE_FUNCTION) && !p->is_lax) {
		diag_error(p->diags, mod->elem_cnt ? mod->elem_cnt->loc :
			   (struct loc){ p->src, 0, 0 }, "D_DECL_VOIDOBJ",
			   "array of void or functions");
		return elem;
	}
	return type_array(p->types, elem, array_length(p, mod, elem));
}

void decl_check_params(struct parser *p, const struct param_list *list)
{
	for (const struct param *param = list->first; param;
	     param = param->next) {
		const struct declarator *d = param->declarator;

		if (type_resolve(param->type)->kind != TYPE_VOID)
			continue;
		if (d && d->name)
			diag_error(p->diags, param->loc, "D_DECL_PROTO_NAME",
				   "a parameter of type void can't have a "
				   "name: %s", d->name);
		else if (list->cnt > 1)
			diag_error(p->diags, param->loc, "D_DECL_PROTO_VOID",
				   "void must be the only parameter");
	}
}

static const char *param_name(const struct param *param)
{
	return param->declarator && param->declarator->name ?
		       param->declarator->name : "";
}

static void check_param_names(struct parser *p, const struct param_list *list)
{
	for (const struct param *a = list->first; a; a = a->next)
		for (const struct param *b = list->first; b != a; b = b->next)
			if (*param_name(a) &&
			    strcmp(param_name(a), param_name(b)) == 0) {
				diag_error(p->diags, a->loc,
					   "D_DECL_PROTO_NAME",
					   "two parameters are called %s",
					   param_name(a));
				return;
			}
}

static const struct type *function_type(struct parser *p,
					const struct param_list *list,
					const struct type *result)
{
	const struct type **params = arena_new_array(
		p->arena, const struct type *, list->cnt + 1);
	size_t cnt = 0;

	if (!p->is_lax) {
		decl_check_params(p, list);
		check_param_names(p, list);
	}
	for (const struct param *param = list->first; param;
	     param = param->next)
		params[cnt++] = param->type;
	if (cnt == 1 && type_resolve(params[0])->kind == TYPE_VOID)
		cnt = 0;
	return type_function(p->types, result, params, cnt, list->is_variadic);
}

const struct type *decl_type(struct parser *p, struct decl_specs *specs,
			     struct declarator *declarator)
{
	const struct type *type = decl_base(p, specs);
	const struct decl_mod *mods[DECL_MODIFIER_MAX];
	size_t cnt = 0;

	for (struct decl_mod *mod = declarator ? declarator->mods : NULL; mod;
	     mod = mod->next)
		mods[cnt++] = mod;
	while (cnt--) {
		const struct decl_mod *mod = mods[cnt];

		switch (mod->kind) {
		case MOD_POINTER:
			type = type_qualified(p->types,
					      type_pointer(p->types, type),
					      mod->quals);
			break;
		case MOD_ARRAY:
			if (!mod->params) /* else keys: decl_variable() */
				type = array_type(p, mod, type);
			break;
		case MOD_FUNCTION:
			type = function_type(p, mod->params, type);
			break;
		}
	}
	return type;
}

struct param_list *param_list_new(struct parser *p, struct loc loc)
{
	struct param_list *list = arena_new(p->arena, struct param_list);

	list->loc = loc;
	list->tail = &list->first;
	return list;
}

/*
 * The array in `int f(size_t cnt, int numbers[cnt])`, which is a pointer in C,
 * whatever its size.
 */
static struct decl_mod *sized_by_param(const struct param_list *list,
				       const struct declarator *d)
{
	struct decl_mod *mod = d ? d->mods : NULL;
	const struct node *size;

	if (!mod || mod->kind != MOD_ARRAY || !mod->elem_cnt)
		return NULL;
	size = mod->elem_cnt;
	for (const struct param *one = list->first; one; one = one->next)
		if (size->kind == NODE_NAME && one->declarator &&
		    one->declarator->name &&
		    strcmp(one->declarator->name, size->name.name) == 0)
			return mod;
	return NULL;
}

void param_add(struct parser *p, struct param_list *list,
	       struct decl_specs *specs, struct declarator *declarator,
	       struct loc loc)
{
	struct param *param = arena_new(p->arena, struct param);
	struct decl_mod *array = sized_by_param(list, declarator);

	if (array)
		array->elem_cnt = NULL;
	if (specs->storage && !p->is_lax)
		diag_error(p->diags, loc, "D_DECL_PARMCLASS",
			   "inappropriate storage class or scope for "
			   "parameter");
	param->loc = loc;
	param->specs = specs;
	param->declarator = declarator;
	param->type = decl_type(p, specs, declarator);
	*list->tail = param;
	list->tail = &param->next;
	list->cnt++;
}

/* -------------------------------------------------- what is declared */

static void declare_typedef(struct parser *p, struct declarator *d,
			    const struct type *type)
{
	const struct type *old = type_find_declared(p->types, d->name);
	const struct layout_attrs *attrs = &p->lex.decl_attrs;
	struct type *added;

	type = attributed_type(p, type, attrs);
	if (old && !old->is_builtin && p->library)
		return;
	if (old && !old->is_builtin && !p->is_lax &&
	    type_resolve(old) != type_resolve(type))
		diag_error(p->diags, d->loc, "D_DECL_TYPERED",
			   "type redeclared: %s", d->name);
	else if ((added = type_add_typedef(p->types, d->name, type))) {
		added->attr_align_bytes = attrs->align_bytes;
		added->is_library = p->library;
	}
}

static const struct decl_mod *key_list(const struct declarator *d)
{
	for (const struct decl_mod *mod = d->mods; mod; mod = mod->next)
		if (mod->kind == MOD_ARRAY && mod->params)
			return mod;
	return NULL;
}

static void set_keys(struct parser *p, struct ident *ident,
		     const struct param_list *keys)
{
	check_param_names(p, keys);
	ident->is_assoc = true;
	ident->key_types = arena_new_array(p->arena, const struct type *,
					   keys->cnt);
	ident->param_names =
		arena_new_array(p->arena, const char *, keys->cnt);
	for (const struct param *key = keys->first; key; key = key->next) {
		if (type_resolve(key->type)->kind == TYPE_VOID)
			diag_error(p->diags, key->loc, "D_DECL_PROTO_VOID",
				   "void may not be the type of a key");
		ident->param_names[ident->key_cnt] =
			key->declarator ? key->declarator->name : NULL;
		ident->key_types[ident->key_cnt++] = key->type;
	}
}

static void variable_check(struct parser *p, const struct declarator *d,
			   const struct type *type, bool is_assoc,
			   enum ident_kind kind)
{
	const struct type *resolved = type_resolve(type);

	if (resolved->kind == TYPE_VOID)
		diag_error(p->diags, d->loc, "D_DECL_VOIDOBJ",
			   "cannot have void object: %s", d->name);
	else if (resolved->kind == TYPE_DYN)
		diag_error(p->diags, d->loc, "D_DECL_DYNOBJ",
			   "cannot have dynamic object: %s", d->name);
	else if (resolved->is_incomplete &&
		 !library_completes(p->program, resolved, p->diags))
		diag_error(p->diags, d->loc, "D_DECL_INCOMPLETE",
			   "incomplete struct/union/enum %s: %s",
			   resolved->name ? resolved->name : "", d->name);
	else if (resolved->kind == TYPE_ARRAY && !resolved->elem_cnt)
		diag_error(p->diags, d->loc, "D_DECL_ARRNULL",
			   "array dimensions expected: %s", d->name);
	if (is_assoc && kind == IDENT_THIS)
		diag_error(p->diags, d->loc, "D_DECL_LOCASSC",
			   "cannot declare local associative array: %s",
			   d->name);
}

/* Does the declaration say the same as that of @old? */
static bool is_same_variable(const struct ident *old, const struct type *type,
			     enum ident_kind kind, const struct decl_mod *keys)
{
	const struct param *key = keys ? keys->params->first : NULL;
	size_t i = 0;

	if (old->type != type || old->kind != kind || old->is_assoc != !!keys)
		return false;
	for (; key && i < old->key_cnt; key = key->next, i++)
		if (type_resolve(key->type) != type_resolve(old->key_types[i]))
			return false;
	return !key && i == old->key_cnt;
}

static void declare_variable(struct parser *p, struct declarator *d,
			     const struct type *type, enum ident_kind kind)
{
	static const char *const prefixes[] = { [IDENT_GLOBAL] = "",
						[IDENT_SELF] = "self ",
						[IDENT_THIS] = "this " };
	const struct decl_mod *keys = key_list(d);
	struct ident **slot, *ident;

	if (kind == IDENT_GLOBAL && !p->library && !name_is_linux(d->name))
		library_load(p->program, d->name, p->diags);
	slot = (struct ident **)map_put_str(
		&p->program->scope,
		arena_printf(p->arena, "%s%s", prefixes[kind], d->name));
	variable_check(p, d, type, keys != NULL, kind);
	if (*slot || (kind == IDENT_GLOBAL && name_is_builtin(d->name))) {
		if (!*slot || !is_same_variable(*slot, type, kind, keys))
			diag_error(p->diags, d->loc, "D_DECL_IDRED",
				   "identifier redeclared: %s", d->name);
		return;
	}
	ident = *slot = arena_new(p->arena, struct ident);
	ident->kind = kind;
	ident->name = d->name;
	ident->loc = d->loc;
	ident->type = type;
	ident->seq = p->library ? 0 : p->program->clause_cnt;
	if (keys)
		set_keys(p, ident, keys->params);
	if (kind == IDENT_GLOBAL) {
		ident->id = (unsigned int)p->program->globals.cnt;
		vec_push(&p->program->globals, ident);
	} else if (kind == IDENT_SELF) {
		ident->id = (unsigned int)p->program->selfs.cnt;
		vec_push(&p->program->selfs, ident);
	} else {
		ident->id = (unsigned int)p->program->thiss.cnt;
		vec_push(&p->program->thiss, ident);
	}
}

static void declare_one(struct parser *p, struct decl_specs *specs,
			struct declarator *d)
{
	const struct type *type = decl_type(p, specs, d);

	switch (specs->storage) {
	case STORAGE_TYPEDEF:
		declare_typedef(p, d, type);
		break;
	case STORAGE_EXTERN:
		break; /* of a header file */
	case STORAGE_STATIC:
		if (!p->is_lax && !p->include_depth)
			diag_error(p->diags, d->loc, "D_DECL_BADCLASS",
				   "specified storage class not appropriate "
				   "in D");
		break;
	case STORAGE_NONE:
	case STORAGE_SELF:
	case STORAGE_THIS:
		if (p->is_lax || type_resolve(type)->kind == TYPE_FUNCTION)
			break; /* a prototype */
		declare_variable(p, d, type,
				 specs->storage == STORAGE_SELF ? IDENT_SELF :
				 specs->storage == STORAGE_THIS ? IDENT_THIS :
								  IDENT_GLOBAL);
		break;
	}
}

/* For the provider's note, with the `#pragma pack` in force: see note-format.md. */
static void keep_text(struct parser *p, const struct decl_specs *specs,
		      struct loc loc)
{
	bool is_packed = p->pack.bytes && specs->is_definition;

	if (is_packed)
		strbuf_printf(&p->decl_text, "#pragma pack(push, %u)\n",
			      p->pack.bytes);
	strbuf_printf(&p->decl_text, "%s\n",
		      lex_joined_text(p, loc.begin, loc.end));
	if (is_packed)
		strbuf_puts(&p->decl_text, "#pragma pack(pop)\n");
}

void decl_finish(struct parser *p, struct decl_specs *specs,
		 struct declarator *list, struct loc loc)
{
	if (!list) {
		decl_base(p, specs);
		if (!specs->type && !p->is_lax)
			diag_error(p->diags, loc, "D_DECL_USELESS",
				   "declaration does not declare anything");
	}
	for (struct declarator *d = list; d; d = d->next)
		declare_one(p, specs, d);
	if ((specs->storage == STORAGE_TYPEDEF || !list) &&
	    !p->in_system_header && !p->library)
		keep_text(p, specs, loc);
}

void inline_add(struct parser *p, struct decl_specs *specs,
		struct declarator *declarator, struct node *body)
{
	struct ident **slot, *ident;

	if (!p->library && !name_is_linux(declarator->name))
		library_load(p->program, declarator->name, p->diags);
	slot = (struct ident **)map_put_str(&p->program->scope,
					    declarator->name);
	if (*slot || name_is_builtin(declarator->name)) {
		if (!p->library)
			diag_error(p->diags, declarator->loc, "D_DECL_IDRED",
				   "identifier redeclared: %s",
				   declarator->name);
		return;
	}
	ident = *slot = arena_new(p->arena, struct ident);
	ident->kind = IDENT_INLINE;
	ident->name = declarator->name;
	ident->loc = declarator->loc;
	ident->type = decl_type(p, specs, declarator);
	ident->seq = p->library ? 0 : p->program->clause_cnt;
	ident->inline_body = body;
	ident->is_library = p->library != NULL;
	if (key_list(declarator))
		set_keys(p, ident, key_list(declarator)->params);
}
