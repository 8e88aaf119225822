/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes and threads, in the form of /proc of Solaris, translated from the
 * kernel's struct task_struct. Members that Linux has no value for are 0.
 */
#pragma D depends_on module vmlinux

typedef long time_t;
typedef id_t psetid_t;
typedef id_t taskid_t;
typedef id_t dprojid_t;
typedef id_t poolid_t;
typedef id_t zoneid_t;

typedef struct timestruc {
	time_t tv_sec;
	long tv_nsec;
} timestruc_t;

typedef struct timestruc timespec_t;

typedef struct dtimeval {
	time_t tv_sec;
	long tv_usec;
} timeval_t;

typedef struct lwpsinfo {
	int pr_flag;
	id_t pr_lwpid;
	uintptr_t pr_addr;
	uintptr_t pr_wchan;
	char pr_stype;
	char pr_state;
	char pr_sname;
	char pr_nice;
	short pr_syscall;
	char pr_oldpri;
	char pr_cpu;
	int pr_pri;
	ushort_t pr_pctcpu;
	ushort_t pr_pad;
	timestruc_t pr_start;
	timestruc_t pr_time;
	char pr_clname[8];
	char pr_name[16];
	processorid_t pr_onpro;
	processorid_t pr_bindpro;
	psetid_t pr_bindpset;
	int pr_lgrp;
	int pr_filler[4];
} lwpsinfo_t;

typedef struct psinfo {
	int pr_flag;
	int pr_nlwp;
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	uid_t pr_uid;
	uid_t pr_euid;
	gid_t pr_gid;
	gid_t pr_egid;
	uintptr_t pr_addr;
	size_t pr_size;
	size_t pr_rssize;
	size_t pr_pad1;
	struct tty_struct *pr_ttydev;
	ushort_t pr_pctcpu;
	ushort_t pr_pctmem;
	timestruc_t pr_start;
	timestruc_t pr_time;
	timestruc_t pr_ctime;
	char pr_fname[16];
	string pr_psargs;
	int pr_wstat;
	int pr_argc;
	uintptr_t pr_argv;
	uintptr_t pr_envp;
	char pr_dmodel;
	char pr_pad2[3];
	taskid_t pr_taskid;
	dprojid_t pr_projid;
	int pr_nzomb;
	poolid_t pr_poolid;
	zoneid_t pr_zoneid;
	id_t pr_contract;
	int pr_filler[1];
	lwpsinfo_t pr_lwp;
} psinfo_t;

typedef struct siginfo {
	int si_signo;
	int si_errno;
	int si_code;
	pid_t si_pid;
	uid_t si_uid;
	void *si_addr;
	int si_status;
} siginfo_t;

/* pr_state and pr_sname */
inline char SSLEEP = 1;
inline char SRUN = 2;
inline char SZOMB = 3;
inline char SSTOP = 4;
inline char SIDL = 5;
inline char SONPROC = 6;
inline char SWAIT = 7;

/* pr_flag */
inline int PR_STOPPED = 1;
inline int PR_ISTOP = 2;
inline int PR_DSTOP = 4;
inline int PR_IDLE = 0x10000000;

/* pr_dmodel */
inline char PR_MODEL_ILP32 = 1;
inline char PR_MODEL_LP64 = 2;

/* pr_bindpro: no processor */
inline int PBIND_NONE = -1;

/* constructed from nanoseconds */
translator timestruc_t < uint64_t NS > {
	tv_sec = NS / 1000000000;
	tv_nsec = NS % 1000000000;
};

/*
 * The time that the threads of a process have run: those that have ended, and
 * all others, each as of the last time that the scheduler has looked at it (a
 * tick, or less, before). The kernel's utime and stime are counted in ticks.
 */
inline uint64_t _time_of[struct signal_struct *S] =
	_process_time((uintptr_t)S + offsetof(struct signal_struct, thread_head),
	    offsetof(struct task_struct, thread_node),
	    offsetof(struct task_struct, se) +
		offsetof(struct sched_entity, sum_exec_runtime),
	    S->sum_sched_runtime);

