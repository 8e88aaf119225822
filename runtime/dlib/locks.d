/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locks of the kernel. The low three bits of a mutex's owner are flags; a free
 * mutex has no owner. A reader-writer lock counts its readers from bit 9 on; a
 * writer that holds it sets the low byte, one that waits sets bit 8.
 */
#pragma D depends_on module vmlinux

inline struct task_struct *mutex_owner[struct mutex *M] =
	(struct task_struct *)(M->owner.counter & ~7L);
inline int mutex_owned[struct mutex *M] = mutex_owner[M] == curthread;
inline int mutex_type_adaptive[struct mutex *M] = M != NULL;
inline int mutex_type_spin[struct mutex *M] = 0;

/*
 * For an rwlock_t, which begins with a qrwlock and is not described by every
 * kernel. A semaphore (struct rw_semaphore) counts differently.
 */
inline int _rw_counter[struct qrwlock *L] = L->cnts.counter;
inline int rw_read_held[struct qrwlock *L] = _rw_counter[L] >> 9 != 0;
inline int rw_write_held[struct qrwlock *L] = (_rw_counter[L] & 0xff) == 0xff;
inline int rw_iswriter[struct qrwlock *L] = (_rw_counter[L] & 0x1ff) != 0;
