// SPDX-License-Identifier: BSD-2-Clause
/*
 * See uprobe_backend.h.
 */
#include "runtime/kernel/feature/uprobe_backend.h"

#include "runtime/kernel/feature/feature.h"

enum kern_backend kern_backend(void)
{
	return feature_has(FEAT_uprobe_multi) ? KERN_UPROBE_MULTI :
						KERN_UPROBE_PERF;
}
