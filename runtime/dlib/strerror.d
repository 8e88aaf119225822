/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The meaning of an error number, in the words of strerror(3). Names that D on
 * other systems lacks have a file each, so that a script can use one of them
 * for a variable of its own and still use the others.
 */
inline string strerror[int E] = _strerror(E);
