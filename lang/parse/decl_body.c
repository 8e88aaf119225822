// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bodies of structs, unions and enums: members are collected while they are
 * read, the type is completed at the `}`.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/check.h"
#include "lang/library_lookup.h"
#include "lang/parse/decl.h"

const struct type *decl_tagged(struct parser *p, enum type_kind kind,
			       const char *tag, struct loc loc)
{
	const char *quote = strchr(tag, '`');
	const struct type *type = NULL;

	p->lex.tag_attrs = (struct layout_attrs){ 0 };
	if (!quote)
		return p->is_lax ? type_new_tagged(p->types, kind, tag) :
				   type_tagged(p->types, kind, tag);
	if (p->types->source &&
	    p->types->source->find(p->types->source, p->types,
				   arena_strndup(p->arena, tag,
						 (size_t)(quote - tag)),
				   kind, quote + 1, &type) == 0)
		return type;
	diag_error(p->diags, loc, "D_DECL_IDENT",
		   "failed to resolve %s: Unknown type name", tag);
	return type_new_tagged(p->types, kind, NULL);
}

struct body *body_begin(struct parser *p, enum type_kind kind,
			const char *tag, struct loc loc)
{
	struct body *body = xcalloc(1, sizeof(*body));

	if (tag && strchr(tag, '`'))
		diag_error(p->diags, loc, "D_DECL_SCOPE",
			   "invalid scope specifier on %s", tag);
	body->type = type_new_tagged(p->types, kind, tag);
	body->loc = loc;
	body->attrs = p->lex.tag_attrs;
	p->lex.tag_attrs = (struct layout_attrs){ 0 };
	body->outer = p->lex.decl_attrs;
	p->lex.decl_attrs = (struct layout_attrs){ 0 };
	if (!body->type->is_incomplete) {
		if (!p->is_lax)
			diag_error(p->diags, loc, "D_DECL_TYPERED",
				   "type redeclared: %s", tag);
		body->type = type_new_tagged(p->types, kind, NULL);
	}
	return body;
}

void body_drop(struct body *body)
{
	vec_deinit(&body->members);
	vec_deinit(&body->member_attrs);
	vec_deinit(&body->enumerators);
	free(body);
}

/* The width of a bit-field for struct type_member; 0 after an error. */
static uint32_t bitfield_width(struct parser *p, const struct declarator *d,
			       const struct type *type)
{
	int64_t bits;
	int err;

	if (!type_is_integer(type)) {
		diag_error(p->diags, d->loc, "D_DECL_BFTYPE",
			   "invalid type for bit-field%s%s",
			   d->name ? ": " : "", d->name ? d->name : "");
		return 0;
	}
	err = check_constant(p->program, d->bits, p->diags, p->is_lax, &bits);
	if (err && p->is_lax) {
		p->has_unknown_length = true;
		return 0;
	}
	if (err || bits < 0 || (bits == 0 && d->name)) {
		diag_error(p->diags, d->loc, "D_DECL_BFCONST",
			   "positive integral constant expression expected as "
			   "bit-field size");
		return 0;
	}
	if ((uint64_t)bits > type_size_bytes(type) * 8) {
		diag_error(p->diags, d->loc, "D_DECL_BFSIZE",
			   "bit-field too big for type%s%s",
			   d->name ? ": " : "", d->name ? d->name : "");
		return 0;
	}
	return bits ? (uint32_t)bits : UINT32_MAX;
}

static bool member_type_ok(struct parser *p, struct body *body,
			   const struct type *type, const char *name,
			   struct loc loc)
{
	const struct type *resolved = type_resolve(type);

	if (p->is_lax)
		return true;
	if (resolved->kind == TYPE_VOID || resolved->kind == TYPE_FUNCTION)
		diag_error(p->diags, loc, "D_DECL_VOIDOBJ",
			   "cannot have void object: %s", name);
	else if (resolved == body->type ||
		 (resolved->is_incomplete &&
		  !library_completes(p->program, resolved, p->diags)))
		diag_error(p->diags, loc, "D_DECL_INCOMPLETE",
			   "incomplete struct/union/enum: %s", name);
	else if (resolved->kind == TYPE_DYN)
		diag_error(p->diags, loc, "D_DECL_DYNOBJ",
			   "cannot have dynamic member: %s", name);
	else
		return true;
	return false;
}

static bool member_exists(const struct body *body, const char *name)
{
	/* structs of thousands of members: only some of them are compared */
	size_t cnt = body->members.cnt < 1024 ? body->members.cnt : 1024;

	for (size_t i = 0; i < cnt; i++)
		if (body->members.v[i].name &&
		    strcmp(body->members.v[i].name, name) == 0)
			return true;
	return false;
}

