// SPDX-License-Identifier: BSD-2-Clause
/* backs.c for machines that check where indirect branches lead. */
#include "tests/triggers/backs.c"
