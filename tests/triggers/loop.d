/* SPDX-License-Identifier: BSD-2-Clause */
provider loop {
	probe tick(int number, int rest, const char *colour);
	probe signed__value(int8_t small, long large);
	probe done();
};
