/* SPDX-License-Identifier: BSD-2-Clause */
provider beside {
	probe work(int number);
};
