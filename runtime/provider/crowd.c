// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/crowd.h"

#include <stdlib.h>

#include "base/map.h"
#include "runtime/provider/user.h"

/* A larger table is not made: links stay filtered. */
enum { CELL_MAX = 4 << 20 };

struct forming {
	struct crowd *crowd;
	struct map file_pids; /* (file, tgid) */
	struct map files;     /* file -> how many tgids */
	struct map rows;      /* (file, place) -> row + 1 */
};

/* Counts the processes of each file. False: none has enough of them. */
static bool count_processes(struct forming *forming,
			    const struct crowd_site *sites, size_t cnt)
{
	bool ret = false;

	for (size_t i = 0; i < cnt; i++) {
		uint32_t key[2] = { sites[i].file_idx, sites[i].tgid };
		uintptr_t *file;
		void **seen;

		if (!sites[i].tgid)
			continue;
		seen = map_put(&forming->file_pids, key, sizeof(key));
		if (*seen)
			continue;
		*seen = forming;
		file = (uintptr_t *)map_put(&forming->files, key,
					    sizeof(key[0]));
		if (++*file >= CROWD_MIN)
			ret = true;
	}
	return ret;
}

static bool is_crowded(const struct forming *forming,
		       const struct crowd_site *site)
{
	void **file = map_find(&forming->files, &site->file_idx,
			       sizeof(site->file_idx));

	return site->tgid && (uintptr_t)*file >= CROWD_MIN;
}

static void list_tgids(struct forming *forming)
{
	struct crowd *crowd = forming->crowd;
	size_t kept = 0;

	for (size_t i = 0; i < forming->file_pids.cnt; i++) {
		const uint32_t *key = forming->file_pids.entries[i].key;

		if (is_crowded(forming, &(struct crowd_site){
				.file_idx = key[0], .tgid = key[1] }))
			vec_push(&crowd->tgids, ABI_ROW | key[1]);
	}
	qsort(crowd->tgids.v, crowd->tgids.cnt, sizeof(crowd->tgids.v[0]),
	      prov_compare_words);
	for (size_t i = 0; i < crowd->tgids.cnt; i++)
		if (!i || crowd->tgids.v[i] != crowd->tgids.v[i - 1])
			crowd->tgids.v[kept++] = crowd->tgids.v[i];
	crowd->tgids.cnt = kept;
}

/* Numbers the rows. Returns how many there are. */
static size_t number_rows(struct forming *forming, struct crowd_site *sites,
			  size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		uint64_t key[2] = { sites[i].file_idx, sites[i].place };
		void **slot;

		if (!is_crowded(forming, &sites[i]))
			continue;
		slot = map_put(&forming->rows, key, sizeof(key));
		if (!*slot)
			*slot = (void *)(uintptr_t)forming->rows.cnt;
		sites[i].row = (uint32_t)(uintptr_t)*slot;
	}
	return forming->rows.cnt;
}

static void fill(struct crowd *crowd, const struct crowd_site *sites,
		 size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		uint64_t tgid = ABI_ROW | sites[i].tgid;
		const uint64_t *at;
		uint64_t *tag;

		if (!sites[i].row)
			continue;
		at = bsearch(&tgid, crowd->tgids.v, crowd->tgids.cnt,
			     sizeof(tgid), prov_compare_words);
		tag = &crowd->tags.v[(sites[i].row - 1) * crowd->tgids.cnt +
				     (size_t)(at - crowd->tgids.v)];
		if (*tag == ABI_NO_TAG)
			*tag = sites[i].tag;
	}
}

void crowd_form(struct crowd *crowd, struct crowd_site *sites, size_t cnt,
		struct abi_rows *ret)
{
	struct forming forming = { .crowd = crowd };
	size_t row_cnt = 0;

	*ret = (struct abi_rows){ 0 };
	for (size_t i = 0; i < cnt; i++)
		sites[i].row = 0;
	if (count_processes(&forming, sites, cnt)) {
		list_tgids(&forming);
		row_cnt = number_rows(&forming, sites, cnt);
	}
	if (row_cnt * crowd->tgids.cnt > CELL_MAX) {
		row_cnt = 0;
		for (size_t i = 0; i < cnt; i++)
			sites[i].row = 0;
	}
	if (row_cnt) {
		for (size_t i = 0; i < row_cnt * crowd->tgids.cnt; i++)
			vec_push(&crowd->tags, ABI_NO_TAG);
		fill(crowd, sites, cnt);
		*ret = (struct abi_rows){
			.tgids = crowd->tgids.v,
			.tgid_cnt = (uint32_t)crowd->tgids.cnt,
			.tags = crowd->tags.v,
			.row_cnt = (uint32_t)row_cnt,
		};
	}
	map_deinit(&forming.file_pids);
	map_deinit(&forming.files);
	map_deinit(&forming.rows);
}

void crowd_deinit(struct crowd *crowd)
{
	vec_deinit(&crowd->tgids);
	vec_deinit(&crowd->tags);
}
