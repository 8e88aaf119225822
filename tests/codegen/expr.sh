#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Random integer expressions: our BPF (expr.c) and a model of D's rules (tests/tools/ranks.c) agree. SEED chooses the
# expressions, EXPRS is their number.
. tests/codegen/build.inc
build expr "$TMP/expr" || { echo "not ok expr: it does not compile"; exit 1; }
"$(tests/tools/build ranks)" expr "${SEED:-20261121}" "${EXPRS:-2000}" >"$TMP/model"
"$TMP/expr" "$TMP/model"
