/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the root tests of runtime/kernel share: one line per result, small
 * programs made by hand, and a victim process with 1024 probe sites.
 */
#ifndef DTRACE_TESTS_KERNEL_KERNEL_TEST_H
#define DTRACE_TESTS_KERNEL_KERNEL_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/insn.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/load.h"

/* Prints `ok NAME`, or `not ok NAME: FORMAT...`. */
void check(const char *name, bool is_ok, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Exit status for main(): 1 when a check failed. */
int check_result(void);
/* Ends the test when @err is an error; @log may be NULL. */
void must(int err, const char *what, const struct kern_log *log);
uint64_t now_ns(void);

/* ------------------------------------------------------- programs and maps */

enum { SITE_CNT = 1024, TEST_RING_BYTES = 1 << 16 };

/* Maps of a session: control, counters, rings, and SITE_CNT words unkeyed. */
void test_maps_create(struct kern_maps *maps);
/* Word @idx of the unkeyed map. */
uint64_t test_word(const struct kern_maps *maps, unsigned int idx);

/*
 * Makes code of @insns (copied); references are added by the functions below.
 */
void test_code_init(struct code *code, const char *name, uint32_t prog_type,
		    const struct bpf_insn *insns, size_t cnt);
void test_code_ref(struct code *code, enum code_ref_kind kind,
		   uint32_t insn_idx, uint32_t target, uint32_t addend);
void test_code_deinit(struct code *code);
/* Program for uprobes: adds 1 to the word whose number is the cookie. */
int test_load_counter(const struct kern_maps *maps, enum kern_backend backend,
		      bool is_sleepable);

/* ------------------------------------------------------------------- victim */

/* A forked copy of this program that calls sites when told to. */
struct victim {
	pid_t pid;
	int to_fd, from_fd;
};

void victim_start(struct victim *victim);
/* Calls sites @first .. @first + @cnt - 1, each @times times. */
void victim_call(const struct victim *victim, uint32_t first, uint32_t cnt,
		 uint32_t times);
/* Sum of the semaphores of these sites, as the victim sees them. */
uint32_t victim_semas(const struct victim *victim, uint32_t first,
		      uint32_t cnt);
void victim_stop(struct victim *victim);

/* Site @idx with its file offsets; with_sema false: sema_fileoff 0. */
struct kern_site test_site(uint32_t idx, bool with_sema);
/* Fills sites @first ... in order. */
void test_sites(struct kern_site *sites, uint32_t first, uint32_t cnt,
		bool with_sema);
/* File offset of an address of this program. */
uint64_t test_fileoff(const void *addr);

#endif