/* Compilers align small structs that are _Atomic to their size, or pad them. */
static bool is_laid_out_otherwise(const struct layout_attrs *attrs,
				  const struct type *type)
{
	if (!attrs->is_atomic)
		return attrs->is_unknown;
	type = type_resolve(type);
	while (type->kind == TYPE_ARRAY)
		type = type_resolve(type->target);
	return attrs->is_unknown || type->is_incomplete ||
	       (type->size_bytes <= 16 && type->align_bytes < type->size_bytes);
}

static void push_member(struct parser *p, struct body *body,
			struct type_member member)
{
	vec_push(&body->members, member);
	vec_push(&body->member_attrs, p->lex.decl_attrs);
}

/*
 * In provider definitions, members can be of types that nothing declares, or
 * have a length or width that is a macro. Nobody knows where later members are.
 */
static bool has_no_size(const struct parser *p, const struct type *type)
{
	if (p->has_unknown_length)
		return true;
	type = type_resolve(type);
	while (type->kind == TYPE_ARRAY)
		type = type_resolve(type->target);
	return type->kind == TYPE_UNKNOWN || type->unsized_member ||
	       (p->is_lax && type->is_incomplete && !type->has_other_layout);
}

static void set_unknown(struct body *body, const char *unsized_member)
{
	body->attrs.is_unknown = true;
	if (unsized_member && !body->type->unsized_member)
		body->type->unsized_member = unsized_member;
}

static void add_member(struct parser *p, struct body *body,
		       struct decl_specs *specs, struct declarator *d)
{
	const struct layout_attrs *attrs = &p->lex.decl_attrs;
	struct type_member member = { .name = d->name };
	const struct type *type;
	bool is_unsized;

	p->has_unknown_length = false;
	type = decl_type(p, specs, d);
	is_unsized = has_no_size(p, type);
	if (is_unsized || is_laid_out_otherwise(attrs, type) ||
	    type_resolve(type)->has_other_layout) {
		set_unknown(body, is_unsized ? d->name : NULL);
		return;
	}
	member.type = attributed_type(p, type, attrs);
	if (d->name && member_exists(body, d->name))
		diag_error(p->diags, d->loc, "D_DECL_IDRED",
			   "member redeclared: %s", d->name);
	if (!member_type_ok(p, body, member.type, d->name ? d->name : "",
			    d->loc))
		return;
	if (d->bits) {
		member.bitfield_bits = bitfield_width(p, d, member.type);
		if (p->has_unknown_length)
			set_unknown(body, d->name);
		if (!member.bitfield_bits)
			return;
	}
	push_member(p, body, member);
}

/*
 * `struct { int a; };` is an anonymous member. As in C, a definition with a tag,
 * or of an enum, declares a type, and nothing in the body.
 */
static void add_definition(struct parser *p, struct body *body,
			   const struct decl_specs *specs,
			   const struct type *type)
{
	const struct type *defined = type_resolve(type);

	if (defined->kind == TYPE_ENUM)
		return;
	if (!defined->name && defined->has_other_layout)
		set_unknown(body, defined->unsized_member);
	else if (!defined->name)
		push_member(p, body, (struct type_member){ .type = type });
	else if (!p->is_lax && !p->in_system_header)
		diag_warning(p->diags, specs->loc, "D_DECL_MNAME",
			     "the definition of \"%s\" adds no member here; "
			     "name a member, or remove the tag %s",
			     type_text(p->arena, defined), defined->name);
}

void body_add_members(struct parser *p, struct body *body,
		      struct decl_specs *specs, struct declarator *list)
{
	const struct type *type = decl_base(p, specs);

	if (specs->storage && !p->is_lax)
		diag_error(p->diags, specs->loc, "D_DECL_BADCLASS",
			   "storage class in a struct or union");
	for (struct declarator *d = list; d; d = d->next)
		add_member(p, body, specs, d);
	if (!list && specs->is_definition)
		add_definition(p, body, specs, type);
	else if (!list && !p->is_lax)
		diag_error(p->diags, specs->loc, "D_DECL_MNAME",
			   "member declaration requires a name");
	p->lex.decl_attrs = (struct layout_attrs){ 0 };
}

static void declare_enumerator(struct parser *p, const struct body *body,
			       const char *name, struct loc loc, int64_t value)
{
	struct ident **slot =
		(struct ident **)map_put_str(&p->program->scope, name);
	struct ident *ident;

	if (*slot) {
		if (!p->is_lax)
			diag_error(p->diags, loc, "D_DECL_IDRED",
				   "identifier redeclared: %s", name);
		return;
	}
	ident = *slot = arena_new(p->arena, struct ident);
	ident->kind = IDENT_ENUMERATOR;
	ident->name = name;
	ident->loc = loc;
	ident->type = body->type;
	ident->seq = p->program->clause_cnt;
	ident->enum_value = value;
}

