/* SPDX-License-Identifier: CC0-1.0 */
/* The probes of libwords.so; the programs that use it need not know of them. */
provider words {
	probe add(char *word, int length, unsigned int times);
	probe table__grow(size_t from, size_t to);
};
