/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sites of bench/direct/firing.c without direct probes: disabled, and for an
 * empty program and a peer.
 */
provider plain {
	probe nops(int a, int b, char *text);
	probe asked(int a, int b, char *text);
	probe empty(int a, int b, char *text);
	probe peer(int a, int b, char *text);
};
