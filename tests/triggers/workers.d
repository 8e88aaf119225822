/* SPDX-License-Identifier: BSD-2-Clause */
provider workers {
	probe main(int tid);
	probe worker(int tid, int number);
};
