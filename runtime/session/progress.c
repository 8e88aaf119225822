// SPDX-License-Identifier: BSD-2-Clause
/*
 * The state is one for the process, as are the terminal and stderr. A thread
 * draws; it is started before the kernel may keep the main thread for seconds.
 */
#include "runtime/session/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/text/color.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/link/links.h"
#include "runtime/session/session_state.h"

enum {
	FIRST_MS = 1000, /* from the start to the first line */
	AGAIN_MS = 100,
};

static struct {
	/* protects the terminal's line and the members below */
	pthread_mutex_t lock;
	pthread_cond_t ended;
	pthread_t thread;
	const struct session *session; /* NULL: nothing is drawn */
	enum progress_step step;
	bool is_drawn, has_ended;
} progress = {
	.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
	.ended = PTHREAD_COND_INITIALIZER,
};

static void put(const struct strbuf *text)
{
	/* if the terminal is gone, no progress is shown */
	if (write(STDERR_FILENO, strbuf_text(text), text->len) < 0)
		return;
}

/*
 * A probe may have several places, and several clauses may share one, so the
 * number of links is not exactly that of the probes that are attached.
 */
static void add_attached(struct strbuf *line)
{
	const struct session *session = progress.session;
	uint64_t total = 0, cnt = kern_links_attached(session->loaded.links);

	for (size_t i = 0; i < session->asked.texts.cnt; i++)
		total += session->asked.texts.v[i]->match_cnt;
	strbuf_printf(line, "attaching probe %llu of %llu",
		      (unsigned long long)(cnt < total ? cnt : total),
		      (unsigned long long)total);
}

static void draw(void)
{
	static const char *const steps[] = {
		[PROGRESS_RESOLVE] = "looking for probes",
		[PROGRESS_COMPILE] = "compiling",
		[PROGRESS_LOAD] = "loading programs into the kernel",
	};
	struct strbuf line = { 0 };

	strbuf_puts(&line, "\rdtrace: ");
	if (progress.step == PROGRESS_ATTACH)
		add_attached(&line);
	else
		strbuf_puts(&line, steps[progress.step]);
	strbuf_puts(&line, "\033[K");
	put(&line);
	strbuf_deinit(&line);
	progress.is_drawn = true;
}

/* Returns true if the last step ended within so many milliseconds. */
static bool ends_within(int ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	while (!progress.has_ended)
		if (pthread_cond_clockwait(&progress.ended, &progress.lock,
					   CLOCK_MONOTONIC, &until))
			return progress.has_ended;
	return true;
}

static void *draw_until_end(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&progress.lock);
	for (int ms = FIRST_MS; !ends_within(ms); ms = AGAIN_MS)
		draw();
	pthread_mutex_unlock(&progress.lock);
	return NULL;
}

static bool is_wanted(const struct session *session)
{
	const int64_t *value = session->options.value;

	return value[OPT_oformat] == OFORMAT_text && !value[OPT_debug] &&
	       terminal_is_capable(stderr);
}

void progress_start(const struct session *session)
{
	if (!is_wanted(session))
		return;
	progress.session = session;
	progress.step = PROGRESS_RESOLVE;
	progress.has_ended = false;
	if (kern_thread_start(&progress.thread, draw_until_end, NULL))
		progress.session = NULL;
}

void progress_step(enum progress_step step)
{
	pthread_mutex_lock(&progress.lock);
	progress.step = step;
	pthread_mutex_unlock(&progress.lock);
}

void progress_stop(void)
{
	if (!progress.session)
		return;
	progress_hide();
	progress.has_ended = true;
	pthread_cond_signal(&progress.ended);
	progress_unhide();
	pthread_join(progress.thread, NULL);
	progress.session = NULL;
}

void progress_hide(void)
{
	struct strbuf nothing = { 0 };

	pthread_mutex_lock(&progress.lock);
	if (!progress.is_drawn)
		return;
	strbuf_puts(&nothing, "\r\033[K");
	put(&nothing);
	strbuf_deinit(&nothing);
	progress.is_drawn = false;
}

void progress_unhide(void)
{
	pthread_mutex_unlock(&progress.lock);
}
