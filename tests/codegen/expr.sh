#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Random integer expressions: our BPF, constant folding and the C compiler agree (expr.c). SEED, EXPRS: others, more.
. tests/codegen/build.inc
build expr "$TMP/expr" || { echo "not ok expr: it does not compile"; exit 1; }
CC="$CC" "$TMP/expr" "$TMP" "${SEED:-20261121}" "${EXPRS:-2000}"
