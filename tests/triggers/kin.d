/* SPDX-License-Identifier: BSD-2-Clause */
provider kin {
	probe here(int gone, int made, int piped, int socket, int dir);
	probe child(int parent, int before);
};
