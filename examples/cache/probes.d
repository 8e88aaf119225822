/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The probes of the cache program. In C++ they are CACHE_GET(...) and
 * CACHE_EVICT(...); "__" in a name is "-" in D: cache*:::run-done.
 */
provider cache {
	/* a look-up: which kind of cache, was it there, how full is the cache */
	probe get(int kind, bool is_hit, size_t used);
	/* something had to go, and why (enum class reason) */
	probe evict(int kind, short reason);
	probe run__done(char *name, double hit_rate, long hits);
};
