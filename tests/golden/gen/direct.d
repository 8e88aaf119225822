/*
 * Probes that call the agent: their place in the provider is its first argument, which counts those too
 * that can't be direct.
 *
 * @args --direct
 */
typedef unsigned int id_t;
typedef struct point { int x; } point_t;
provider p {
	probe none();
	probe price(double d, int n);
	probe take(id_t id, char *who, string what, _Bool late, int v[4]);
	probe unknown(mystery_t m);
	probe whole(point_t p);
	probe last(enum kind k);
};
provider q { probe a(long x); };
