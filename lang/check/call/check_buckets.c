// SPDX-License-Identifier: BSD-2-Clause
/*
 * The constant parameters of lquantize() and llquantize(): each by itself
 * (one row of a table), together, and against those of an earlier use of the
 * same aggregation. lang/quantize_buckets.c explains their meaning.
 *
 *	lquantize(value, base, limit, [step, [weight]])
 *	llquantize(value, factor, low, high, [steps, [weight]])
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/quantize_buckets.h"

struct param {
	const char *name;
	int64_t min, max;
	const char *type_tag, *value_tag, *match_tag;
	bool is_step; /* not positive: the tag of the type, not of the value */
};

static const struct param lquant_params[] = {
	[LQUANT_BASE] = { "base", INT32_MIN, INT32_MAX, "D_LQUANT_BASETYPE",
			  "D_LQUANT_BASEVAL", "D_LQUANT_MATCHBASE", false },
	[LQUANT_LIMIT] = { "limit", INT32_MIN, INT32_MAX, "D_LQUANT_LIMTYPE",
			   "D_LQUANT_LIMVAL", "D_LQUANT_MATCHLIM", false },
	[LQUANT_STEP] = { "step", 1, UINT16_MAX, "D_LQUANT_STEPTYPE",
			  "D_LQUANT_STEPVAL", "D_LQUANT_MISMATCH", true },
};

static const struct param llquant_params[] = {
	[LLQUANT_FACTOR] = { "factor", 2, UINT16_MAX, "D_LLQUANT_FACTORTYPE",
			     "D_LLQUANT_FACTORVAL", "D_LLQUANT_MATCHFACTOR", false },
	[LLQUANT_LOW] = { "low magnitude", 0, UINT16_MAX, "D_LLQUANT_LMAGTYPE",
			  "D_LLQUANT_LMAGVAL", "D_LLQUANT_MATCHLMAG", false },
	[LLQUANT_HIGH] = { "high magnitude", 0, UINT16_MAX,
			   "D_LLQUANT_HMAGTYPE", "D_LLQUANT_HMAGVAL",
			   "D_LLQUANT_MATCHHMAG", false },
	[LLQUANT_STEPS] = { "number of steps", 1, UINT16_MAX,
			    "D_LLQUANT_STEPTYPE", "D_LLQUANT_STEPVAL",
			    "D_LLQUANT_MATCHSTEPS", true },
};

static size_t params_of(enum agg_func func, const struct param **ret)
{
	if (func == AGG_lquantize) {
		*ret = lquant_params;
		return sizeof(lquant_params) / sizeof(lquant_params[0]);
	}
	*ret = llquant_params;
	return func == AGG_llquantize ?
		sizeof(llquant_params) / sizeof(llquant_params[0]) :
		0;
}

/* ------------------------------------------------------------- one by one */

static int read_param(struct checker *c, const struct node *call,
		      const struct node *arg, size_t number,
		      const struct param *param, int64_t *ret)
{
	int64_t value;

	if (!arg) { /* the last parameter can be left out */
		*ret = 1;
		return 0;
	}
	if (arg->kind != NODE_INT)
		return diag_error(c->diags, arg->loc, param->type_tag,
				  "%s( ) %s (argument #%zu) must be an integer "
				  "constant",
				  call->call.name, param->name, number);
	value = (int64_t)arg->integer.value;
	if (param->is_step && value <= 0)
		return diag_error(c->diags, arg->loc, param->type_tag,
				  "%s( ) %s (argument #%zu) must be a positive "
				  "integer constant",
				  call->call.name, param->name, number);
	if (value < param->min || value > param->max ||
	    (value < 0 && !type_is_signed(arg->type)))
		return diag_error(c->diags, arg->loc, param->value_tag,
				  "%s( ) %s (argument #%zu) must be between "
				  "%" PRId64 " and %" PRId64,
				  call->call.name, param->name, number,
				  param->min, param->max);
	*ret = value;
	return 0;
}

/* --------------------------------------------------------------- together */

static int check_lquant(struct checker *c, const struct node *call,
			const int64_t *params)
{
	int64_t range = params[LQUANT_LIMIT] - params[LQUANT_BASE];

	if (range <= 0)
		return diag_error(c->diags, call->loc, "D_LQUANT_MISMATCH",
				  "lquantize( ) base (argument #2) must be "
				  "less than limit (argument #3)");
	if (range < params[LQUANT_STEP])
		return diag_error(c->diags, call->loc, "D_LQUANT_STEPLARGE",
				  "lquantize( ) step (argument #4) is too "
				  "large: there is no level between base and "
				  "limit");
	if (range / params[LQUANT_STEP] > BUCKET_MAX - 2)
		return diag_error(c->diags, call->loc, "D_LQUANT_STEPSMALL",
				  "lquantize( ) step (argument #4) is too "
				  "small: %" PRId64 " levels, the limit is %d",
				  range / params[LQUANT_STEP], BUCKET_MAX - 2);
	return 0;
}

