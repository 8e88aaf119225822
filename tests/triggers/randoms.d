/* SPDX-License-Identifier: BSD-2-Clause */
provider randoms {
	probe value(long value, int who);
};
