/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counters of the mib provider (counters.def), and where the kernel has
 * them.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_MIB_MIB_H
#define DTRACE_RUNTIME_PROVIDER_MIB_MIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/type/type.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/peek.h"

enum mib_set {
#define MIB_SET(set, in_net, member, place, module) MIB_##set,
#define COUNTER(name, set, enumerator, shown)
#define MESSAGES(name, set, number, shown)
#define MIB_NEVER(name, why)
#include "runtime/provider/mib/counters.def"
#undef MIB_SET
#undef COUNTER
#undef MESSAGES
#undef MIB_NEVER
	MIB_SET_CNT,
};

struct mib_counter {
	const char *name;
	enum mib_set set;
	const char *enumerator; /* NULL: it is identified by `number` */
	uint32_t number;
	const char *why; /* why it can't be counted; or NULL */
};

/* Addresses in dtrace's network namespace. Zeroed: nothing is known. */
struct mib_places {
	struct type_table *types;
	/* for each set: the kernel's enum of counters, once one was found */
	const struct type *enums[MIB_SET_CNT];
	bool is_open;
	struct kern_peek peek;
	uint64_t net_kaddr;
};

/*
 * Finds the index of the counter's word in the types of the running kernel: 0,
 * or -ENOENT if it has no such counter.
 */
int mib_number(struct mib_places *places, const struct mib_counter *counter,
	       uint32_t *ret);
/* Does each CPU have its own words? Words that are shared only grow by 1. */
bool mib_is_each_cpu(enum mib_set set);
/* The module that must be loaded for the set, or NULL. */
const char *mib_module(enum mib_set set);

/* May be called again. Returns 0, or -errno with @log filled. */
int mib_places_open(struct mib_places *places, struct kern_log *log);
void mib_places_close(struct mib_places *places);
/*
 * The address of the set's words: 0 or -errno; -ENXIO: they do not exist now,
 * -ENOENT: they never exist in this kernel. @places must be open.
 */
int mib_set_find(const struct mib_places *places, enum mib_set set,
		 uint64_t *kaddr_ret);
/*
 * The address of the counter's word of @cpu: 0 or -errno. @places must be open.
 */
int mib_find(struct mib_places *places, const struct mib_counter *counter,
	     uint32_t cpu, uint64_t *kaddr_ret);

#endif
