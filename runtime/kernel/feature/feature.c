/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of features and the results. A feature is tried (trial_*.c) when it
 * is first asked for, so a session that needs only a few pays only for those. A
 * trial load takes 0.03 ms, a trial link a grace period.
 *
 *	uprobe_multi       yes  one link for many uprobes
 *	kprobe             no   kprobes as perf events
 *	                        this kernel has no PMU "kprobe"; lost: no fbt
 */
#include "runtime/kernel/feature/feature.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "runtime/kernel/feature/trial.h"

static const struct {
	const char *name, *text, *cost;
	int (*try)(struct strbuf *why);
} rows[] = {
#define FEATURE(name, text, cost) { #name, text, cost, try_##name },
#include "runtime/kernel/feature/features.def"
#undef FEATURE
};

static struct {
	bool is_tried, has;
	struct strbuf why;
} answers[FEAT_CNT];

bool feature_has(enum feature feature)
{
	if (!answers[feature].is_tried) {
		answers[feature].is_tried = true;
		answers[feature].has =
			!rows[feature].try(&answers[feature].why);
		if (answers[feature].has)
			strbuf_clear(&answers[feature].why);
	}
	return answers[feature].has;
}

bool feature_release_is(const char *release, unsigned int major,
			unsigned int minor)
{
	unsigned int its_major, its_minor;

	return sscanf(release, "%u.%u", &its_major, &its_minor) == 2 &&
		(its_major > major ||
		 (its_major == major && its_minor >= minor));
}

bool feature_assumes_unwind(void)
{
#if defined(__x86_64__)
	struct utsname system;

	if (!answers[FEAT_unwind].is_tried && !uname(&system) &&
	    feature_release_is(system.release, 6, 1))
		return true;
#endif
	return feature_has(FEAT_unwind);
}

const char *feature_reason(enum feature feature)
{
	return feature_has(feature) ? "" : strbuf_text(&answers[feature].why);
}

enum feature feature_find(const char *name)
{
	int i = 0;

	while (i < FEAT_CNT && strcmp(rows[i].name, name))
		i++;
	return i;
}

void feature_print(struct strbuf *sb)
{
	for (int i = 0; i < FEAT_CNT; i++) {
		bool has = feature_has(i);

		strbuf_printf(sb, "%-18s %-3s  %s\n", rows[i].name,
			      has ? "yes" : "no", rows[i].text);
		if (!has)
			strbuf_printf(sb, "%-18s      %s; lost: %s\n", "",
				      feature_reason(i), rows[i].cost);
	}
}
