/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of D, which are those of C plus string and a few kinds of value that
 * only actions and keys can take. Types are interned in a struct type_table:
 * two types are the same exactly when the pointers are equal.
 *
 * Types from outside the program (the kernel's BTF, a program's DWARF) come
 * through a struct type_source, so that this folder needs no kernel.
 */
#ifndef DTRACE_LANG_TYPE_TYPE_H
#define DTRACE_LANG_TYPE_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/text/strbuf.h"

struct type_table;

enum type_kind {
	TYPE_VOID,
	TYPE_INT,	/* char, short ... long long, _Bool */
	TYPE_FLOAT,	/* data only */
	TYPE_ENUM,
	TYPE_STRING,	/* D string, strsize bytes */
	TYPE_POINTER,
	TYPE_ARRAY,
	TYPE_FUNCTION,
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_TYPEDEF,	/* a name for another type */
	TYPE_UNKNOWN,	/* an undeclared name in a provider definition */
	TYPE_SYMADDR,	/* value of sym() func() mod(): a kernel address */
	TYPE_USYMADDR,	/* value of usym() ...: tgid and user address */
	TYPE_STACK,	/* value of stack() ustack() */
	TYPE_DYN,	/* an aggregation, args[], an associative array */
};

enum type_qual {
	QUAL_CONST = 1,
	QUAL_VOLATILE = 2,
};

struct type_member {
	const char *name;	/* NULL for an anonymous struct or union */
	const struct type *type;
	uint32_t offset_bits;
	uint32_t bitfield_bits;	/* 0 = not a bit-field */
};

/* What attributes change in the layout of a type or member. */
struct layout_attrs {
	bool is_packed;
	bool is_unknown;      /* in a way that is not supported */
	bool is_atomic;       /* _Atomic: aligns small structs */
	uint32_t align_bytes; /* 0: its own */
	uint32_t mode_bytes;  /* size of an integer type; 0: its own */
};

/* The same for a struct or union. */
struct type_layout {
	struct layout_attrs attrs;
	uint32_t pack_bytes; /* the most that members are aligned to; 0: any */
	const struct layout_attrs *members; /* of each of them */
};

struct type_enumerator {
	const char *name;
	int64_t value;
};

struct type;

/*
 * Members that a source makes when the type is first resolved: a kernel struct
 * leads to thousands of others. type_resolve() does it; until then the type has
 * only its size. A source embeds this in the data that it needs.
 */
struct type_lazy {
	/* Ends in type_set_layout(). */
	void (*complete)(struct type_lazy *lazy, struct type *type);
};

struct type {
	enum type_kind kind;
	unsigned int quals;	  /* enum type_qual */
	const struct type *bare;  /* the same without quals; may be itself */
	/*
	 * INT, FLOAT, TYPEDEF, UNKNOWN: the name ("unsigned int"); STRUCT,
	 * UNION, ENUM: the tag or NULL. Never contains "struct ".
	 */
	const char *name;
	uint64_t size_bytes;	  /* 0: void, function, incomplete, dynamic */
	uint32_t align_bytes;
	bool is_signed;		  /* INT, ENUM */
	bool is_bool;		  /* INT: _Bool */
	bool is_int128;		  /* FLOAT: an __int128, which is data only */
	bool is_incomplete;	  /* STRUCT, UNION, ENUM; ARRAY without size */
	bool has_other_layout;	  /* incomplete: its layout is not known */
	/* With has_other_layout: the member whose size is not; NULL: attributes */
	const char *unsized_member;
	bool is_builtin;	  /* TYPEDEF: of D, may be declared again */
	bool is_library;	  /* TYPEDEF: by a file of the D library */
	uint32_t attr_align_bytes; /* TYPEDEF: by an attribute, or 0 */
	const struct type *target; /* POINTER, ARRAY, FUNCTION result, TYPEDEF */
	uint64_t elem_cnt;	  /* ARRAY */
	/* STRUCT, UNION: members; ENUM: enumerators */
	const struct type_member *members;
	const struct type_enumerator *enumerators;
	size_t member_cnt;	  /* of either */
	struct type_lazy *lazy;	  /* members are yet to be made, or NULL */
	/* FUNCTION */
	const struct type *const *params;
	size_t param_cnt;
	bool is_variadic;
};

