/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct probes (docs/direct-probes.md), as far as the definition decides:
 * what -h and -G have to agree on.
 */
#ifndef DTRACE_LANG_DIRECT_DECLARATION_H
#define DTRACE_LANG_DIRECT_DECLARATION_H

#include "base/text/strbuf.h"
#include "lang/ast.h"

/*
 * NULL if the arguments of @probe can be passed as an array of long, else
 * static text that says why they can't.
 */
const char *direct_why_not(const struct probe_decl *probe);
/*
 * Appends the name of the provider's agent, "__dtracedirect_shop_1b8c3f02".
 * The number is made of the names of all probes in their order, because the
 * agent gets the place of a probe in it: an object that was compiled with the
 * header of another definition does not link.
 */
void direct_agent_name(const struct provider_decl *provider, struct strbuf *sb);

#endif
