/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The probes of the order program. In C they are ORDER_ACCEPT(...),
 * ORDER_REJECT(...) and ORDER_BOOK(...); in D order*:::accept and so on.
 */
provider order {
	/* an order was taken; how many wait now, and what was traded so far */
	probe accept(int id, int is_buy, int price, int quantity,
		     int waiting, uint64_t cents_traded);
	/* an order was refused, and why */
	probe reject(int id, char *trader, char *reason);
	/* every 500 orders: the book as text (costly, so it is guarded) */
	probe book(char *text, int levels);
};