/* The integer and other base types, by rank; see type_base(). */
enum type_base {
	BASE_VOID,
	BASE_BOOL,
	BASE_CHAR, BASE_SCHAR, BASE_UCHAR,
	BASE_SHORT, BASE_USHORT,
	BASE_INT, BASE_UINT,
	BASE_LONG, BASE_ULONG,
	BASE_LLONG, BASE_ULLONG,
	BASE_FLOAT, BASE_DOUBLE, BASE_LDOUBLE,
	BASE_INT128, BASE_UINT128, /* data, like floating-point numbers */
	BASE_STRING,
	BASE_SYMADDR, BASE_USYMADDR, BASE_STACK, BASE_USTACK, BASE_DYN,
	BASE_CNT,
};

/* The source of types that the program does not declare. */
struct type_source {
	/*
	 * Finds a typedef or base type @name, or the struct, union or enum
	 * tag @name (@kind says which; TYPE_TYPEDEF for a plain name), in
	 * @module (NULL = anywhere). Returns 0, -ENOENT or -errno.
	 */
	int (*find)(struct type_source *source, struct type_table *table,
		    const char *module, enum type_kind kind, const char *name,
		    const struct type **ret);
	/*
	 * Finds the enumerator @name of any enum: the enum, and the value. May
	 * be NULL.
	 */
	int (*enumerator)(struct type_source *source, struct type_table *table,
			  const char *name, const struct type **type_ret,
			  int64_t *value_ret);
	/*
	 * Finds the type of the external symbol @name; same results, and
	 * -EPERM: addresses are hidden, -ENODATA: hardly any variable is
	 * listed.
	 */
	int (*symbol)(struct type_source *source, struct type_table *table,
		      const char *module, const char *name,
		      const struct type **type_ret, uint64_t *kaddr_ret);
	/*
	 * The address of the kernel's function @name. Returns 0, -ENOENT or
	 * -errno; a function that does not exist is not searched for among the
	 * symbols, which would take 50 ms or more. May be NULL.
	 */
	int (*function_addr)(struct type_source *source, const char *name,
			     uint64_t *kaddr_ret);
};

/* Typedefs by name, and structs, unions and enums by "struct x". */
struct type_scope {
	struct map names;
	struct map tags;
};

struct type_table {
	struct arena *arena;	    /* borrowed */
	struct type_source *source; /* borrowed, or NULL */
	uint32_t strsize_bytes;	    /* size of string, the NUL included */
	/*
	 * size of string when a struct or array first contained one; 0: none
	 * has
	 */
	uint32_t laid_string_bytes;
	const struct type *base[BASE_CNT];
	struct map interned;	    /* canonical text -> struct type */
	struct map names;	    /* typedefs: name -> struct type */
	struct map builtins;	    /* those built into D */
	struct map tags;	    /* "struct x" -> struct type */
	struct map scopes;	    /* declarations -> struct type_scope */
	struct type_scope *inner;   /* in type_scope.c: the one that was entered, */
	struct type_scope outer;    /* and what was there before */
};

void type_table_init(struct type_table *table, struct arena *arena,
		     struct type_source *source);
void type_table_deinit(struct type_table *table);

/* Notes that a type contains a string, which fixes the size of string. */
static inline void type_note_string(struct type_table *table,
				    const struct type *part)
{
	if (!table->laid_string_bytes && part->kind == TYPE_STRING)
		table->laid_string_bytes = (uint32_t)part->size_bytes;
}

/* Changes the size of string, which then is @strsize_bytes with its NUL. */
void type_set_strsize(struct type_table *table, uint32_t strsize_bytes);

static inline const struct type *type_base(const struct type_table *table,
					   enum type_base base)
{
	return table->base[base];
}

const struct type *type_pointer(struct type_table *table,
				const struct type *target);
const struct type *type_array(struct type_table *table,
			      const struct type *elem, uint64_t elem_cnt);
const struct type *type_qualified(struct type_table *table,
				  const struct type *type, unsigned int quals);

/* A function type; @is_variadic: `...` follows the parameters. */
const struct type *type_function(struct type_table *table,
				 const struct type *result,
				 const struct type *const *params,
				 size_t param_cnt, bool is_variadic);
/* TYPE_UNKNOWN: a word used as a type that nothing declares. */
const struct type *type_unknown(struct type_table *table, const char *name);

/* ---- scopes: type_scope.c */

/*
 * Until type_scope_leave(), names are those of the program and of @decls, which
 * are declarations of a traced program. Returns true the first time: then the
 * caller must declare them.
 */
bool type_scope_enter(struct type_table *table, const char *decls);
void type_scope_leave(struct type_table *table);

