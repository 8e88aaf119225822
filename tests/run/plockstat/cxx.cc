// SPDX-License-Identifier: BSD-2-Clause
/*
 * cxx: locks of C++, with exceptions through the functions that hold them.
 */
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

static std::mutex plain;
static std::recursive_mutex nested;
static std::shared_mutex shared;
static std::timed_mutex timed;
static std::condition_variable cond;

static void hold_and_throw(int depth)
{
	std::lock_guard<std::mutex> guard(plain);

	if (depth >= 0)
		throw std::runtime_error("held");
}

int main()
{
	int caught = 0;

	for (int i = 0; i < 50; i++) {
		try {
			hold_and_throw(i);
		} catch (const std::runtime_error &) {
			caught++;
		}
	}
	for (int i = 0; i < 4; i++) {
		std::lock_guard<std::recursive_mutex> outer(nested), inner(nested);
	}
	for (int i = 0; i < 3; i++) {
		std::shared_lock<std::shared_mutex> reader(shared);
	}
	for (int i = 0; i < 2; i++) {
		std::unique_lock<std::shared_mutex> writer(shared);
	}
	if (timed.try_lock_for(std::chrono::seconds(1)))
		timed.unlock();
	{
		std::unique_lock<std::mutex> lock(plain);

		cond.wait_until(lock, std::chrono::steady_clock::time_point());
	}
	return caught == 50 ? 0 : 1;
}