/* bits of __state in include/linux/sched.h of the kernel */
translator lwpsinfo_t < struct task_struct *T > {
	pr_flag = T->__state & 4 ? PR_STOPPED : 0;
	pr_lwpid = _tid_of[T];
	pr_addr = (uintptr_t)T;
	pr_state = T->__state & 0x3 ? SSLEEP : T->__state & 0xc ? SSTOP :
	    T->__state & 0xb0 ? SZOMB : T->__state & 0x300 ? SWAIT : SRUN;
	pr_sname = T->__state & 0x3 ? 'S' : T->__state & 0xc ? 'T' :
	    T->__state & 0xb0 ? 'Z' : T->__state & 0x300 ? 'W' : 'R';
	pr_nice = T->static_prio - 120;
	pr_pri = T->prio;
	pr_pad = 0;
	pr_start = xlate <timestruc_t> (T->start_boottime);
	pr_time = xlate <timestruc_t> (T->se.sum_exec_runtime);
	pr_clname = T->policy == 0 ? "TS" : T->policy == 1 ? "FIFO" :
	    T->policy == 2 ? "RT" : T->policy == 3 ? "BATCH" :
	    T->policy == 5 ? "IDL" : T->policy == 6 ? "DL" : "";
	pr_name = T->comm;
	pr_onpro = T->thread_info.cpu;
	pr_bindpro = T->nr_cpus_allowed == 1 ? T->thread_info.cpu : PBIND_NONE;
	pr_bindpset = 0;
	pr_lgrp = 0;
};

/*
 * Members that are the same for all processes of Linux (tasks, projects, pools,
 * zones and contracts) are 0. Members that the kernel does not keep, or only in
 * a form that takes more than a read, have no translation: using them is an
 * error.
 */
translator psinfo_t < struct task_struct *T > {
	pr_nlwp = T->signal->nr_threads;
	pr_pid = _pid_of[T];
	pr_ppid = _pid_of[T->real_parent];
	pr_pgid = _id_of[T->signal->pids[2]];
	pr_sid = _id_of[T->signal->pids[3]];
	pr_uid = T->cred->uid.val;
	pr_euid = T->cred->euid.val;
	pr_gid = T->cred->gid.val;
	pr_egid = T->cred->egid.val;
	pr_addr = (uintptr_t)T;
	pr_size = T->mm == NULL ? 0 : T->mm->total_vm * 4;
	pr_pad1 = 0;
	pr_ttydev = T->signal->tty;
	pr_start = xlate <timestruc_t> (T->group_leader->start_boottime);
	pr_time = xlate <timestruc_t> (_time_of[T->signal]);
	pr_ctime = xlate <timestruc_t> (T->signal->cutime + T->signal->cstime);
	pr_fname = T->group_leader->comm;
	/*
	 * Only the memory of the running process can be read; a child that was
	 * just created has a copy of it. A title that a program has written over
	 * its arguments may continue in its environment.
	 */
	pr_psargs = T->mm == NULL ? stringof(T->comm) :
	    curthread->mm == NULL ? "<unknown>" :
	    T->mm->arg_start == curthread->mm->arg_start &&
	    T->mm->arg_end == curthread->mm->arg_end ?
	    T->mm->arg_start < T->mm->arg_end &&
	    T->mm->arg_end == T->mm->env_start &&
	    *(char *)copyin(T->mm->arg_end - 1, 1) ?
	    copyinstr(T->mm->arg_start) :
	    _usertext(T->mm->arg_start, T->mm->arg_end) : "<unknown>";
	pr_wstat = T->exit_code;
	pr_argv = T->mm == NULL ? 0 : T->mm->arg_start;
	pr_envp = T->mm == NULL ? 0 : T->mm->env_start;
	/* set at the exec of a 32-bit program, on x86 and arm64 */
	pr_dmodel = T->mm != NULL && T->mm->context.flags & 1 ?
	    PR_MODEL_ILP32 : PR_MODEL_LP64;
	pr_taskid = 0;
	pr_projid = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
	pr_lwp = xlate <lwpsinfo_t> (T);
};

/*
 * A signal that ends a process reaches each thread without its siginfo: the
 * number is that of proc:::signal-handle, all other members are 0.
 */
translator siginfo_t < struct kernel_siginfo *I > {
	si_signo = I == NULL ? (int)arg0 : I->si_signo;
	si_errno = I == NULL ? 0 : I->si_errno;
	si_code = I == NULL ? 0 : I->si_code;
	si_pid = I == NULL ? 0 : I->_sifields._kill._pid;
	si_uid = I == NULL ? 0 : I->_sifields._kill._uid;
	si_addr = I == NULL ? NULL : I->_sifields._sigfault._addr;
	si_status = I == NULL ? 0 : I->_sifields._sigchld._status;
};

inline psinfo_t *curpsinfo = xlate <psinfo_t *> (curthread);
inline lwpsinfo_t *curlwpsinfo = xlate <lwpsinfo_t *> (curthread);
inline pid_t ppid = _pid_of[curthread->real_parent];
inline string execargs = curpsinfo->pr_psargs;
