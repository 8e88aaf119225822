/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of C++ and Rust functions as they are written in the source:
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
 * The readable form of @name, or @name itself if it has none; computed once for
 * each name. @name must not change while the demangler exists; the result is
 * valid as long.
 */
const char *demangle(struct demangler *demangler, const char *name);

#endif
