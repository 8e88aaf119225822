// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/tgid_dispatch.h"

#include <stdlib.h>

#include "base/map.h"
#include "runtime/provider/user.h"

/* If the table would be larger, links stay filtered. */
enum { CELL_MAX = 4 << 20 };

struct forming {
	struct tgid_dispatch *shared;
	struct map file_pids; /* (file, tgid) */
	struct map files;     /* file -> how many tgids */
	struct map rows;      /* (file, place) -> row + 1 */
};

/* Counts the processes of each file. Returns false if no file has enough. */
static bool count_processes(struct forming *forming,
			    const struct tgid_dispatch_site *sites, size_t cnt)
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

static bool is_shared(const struct forming *forming,
		      const struct tgid_dispatch_site *site)
{
	void **file = map_find(&forming->files, &site->file_idx,
			       sizeof(site->file_idx));

	return site->tgid && (uintptr_t)*file >= CROWD_MIN;
}

static void list_tgids(struct forming *forming)
{
	struct tgid_dispatch *shared = forming->shared;
	size_t kept = 0;

	for (size_t i = 0; i < forming->file_pids.cnt; i++) {
		const uint32_t *key = forming->file_pids.entries[i].key;

		if (is_shared(forming,
			      &(struct tgid_dispatch_site){ .file_idx = key[0],
							    .tgid = key[1] }))
			vec_push(&shared->tgids, ABI_ROW | key[1]);
	}
	qsort(shared->tgids.v, shared->tgids.cnt, sizeof(shared->tgids.v[0]),
	      prov_compare_words);
	for (size_t i = 0; i < shared->tgids.cnt; i++)
		if (!i || shared->tgids.v[i] != shared->tgids.v[i - 1])
			shared->tgids.v[kept++] = shared->tgids.v[i];
	shared->tgids.cnt = kept;
}

/* Numbers the rows. Returns how many there are. */
static size_t number_rows(struct forming *forming,
			  struct tgid_dispatch_site *sites, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		uint64_t key[2] = { sites[i].file_idx, sites[i].place };
		void **slot;

		if (!is_shared(forming, &sites[i]))
			continue;
		slot = map_put(&forming->rows, key, sizeof(key));
		if (!*slot)
			*slot = (void *)(uintptr_t)forming->rows.cnt;
		sites[i].row = (uint32_t)(uintptr_t)*slot;
	}
	return forming->rows.cnt;
}

static void fill(struct tgid_dispatch *shared,
		 const struct tgid_dispatch_site *sites, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		uint64_t tgid = ABI_ROW | sites[i].tgid;
		const uint64_t *at;
		uint64_t *tag;

		if (!sites[i].row)
			continue;
		at = bsearch(&tgid, shared->tgids.v, shared->tgids.cnt,
			     sizeof(tgid), prov_compare_words);
		tag = &shared->tags.v[(sites[i].row - 1) * shared->tgids.cnt +
				     (size_t)(at - shared->tgids.v)];
		if (*tag == ABI_NO_TAG)
			*tag = sites[i].tag;
	}
}

void tgid_dispatch_form(struct tgid_dispatch *shared,
			struct tgid_dispatch_site *sites, size_t cnt,
			struct abi_identity *identity)
{
	struct forming forming = { .shared = shared };
	size_t row_cnt = 0;

	for (size_t i = 0; i < cnt; i++)
		sites[i].row = 0;
	if (count_processes(&forming, sites, cnt)) {
		list_tgids(&forming);
		row_cnt = number_rows(&forming, sites, cnt);
	}
	if (row_cnt * shared->tgids.cnt > CELL_MAX) {
		row_cnt = 0;
		for (size_t i = 0; i < cnt; i++)
			sites[i].row = 0;
	}
	if (row_cnt) {
		for (size_t i = 0; i < row_cnt * shared->tgids.cnt; i++)
			vec_push(&shared->tags, ABI_NO_TAG);
		fill(shared, sites, cnt);
		identity->kind = ABI_ID_ROWS;
		identity->rows = (struct abi_rows){
			.tgids = shared->tgids.v,
			.tgid_cnt = (uint32_t)shared->tgids.cnt,
			.tags = shared->tags.v,
			.row_cnt = (uint32_t)row_cnt,
		};
	}
	map_deinit(&forming.file_pids);
	map_deinit(&forming.files);
	map_deinit(&forming.rows);
}

void tgid_dispatch_deinit(struct tgid_dispatch *shared)
{
	vec_deinit(&shared->tgids);
	vec_deinit(&shared->tags);
}
