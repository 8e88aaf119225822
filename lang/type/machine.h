/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine that D is compiled for.
 */
#ifndef DTRACE_LANG_TYPE_MACHINE_H
#define DTRACE_LANG_TYPE_MACHINE_H

/*
 * MACHINE_REG_CNT: the registers of uregs[]. MACHINE_CONSTANT: the own one of
 * a row's values (lang/table/reg_constants.def). MACHINE_UNNAMED_ALIGN: whether types of
 * bit-fields without a name count for the alignment of a struct.
 */
#if defined(__aarch64__)
enum {
	MACHINE_REG_CNT = 34, /* R_X0 ... R_PSTATE */
	MACHINE_UNNAMED_ALIGN = 1,
};
#define MACHINE_CONSTANT(x86_64, arm64) arm64
#else
enum {
	MACHINE_REG_CNT = 26, /* R_R15 ... R_TRAPNO */
	MACHINE_UNNAMED_ALIGN = 0,
};
#define MACHINE_CONSTANT(x86_64, arm64) x86_64
#endif

#endif
