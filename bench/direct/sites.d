/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sites of bench/direct/firing.c. Both providers are built with --direct;
 * one is traced with direct=auto, the other with direct=off.
 */
provider fast {
	probe count(int a, int b, char *text);
	probe integer(int a, int b, char *text);
	probe string(int a, int b, char *text);
	probe both(int a, int b, char *text);
	probe other(int a, int b, char *text);
	probe name(int a, int b, char *text);
	probe record(int a, int b, char *text);
	probe two(int a, int b, char *text);
	probe text(int a, int b, char *text);
	probe steps(int a, int b, char *text);
	probe counter(int a, int b, char *text);
	probe refused(int a, int b, char *text);
	probe start(int a, int b, char *text);
	probe done(int a, int b, char *text);
	probe disabled(int a, int b, char *text);
};
provider slow {
	probe count(int a, int b, char *text);
	probe integer(int a, int b, char *text);
	probe string(int a, int b, char *text);
	probe both(int a, int b, char *text);
	probe other(int a, int b, char *text);
	probe name(int a, int b, char *text);
	probe record(int a, int b, char *text);
	probe two(int a, int b, char *text);
	probe text(int a, int b, char *text);
	probe steps(int a, int b, char *text);
	probe counter(int a, int b, char *text);
	probe refused(int a, int b, char *text);
	probe start(int a, int b, char *text);
	probe done(int a, int b, char *text);
};
