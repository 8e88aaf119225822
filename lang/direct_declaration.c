// SPDX-License-Identifier: BSD-2-Clause
#include "lang/direct_declaration.h"

#include <string.h>

#include "base/hash.h"

/*
 * A type that the definition doesn't declare can be anything in the program:
 * a double would lose its fraction, a struct would not compile.
 */
static const char *type_why_not(const struct type *declared)
{
	const struct type *type = type_resolve(declared);

	switch (type->kind) {
	case TYPE_INT:
	case TYPE_ENUM:
		return type->size_bytes <= 8 ? NULL : "an argument is wider than a long";
	case TYPE_STRING:
	case TYPE_POINTER:
	case TYPE_ARRAY:
	case TYPE_FUNCTION:
		return NULL;
	case TYPE_UNKNOWN:
		return "an argument has a type that is not declared here";
	case TYPE_FLOAT:
		return "an argument is floating point";
	case TYPE_VOID:
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_TYPEDEF:
	case TYPE_SYMADDR:
	case TYPE_USYMADDR:
	case TYPE_STACK:
	case TYPE_DYN:
		break;
	}
	return "an argument is neither an integer nor a pointer";
}

const char *direct_why_not(const struct probe_decl *probe)
{
	const char *why = NULL;

	for (const struct probe_param *p = probe->native; p && !why;
	     p = p->next)
		why = type_why_not(p->type);
	return why;
}

/* The hash is of the names, the final NUL of each one included. */
void direct_agent_name(const struct provider_decl *provider, struct strbuf *sb)
{
	struct strbuf names = { 0 };

	for (const struct probe_decl *probe = provider->probes; probe;
	     probe = probe->next)
		strbuf_add(&names, probe->name, strlen(probe->name) + 1);
	strbuf_printf(sb, "__dtracedirect_%s_%08x", provider->name,
		      hash_bytes(names.text, names.len));
	strbuf_deinit(&names);
}
