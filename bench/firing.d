/* SPDX-License-Identifier: BSD-2-Clause */
provider bench {
	probe empty(int a, int b, int c, int d, int e, int f);
	probe again(int a, int b, int c, int d, int e, int f);
	probe count(int a, int b, int c, int d, int e, int f);
	probe integer(int a, int b, int c, int d, int e, int f);
	probe string(int a, int b, int c, int d, int e, int f);
	probe record(int a, int b, int c, int d, int e, int f);
	probe text(int a, int b, int c, int d, int e, int f);
	probe ring(int a, int b, int c, int d, int e, int f);
	probe one(int a, int b, int c, int d, int e, int f);
	probe six(int a, int b, int c, int d, int e, int f);
	probe pair(int a, int b, int c, int d, int e, int f);
	probe thread(int a, int b, int c, int d, int e, int f);
	probe unset(int a, int b, int c, int d, int e, int f);
	probe element(int a, int b, int c, int d, int e, int f);
	probe refused(int a, int b, int c, int d, int e, int f);
	probe crowd(int a, int b, int c, int d, int e, int f);
	probe peer(int a, int b, int c, int d, int e, int f);
	probe peer_keyed(int a, int b, int c, int d, int e, int f);
	probe disabled(int a, int b, int c, int d, int e, int f);
};
