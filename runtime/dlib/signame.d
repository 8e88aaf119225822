/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What signal.d calls a signal; SIG and the number where it has no name of
 * its own.
 */
inline string signame[int S] = _signame(S);
