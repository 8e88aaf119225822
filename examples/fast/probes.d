/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The probes of the fast program. All arguments are integers and pointers, so
 * all of them can be direct.
 */
provider fast {
	/* memory was given out: bytes that were asked for, class of sizes */
	probe alloc(size_t bytes, unsigned char class);
	/* and given back */
	probe release(void *where, unsigned char class);
	/* a class had no more memory and got a new page, of so many pieces */
	probe refill(unsigned char class, int pieces);
};
