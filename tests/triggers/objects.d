/* SPDX-License-Identifier: BSD-2-Clause */
provider objects {
	probe all(void *address, size_t bytes);
	probe list(void *first);
	probe numbers(int *numbers, int count);
	probe gone(char *address);
	probe odd(odd_t value);
};
