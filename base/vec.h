/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Growable arrays. A vector of T is any struct made by VEC(T):
 *
 *	VEC(struct sdt_site) sites = { 0 };
 *	*vec_add(&sites) = site;
 *	for (size_t i = 0; i < sites.cnt; i++)
 *		use(&sites.v[i]);
 *	vec_deinit(&sites);
 *
 * vec_add() may move the elements: hold indexes, not pointers, across it.
 */
#ifndef DTRACE_BASE_VEC_H
#define DTRACE_BASE_VEC_H

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define VEC(type) \
	struct { \
		type *v; \
		size_t cnt; \
		size_t cap; \
	}

/* Address of a new zeroed element at the end. */
#define vec_add(vec) \
	({ \
		__typeof__(vec) vec_ = (vec); \
		if (vec_->cnt == vec_->cap) { \
			vec_->cap = vec_->cap ? vec_->cap * 2 : 8; \
			vec_->v = xrealloc_array(vec_->v, vec_->cap, \
						 sizeof(vec_->v[0])); \
		} \
		memset(&vec_->v[vec_->cnt], 0, sizeof(vec_->v[0])); \
		&vec_->v[vec_->cnt++]; \
	})
#define vec_push(vec, item) (*vec_add(vec) = (item))
#define vec_deinit(vec) \
	do { \
		free((vec)->v); \
		memset((vec), 0, sizeof(*(vec))); \
	} while (0)

#endif
