/* SPDX-License-Identifier: BSD-2-Clause */
provider forks {
	probe work(int who, int number);
};
