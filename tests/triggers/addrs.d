/* SPDX-License-Identifier: BSD-2-Clause */
provider addrs {
	probe inet(char *six, char *four);
};
