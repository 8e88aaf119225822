/* SPDX-License-Identifier: BSD-2-Clause */
provider crowd {
	probe step(int number);
	probe end(int guarded);
};
