/* SPDX-License-Identifier: BSD-2-Clause */
provider tree {
	probe down__entry(int);
	probe down__return(int);
	probe leaf(int);
};
