/* SPDX-License-Identifier: BSD-2-Clause */
provider subrs {
	probe text(char *s, char *t, int start, int len, int64_t number, char first);
};
