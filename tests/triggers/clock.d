/* SPDX-License-Identifier: BSD-2-Clause */
provider clock {
	probe before(uint64_t now_ns);
	probe after(uint64_t now_ns);
};