void body_add_enumerator(struct parser *p, struct body *body,
			 const char *name, struct loc loc, struct node *value)
{
	int64_t number = body->next_value;

	if (value && check_constant(p->program, value, p->diags,
				    p->is_lax, &number) < 0 && !p->is_lax)
		diag_error(p->diags, value->loc, "D_DECL_ENCONST",
			   "enumerator '%s' must be assigned to an integral "
			   "constant expression", name);
	/* C headers, which occur only in preprocessed text, have larger ones */
	if ((number < INT32_MIN || number > INT32_MAX) && !p->is_from_cpp &&
	    !p->is_lax)
		diag_error(p->diags, loc, "D_DECL_ENOFLOW",
			   "enumerator '%s' value overflows INT_MAX", name);
	vec_push(&body->enumerators,
		 ((struct type_enumerator){ name, number }));
	declare_enumerator(p, body, name, loc, number);
	body->next_value = (int64_t)((uint64_t)number + 1);
}

/* ------------------------------------------------------------------- layout */

const struct type *attributed_type(struct parser *p, const struct type *type,
				   const struct layout_attrs *attrs)
{
	bool is_signed = type_is_signed(type);
	struct type *none;

	if (is_laid_out_otherwise(attrs, type)) {
		none = type_new_tagged(p->types, TYPE_STRUCT, NULL);
		type_set_unknown(p->types, none);
		return none;
	}
	if (!attrs->mode_bytes || !type_is_integer(type))
		return type;
	switch (attrs->mode_bytes) {
	case 1:
		return type_base(p->types, is_signed ? BASE_SCHAR : BASE_UCHAR);
	case 2:
		return type_base(p->types, is_signed ? BASE_SHORT : BASE_USHORT);
	case 4:
		return type_base(p->types, is_signed ? BASE_INT : BASE_UINT);
	default:
		return type_base(p->types, is_signed ? BASE_LONG : BASE_ULONG);
	}
}

static void lay_out_struct(struct parser *p)
{
	const struct closed_body *body = &p->closed;
	struct type_member *members = arena_new_array(
		p->arena, struct type_member, body->member_cnt + 1);
	int err;

	memcpy(members, body->members, body->member_cnt * sizeof(members[0]));
	err = type_set_members(p->types, body->type, members, body->member_cnt,
			       &body->layout);
	if (err == -ENOTSUP)
		type_set_unknown(p->types, body->type);
	else if (err < 0)
		diag_error(p->diags, body->loc, "D_DECL_ARRBIG",
			   "struct or union is too big");
}

void body_lay_out(struct parser *p)
{
	const struct closed_body *body = &p->closed;

	if (body->layout.attrs.is_unknown)
		type_set_unknown(p->types, body->type);
	else if (body->type->kind != TYPE_ENUM)
		lay_out_struct(p);
	else if (body->layout.attrs.is_packed)
		type_pack_enum(p->types, body->type);
}

static void close_enum(struct parser *p, const struct body *body)
{
	size_t cnt = body->enumerators.cnt;
	struct type_enumerator *enumerators =
		arena_new_array(p->arena, struct type_enumerator, cnt);

	memcpy(enumerators, body->enumerators.v, cnt * sizeof(enumerators[0]));
	type_set_enumerators(p->types, body->type, enumerators, cnt);
}

static void close_struct(struct parser *p, const struct body *body)
{
	size_t cnt = body->members.cnt;
	struct type_member *members =
		arena_new_array(p->arena, struct type_member, cnt + 1);
	struct layout_attrs *attrs =
		arena_new_array(p->arena, struct layout_attrs, cnt + 1);

	if (cnt) {
		memcpy(members, body->members.v, cnt * sizeof(members[0]));
		memcpy(attrs, body->member_attrs.v, cnt * sizeof(attrs[0]));
	}
	p->closed.members = members;
	p->closed.member_cnt = cnt;
	p->closed.layout.members = attrs;
	p->closed.layout.pack_bytes = p->pack.bytes;
}

const struct type *body_end(struct parser *p, struct body *body)
{
	struct type *type = body->type;

	p->closed = (struct closed_body){ .type = type, .loc = body->loc,
					  .layout.attrs = body->attrs };
	if (type->kind == TYPE_ENUM)
		close_enum(p, body);
	else
		close_struct(p, body);
	body_lay_out(p);
	p->lex.decl_attrs = body->outer;
	body_drop(body);
	return type;
}
