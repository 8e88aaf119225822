/* SPDX-License-Identifier: BSD-2-Clause */
/* Aggregations in JSON, as dtrace writes and dtrace-merge reads them. */
#ifndef DTRACE_RUNTIME_CONSUME_FORMAT_JSON_AGG_H
#define DTRACE_RUNTIME_CONSUME_FORMAT_JSON_AGG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/ast.h"
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_ops.h"

/*
 * ,"function":"lquantize","params":[0,30,10],"types":["int32","string"]: the
 * members that all lines of an aggregation share. @params is ident.agg_params;
 * only kind, size and sign of the keys are used.
 */
void json_put_agg_type(enum agg_func func, const int64_t *params,
		       const struct rec_field *keys, size_t key_cnt,
		       struct strbuf *out);
/* The number of ident.agg_params that the function has. */
size_t json_agg_param_cnt(enum agg_func func);
/* Finds kind, size (of an integer) and sign of a key by its word in "types". */
bool json_key_type(const char *word, struct rec_field *ret);

/*
 * The members of a value: ,"value":3 and those that are needed to add several.
 */
void json_put_agg_value(enum agg_func func, const struct agg_value *value,
			struct strbuf *out);

#endif
