/* SPDX-License-Identifier: BSD-2-Clause */
/* The name of a signal as in signal.d; SIG and the number if it has no name. */
inline string signame[int S] = _signame(S);