/* ---- named types */

/* Declares typedef @name; replaces an older one of that name. */
struct type *type_add_typedef(struct type_table *table, const char *name,
			      const struct type *target);
/*
 * The struct, union or enum @tag (NULL: a new one without tag), created as
 * incomplete if neither the table nor its source has it.
 */
const struct type *type_tagged(struct type_table *table, enum type_kind kind,
			       const char *tag);
/* The same, but a new tag is not looked up in the source. */
struct type *type_new_tagged(struct type_table *table, enum type_kind kind,
			     const char *tag);
/*
 * Completes a struct or union: gives the members their places as C does for
 * LP64. The members' types, names and bitfield_bits are filled in;
 * @members is borrowed, in the arena. @layout: NULL without attributes.
 * Returns 0, -E2BIG, or -ENOTSUP for a bit-field that spans nine bytes.
 */
int type_set_members(struct type_table *table, struct type *type,
		     struct type_member *members, size_t member_cnt,
		     const struct type_layout *layout);
/* Can a bit-field be read? Packed ones can lie in nine bytes. */
static inline bool type_field_fits_word(uint64_t offset_bits, uint64_t bits)
{
	return offset_bits % 8 + bits <= 64;
}
/* Makes a type incomplete, whatever it was, and notes why. */
void type_set_unknown(struct type_table *table, struct type *type);
/* Completes an enum: an int, or a long if values are larger. */
void type_set_enumerators(struct type_table *table, struct type *type,
			  const struct type_enumerator *enumerators,
			  size_t enumerator_cnt);
/* The same with __attribute__((packed)): as short as its values allow. */
void type_pack_enum(struct type_table *table, struct type *type);
/*
 * Completes a struct, union or enum of a source, whose members have their
 * places (or whose enumerators are set) already.
 */
void type_set_layout(struct type_table *table, struct type *type,
		     uint64_t size_bytes, uint32_t align_bytes);
/*
 * The type named by the plain word @name (of @module, or NULL): a typedef of
 * the program, else one of the source. NULL if there is none.
 */
const struct type *type_find(struct type_table *table, const char *module,
			     const char *name);
/* Only types that the program declares or that are built into D. */
const struct type *type_find_declared(const struct type_table *table,
				      const char *name);
/* A typedef of D, also if the program has declared another of its name. */
const struct type *type_find_builtin(const struct type_table *table,
				     const char *name);
/* A member by name, also inside anonymous members; *@offset_bits_ret is from
 * the start of @type. NULL when there is none. */
const struct type_member *type_find_member(const struct type *type,
					   const char *name,
					   uint32_t *offset_bits_ret);
/* The offset of a member in the struct @tag, in bytes; 0 also if unknown. */
uint32_t type_member_off(struct type_table *table, const char *tag,
			 const char *name);

/* The type without typedefs, without qualifiers. */
const struct type *type_resolve(const struct type *type);
/* Size and alignment of the type without typedefs; a typedef made before its
 * struct was complete has none of its own. */
uint64_t type_size_bytes(const struct type *type);
uint32_t type_align_bytes(const struct type *type);
bool type_is_integer(const struct type *type); /* INT or ENUM */
bool type_is_scalar(const struct type *type);  /* integer or pointer */
bool type_is_string(const struct type *type);
/* Whether the type can be used as a string: string, char *, char[N]. */
bool type_is_stringlike(const struct type *type);
/* Whether all members are where C puts them, none packed. */
bool type_is_aligned(const struct type *type);
/* The signed value range: pointers and unsigned integers are unsigned. */
bool type_is_signed(const struct type *type);
/* Is a bit-field of the type? An enum is an int, but in bit-fields only if it
 * has negative values. */
bool type_is_signed_field(const struct type *type);
/* Is it an enum with an enumerator that is too large for an int? */
bool type_exceeds_int(const struct type *type);

/* Appends the type as C text: "const char *", "int (*)(void)", "char [16]". */
void type_print(const struct type *type, struct strbuf *sb);
const char *type_text(struct arena *arena, const struct type *type);
/* The same with a name declared: "int x[5]". */
void type_print_named(const struct type *type, const char *name,
		      struct strbuf *sb);
/*
 * Appends the typedefs that are built into D, or all other types that the
 * program, the D library and the kernel provided: type_dump.c.
 */
void type_table_print(const struct type_table *table, bool built_in,
		      struct strbuf *sb);

#endif
