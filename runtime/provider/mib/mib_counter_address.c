/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: a counter, the types of the kernel. Out: the address of its word of a CPU,
 *
 *	task->nsproxy->net_ns		the network namespace of dtrace
 *	  ->mib.tcp_statistics		words of the set
 *	+ 8 * TCP_MIB_OUTSEGS		the counter's
 *	+ the CPU's offset		if each CPU has words of its own
 */
#include <errno.h>
#include <string.h>

#include "runtime/provider/mib/mib.h"

static const struct {
	/* a member of struct net, and the name of its type */
	const char *in_net;
	const char *type;
	const char *member;
	bool is_each_cpu;
	const char *module;
} sets[] = {
#define EACH_CPU true
#define SHARED	 false
#define MIB_SET(set, in_net, member, place, module) \
	[MIB_##set] = { in_net, "netns_" in_net, member, place, module },
#define COUNTER(name, set, enumerator, shown)
#define MESSAGES(name, set, number, shown)
#define MIB_NEVER(name, why)
#include "runtime/provider/mib/counters.def"
#undef MIB_SET
#undef COUNTER
#undef MESSAGES
#undef MIB_NEVER
#undef EACH_CPU
#undef SHARED
};

bool mib_is_each_cpu(enum mib_set set)
{
	return sets[set].is_each_cpu;
}

const char *mib_module(enum mib_set set)
{
	return *sets[set].module ? sets[set].module : NULL;
}

/* Is the enumerator's name the first word of @text? */
static bool is_word(const char *text, const char *name)
{
	size_t len = strcspn(text, " ");

	return strlen(name) == len && !strncmp(text, name, len);
}

/*
 * Searches all enums of the kernel for the one with this enumerator, which
 * takes time. 0 or -ENOENT.
 */
static int find_enum(struct mib_places *places, enum mib_set set,
		     const char *text)
{
	struct type_source *source = places->types->source;
	const struct type *type;
	int64_t value;
	char name[64];
	size_t len = strcspn(text, " ");

	if (len >= sizeof(name) || !source || !source->enumerator)
		return -ENOENT;
	memcpy(name, text, len);
	name[len] = '\0';
	if (source->enumerator(source, places->types, name, &type, &value))
		return -ENOENT;
	places->enums[set] = type_resolve(type);
	return 0;
}

/* Finds the enumerator whose name is the first word of @text. 0 or -ENOENT. */
static int enumerator(struct mib_places *places, enum mib_set set,
		      const char *text, uint32_t *ret)
{
	const struct type *type;

	if (!places->enums[set] && find_enum(places, set, text))
		return -ENOENT;
	type = places->enums[set];
	for (size_t i = 0; i < type->member_cnt; i++) {
		if (!is_word(text, type->enumerators[i].name))
			continue;
		*ret = (uint32_t)type->enumerators[i].value;
		return 0;
	}
	return -ENOENT;
}

int mib_number(struct mib_places *places, const struct mib_counter *counter,
	       uint32_t *ret)
{
	static const char or[] = " or ", with[] = " with ";
	const char *text = counter->enumerator, *other;
	uint32_t unused;
	int err;

	*ret = counter->number;
	if (!text)
		return 0;
	err = enumerator(places, counter->set, text, ret);
	other = strstr(text, or);
	if (err && other)
		err = enumerator(places, counter->set, other + strlen(or), ret);
	other = strstr(text, with);
	if (!err && other)
		err = enumerator(places, counter->set, other + strlen(with),
				 &unused);
	return err;
}

/* Adds the offset of a member of a kernel struct. 0 or -ENOENT. */
static int add_off(struct type_table *types, const char *tag, const char *name,
		   uint64_t *kaddr)
{
	const struct type *type =
		type_resolve(type_tagged(types, TYPE_STRUCT, tag));
	uint32_t off_bits;

	if (!type_find_member(type, name, &off_bits))
		return -ENOENT;
	*kaddr += off_bits / 8;
	return 0;
}

/* Follows the pointer in that member: *kaddr becomes its value. 0 or -errno. */
static int follow(const struct mib_places *places, const char *tag,
		  const char *name, uint64_t *kaddr)
{
	int err = add_off(places->types, tag, name, kaddr);

	return err ? err : kern_peek_word(&places->peek, *kaddr, kaddr);
}

int mib_places_open(struct mib_places *places, struct kern_log *log)
{
	int err;

	if (places->is_open)
		return 0;
	err = kern_peek_init(&places->peek, log);
	if (err)
		return err;
	places->is_open = true;
	err = kern_peek_task(&places->peek, &places->net_kaddr);
	if (!err)
		err = follow(places, "task_struct", "nsproxy",
			     &places->net_kaddr);
	if (!err)
		err = follow(places, "nsproxy", "net_ns", &places->net_kaddr);
	if (!err)
		return 0;
	mib_places_close(places);
	return kern_log_errno(log, err, "can't find this network namespace in "
					"the kernel's memory");
}

void mib_places_close(struct mib_places *places)
{
	if (places->is_open)
		kern_peek_deinit(&places->peek);
	places->is_open = false;
}

int mib_set_find(const struct mib_places *places, enum mib_set set,
		 uint64_t *kaddr_ret)
{
	int err;

	*kaddr_ret = places->net_kaddr;
	err = add_off(places->types, "net", sets[set].in_net, kaddr_ret);
	if (!err)
		err = follow(places, sets[set].type, sets[set].member,
			     kaddr_ret);
	return err ? err : *kaddr_ret ? 0 : -ENXIO;
}

int mib_find(struct mib_places *places, const struct mib_counter *counter,
	     uint32_t cpu, uint64_t *kaddr_ret)
{
	uint64_t cpu_off = 0, pptrs_off = 0;
	uint32_t number;
	int err = mib_number(places, counter, &number);

	if (!err)
		err = mib_set_find(places, counter->set, kaddr_ret);
	if (!err && sets[counter->set].is_each_cpu) {
		err = add_off(places->types, "bpf_array", "pptrs", &pptrs_off);
		if (!err)
			err = kern_peek_cpu_off(&places->peek, cpu,
						(uint32_t)pptrs_off, &cpu_off);
	}
	*kaddr_ret += number * sizeof(uint64_t) + cpu_off;
	return err;
}
