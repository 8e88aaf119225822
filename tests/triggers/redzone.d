/* SPDX-License-Identifier: BSD-2-Clause */
provider redzone {
	probe leaf(unsigned long sum);
};
