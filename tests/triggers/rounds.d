/* SPDX-License-Identifier: BSD-2-Clause */
provider rounds {
	probe start(int thread, int round);
	probe step(int thread, int round, int number);
	probe finish(int thread, int round, int keep);
};
