/* SPDX-License-Identifier: BSD-2-Clause */
provider ontime {
	probe now(int64_t cpu_ns);
};
