/* SPDX-License-Identifier: CC0-1.0 */
/*
 * order: a tiny market. Makes up 5000 orders (the same in every run), matches
 * them in a book with one number for each price and side, prints one line.
 *
 * What it shows: a probe with six arguments, a probe with strings, and a probe
 * whose argument is costly, so that it is prepared only while somebody traces.
 */
#include <stdint.h>
#include <stdio.h>

#include "probes.h"

enum { PRICE_MIN = 90, PRICE_MAX = 110, PRICE_CNT = PRICE_MAX - PRICE_MIN + 1 };

struct order {
	int id;
	int is_buy;
	int price; /* cents */
	int quantity;
	const char *trader;
};

struct market {
	int wanted[2][PRICE_CNT]; /* quantity waiting: [is_buy][price] */
	int waiting;		  /* the sum of it */
	uint64_t cents_traded;
	int accepted, rejected;
};

static unsigned next_random(unsigned range)
{
	static uint32_t state = 1;

	state = state * 1103515245u + 12345u;
	return (state >> 16) % range;
}

static struct order next_order(int id)
{
	static const char *const traders[] = { "ada", "bob", "cy", "dee" };

	return (struct order){
		.id = id,
		.is_buy = (int)next_random(2),
		.price = PRICE_MIN - 1 + (int)next_random(PRICE_CNT + 2),
		.quantity = (int)next_random(64),
		.trader = traders[next_random(4)],
	};
}

static const char *reason_to_reject(const struct order *order)
{
	if (order->quantity == 0)
		return "nothing ordered";
	if (order->price < PRICE_MIN)
		return "price too low";
	if (order->price > PRICE_MAX)
		return "price too high";
	return NULL;
}

/* Trades with the best prices of the other side; returns what is left. */
static int match(struct market *market, const struct order *order)
{
	int *other = market->wanted[!order->is_buy];
	int left = order->quantity;

	for (int i = 0; i < PRICE_CNT && left; i++) {
		int level = order->is_buy ? i : PRICE_CNT - 1 - i;
		int price = PRICE_MIN + level;
		int traded = left < other[level] ? left : other[level];

		if (order->is_buy ? price > order->price : price < order->price)
			break;
		other[level] -= traded;
		left -= traded;
		market->waiting -= traded;
		market->cents_traded += (uint64_t)traded * (uint64_t)price;
	}
	return left;
}

static void take(struct market *market, const struct order *order)
{
	const char *reason = reason_to_reject(order);
	int left;

	if (reason) {
		market->rejected++;
		ORDER_REJECT(order->id, order->trader, reason);
		return;
	}
	left = match(market, order);
	market->wanted[order->is_buy][order->price - PRICE_MIN] += left;
	market->waiting += left;
	market->accepted++;
	ORDER_ACCEPT(order->id, order->is_buy, order->price, order->quantity,
		     market->waiting, market->cents_traded);
}

/* "buy 99:12 98:40 sell 101:7" */
static int print_book(const struct market *market, char *text, size_t size)
{
	int levels = 0;
	size_t len = 0;

	for (int is_buy = 1; is_buy >= 0; is_buy--) {
		len += (size_t)snprintf(text + len, size - len, "%s",
					is_buy ? "buy" : " sell");
		for (int i = 0; i < PRICE_CNT; i++) {
			if (!market->wanted[is_buy][i])
				continue;
			len += (size_t)snprintf(text + len, size - len, " %d:%d",
						PRICE_MIN + i,
						market->wanted[is_buy][i]);
			levels++;
		}
	}
	return levels;
}

static void show_book(const struct market *market)
{
	char text[1024];
	int levels;

	if (!ORDER_BOOK_ENABLED())
		return;
	levels = print_book(market, text, sizeof(text));
	ORDER_BOOK(text, levels);
}

int main(void)
{
	struct market market = { 0 };

	for (int id = 1; id <= 5000; id++) {
		struct order order = next_order(id);

		take(&market, &order);
		if (id % 500 == 0)
			show_book(&market);
	}
	printf("%d orders accepted, %d rejected, %llu cents traded\n",
	       market.accepted, market.rejected,
	       (unsigned long long)market.cents_traded);
	return 0;
}
