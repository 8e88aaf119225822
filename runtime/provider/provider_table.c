// SPDX-License-Identifier: BSD-2-Clause
/*
 * The providers, in the order of their rows.
 */
#include "runtime/provider/provider.h"

const struct provider_ops *const provider_table[PROVIDER_CNT] = {
#define PROVIDER(name, what) [PROVIDER_##name] = &provider_##name,
#include "runtime/provider/providers.def"
#undef PROVIDER
};
