/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What BPF instructions mean, in C: the model that translated programs are
 * compared with.
 */
#ifndef DTRACE_TESTS_UNIT_DIRECT_INTERP_H
#define DTRACE_TESTS_UNIT_DIRECT_INTERP_H

#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>

/* Spelled out: the headers of Linux 6.1 don't have it. */
enum { INTERP_MEMSX = 0x80 };

/*
 * Runs @insns up to BPF_EXIT; the first ld_imm64 loads @memory. There are no
 * calls. Returns r0.
 */
uint64_t interp_run(const struct bpf_insn *insns, void *memory);

#endif
