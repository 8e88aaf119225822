/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an error number means, in the words of strerror(3). The names that
 * other systems' D does not have are in files of their own: a script can give
 * one of them to a variable of its own and use the others.
 */
inline string strerror[int E] = _strerror(E);
