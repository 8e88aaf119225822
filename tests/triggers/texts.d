/* SPDX-License-Identifier: BSD-2-Clause */
provider texts {
	probe touched(const char *s);
	probe untouched(const char *s);
	probe far(const char *s);
	probe edge(const char *s);
	probe empty(const char *s);
	probe lengthy(const char *s);
	probe wild(const char *s);
	probe null(const char *s);
};
