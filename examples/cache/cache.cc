/* SPDX-License-Identifier: CC0-1.0 */
/*
 * cache: two caches of one class template, used 4000 times each in the same way
 * in every run.
 *
 * What it shows: probes in a template (one site in each instance, all of them
 * the same probe), and arguments of type enum, enum class, bool and size_t.
 * A header of `dtrace -h` is included outside of namespaces.
 */
#include <cstdio>
#include <deque>
#include <string>

#include "probes.h"

namespace {

enum kind { KIND_NUMBER = 1, KIND_TEXT = 2 };
enum class reason : short { aged = -1, full = 1 };

unsigned next_random(unsigned range)
{
	static unsigned state = 7;

	state = state * 1103515245u + 12345u;
	return (state >> 16) % range;
}

template <typename Key> class cache {
public:
	explicit cache(kind kind, std::size_t capacity)
		: kind_(kind), capacity_(capacity)
	{
	}

	bool get(const Key &key)
	{
		bool is_hit = false;

		for (const Key &have : keys_)
			is_hit = is_hit || have == key;
		CACHE_GET(kind_, is_hit, keys_.size());
		hits_ += is_hit;
		if (!is_hit)
			add(key);
		return is_hit;
	}

	/* every so often the oldest one is let go */
	void age()
	{
		if (!keys_.empty())
			drop(reason::aged);
	}

	long hits() const
	{
		return hits_;
	}

private:
	void add(const Key &key)
	{
		if (keys_.size() == capacity_)
			drop(reason::full);
		keys_.push_back(key);
	}

	void drop(reason why)
	{
		CACHE_EVICT(kind_, why);
		keys_.pop_front();
	}

	kind kind_;
	std::size_t capacity_;
	std::deque<Key> keys_;
	long hits_ = 0;
};

const int rounds = 4000;

template <typename Cache, typename MakeKey>
void run(const char *name, Cache &cache, MakeKey make_key)
{
	for (int i = 1; i <= rounds; i++) {
		cache.get(make_key());
		if (i % 100 == 0)
			cache.age();
	}
	if (CACHE_RUN_DONE_ENABLED())
		CACHE_RUN_DONE(name, double(cache.hits()) / rounds, cache.hits());
	std::printf("%s: %ld hits of %d\n", name, cache.hits(), rounds);
}

} // namespace

int main()
{
	cache<unsigned> numbers(KIND_NUMBER, 16);
	cache<std::string> texts(KIND_TEXT, 8);

	run("numbers", numbers, [] { return next_random(20); });
	run("texts", texts, [] { return std::string(1 + next_random(20), 'x'); });
	return 0;
}
