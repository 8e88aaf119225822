/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPUs. Linux has no processor sets or locality groups in the sense of D: there
 * is only number 0.
 */
typedef id_t psetid_t;
typedef id_t chipid_t;
typedef id_t lgrp_id_t;

/* Clock, type and floating-point unit of a CPU are not read. */
typedef struct processor_info {
	int pi_state;
	string pi_processor_type;
	string pi_fputypes;
	int pi_clock;
} processor_info_t;

inline int P_OFFLINE = 1;
inline int P_ONLINE = 2;

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
	processor_info_t cpu_info;
} cpuinfo_t;

/* a CPU that runs a thread, or is about to, is online */
translator processor_info_t < processorid_t C > {
	pi_state = P_ONLINE;
};

/* from the number of a CPU */
translator cpuinfo_t < processorid_t C > {
	cpu_id = C;
	cpu_pset = 0;
	cpu_chip = 0;
	cpu_lgrp = 0;
	cpu_info = xlate <processor_info_t> (C);
};

/* the CPU on which a thread runs or waits to run */
translator cpuinfo_t < struct task_struct *T > {
	cpu_id = T->thread_info.cpu;
	cpu_pset = 0;
	cpu_chip = 0;
	cpu_lgrp = 0;
	cpu_info = xlate <processor_info_t> ((processorid_t)T->thread_info.cpu);
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> (cpu);
inline psetid_t pset = curcpu->cpu_pset;
inline chipid_t chip = curcpu->cpu_chip;
inline lgrp_id_t lgrp = curcpu->cpu_lgrp;
