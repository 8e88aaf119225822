/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of C++ and Rust functions as their programmers write them:
 *
 *	_ZN4tree4walkEi				tree::walk(int)
 *	_RNvCs1234_7mycrate3foo			mycrate::foo
 *	_ZN4core3fmt5write17h0123456789abcdefE	core::fmt::write
 */
#ifndef DTRACE_RUNTIME_SYMBOL_DEMANGLE_H
#define DTRACE_RUNTIME_SYMBOL_DEMANGLE_H

struct demangler;

struct demangler *demangler_create(void);
/* NULL is legal. */
void demangler_destroy(struct demangler *demangler);

/*
 * The readable form of @name, or @name itself when it has none; each is made
 * once. @name must stay as it is while the demangler lives; so does the
 * result.
 */
const char *demangle(struct demangler *demangler, const char *name);

#endif
