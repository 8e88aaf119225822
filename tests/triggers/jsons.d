/* SPDX-License-Identifier: BSD-2-Clause */
provider jsons {
	probe text(const char *text, const char *path);
};