/* factor to the power of high + 1, the end of the last magnitude, is signed */
static int check_magnitudes(struct checker *c, const struct node *call,
			    const int64_t *params)
{
	int64_t end = 1;

	if (params[LLQUANT_HIGH] < params[LLQUANT_LOW])
		return diag_error(c->diags, call->loc, "D_LLQUANT_HMAGVAL",
				  "llquantize( ) high magnitude (argument #4) "
				  "must not be less than low magnitude "
				  "(argument #3)");
	for (int64_t i = 0; i <= params[LLQUANT_HIGH]; i++) {
		if (end > INT64_MAX / params[LLQUANT_FACTOR])
			return diag_error(c->diags, call->loc,
					  "D_LLQUANT_HMAGVAL",
					  "llquantize( ) high magnitude "
					  "(argument #4) is too large: %" PRId64
					  " to the power of %" PRId64
					  " is beyond the largest value, "
					  "9223372036854775807",
					  params[LLQUANT_FACTOR],
					  params[LLQUANT_HIGH] + 1);
		end *= params[LLQUANT_FACTOR];
	}
	return 0;
}

/* Does the number of steps divide each magnitude into equal whole widths? */
static bool steps_divide(const int64_t *params)
{
	int64_t factor = params[LLQUANT_FACTOR], steps = params[LLQUANT_STEPS];
	int64_t end = factor;

	if (steps <= factor)
		return factor % steps == 0;
	for (int64_t i = 0; i < params[LLQUANT_LOW]; i++)
		end *= factor;
	/* the values of the first magnitude are fewer: see lang/quantize_buckets.c */
	if (!params[LLQUANT_LOW])
		end = factor * factor;
	return steps % factor == 0 && end % steps == 0;
}

static int check_llquant(struct checker *c, const struct node *call,
			 const int64_t *params)
{
	if (check_magnitudes(c, call, params) < 0)
		return -EINVAL;
	if (!steps_divide(params))
		return diag_error(c->diags, call->loc, "D_LLQUANT_STEPVAL",
				  "llquantize( ) number of steps (argument #5) "
				  "must divide the factor, or be a multiple of "
				  "it that divides each magnitude");
	if (llquant_bucket_cnt(params) > BUCKET_MAX)
		return diag_error(c->diags, call->loc, "D_LLQUANT_STEPVAL",
				  "llquantize( ) number of steps (argument #5) "
				  "is too large: %u buckets, the limit is %d",
				  llquant_bucket_cnt(params), BUCKET_MAX);
	return 0;
}

int check_bucket_params(struct checker *c, const struct node *call,
			enum agg_func func, int64_t *params)
{
	const struct node *arg = call->call.args;
	const struct param *rows;
	size_t cnt = params_of(func, &rows);

	for (size_t i = 0; i < cnt; i++) {
		arg = arg ? arg->next : NULL;
		if (read_param(c, call, arg, i + 2, &rows[i], &params[i]) < 0)
			return -EINVAL;
	}
	if (func == AGG_lquantize)
		return check_lquant(c, call, params);
	return func == AGG_llquantize ? check_llquant(c, call, params) : 0;
}

int compare_bucket_params(struct checker *c, const struct node *call,
			  const struct ident *ident, const int64_t *params)
{
	const struct param *rows;
	size_t cnt = params_of(ident->agg_func, &rows);

	for (size_t i = 0; i < cnt; i++)
		if (params[i] != ident->agg_params[i])
			return diag_error(
				c->diags, call->loc, rows[i].match_tag,
				"%s( ) %s (argument #%zu) is %" PRId64
				", but %" PRId64 " in an earlier use of @%s: "
				"line %u",
				call->call.name, rows[i].name, i + 2, params[i],
				ident->agg_params[i], ident->name,
				src_pos(ident->loc.src, ident->loc.begin).line);
	return 0;
}

bool bucket_params_valid(enum agg_func func, const int64_t *params)
{
	struct arena arena;
	struct diag_list unseen;
	struct checker c = { .diags = &unseen };
	const struct node nowhere = { 0 };
	const struct param *rows;
	size_t cnt = params_of(func, &rows);
	bool is_valid = true;

	arena_init(&arena);
	diag_init(&unseen, &arena);
	for (size_t i = 0; i < cnt; i++)
		is_valid &=
			params[i] >= rows[i].min && params[i] <= rows[i].max;
	if (is_valid && func == AGG_lquantize)
		is_valid = check_lquant(&c, &nowhere, params) == 0;
	else if (is_valid && func == AGG_llquantize)
		is_valid = check_llquant(&c, &nowhere, params) == 0;
	diag_deinit(&unseen);
	arena_deinit(&arena);
	return is_valid;
}
