/* SPDX-License-Identifier: BSD-2-Clause */
provider nest {
	probe inner(int, char *);
	probe deep(int);
	probe registers(long);
};
