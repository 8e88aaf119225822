// SPDX-License-Identifier: BSD-2-Clause
/* runtime/common/option: values of every kind, and refused ones. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "runtime/common/option.h"

#define INVALID(wanted) \
	"Invalid value for specified option (it takes " wanted ")"

static const struct {
	const char *name, *value;
	int err;
	int64_t result;
	enum option option;
} rows[] = {
	{ "bufsize", "16k", 0, 16384, OPT_bufsize },
	{ "bufsize", "2M", 0, 2097152, OPT_bufsize },
	{ "bufsize", "1g", 0, 1073741824, OPT_bufsize },
	{ "bufsize", "0x10000", 0, 65536, OPT_bufsize },
	{ "bufsize", "010000", 0, 4096, OPT_bufsize },
	{ "bufsize", "16kb", -EINVAL, 0, OPT_bufsize },
	{ "bufsize", "-1", -EINVAL, 0, OPT_bufsize },
	{ "bufsize", "", -EINVAL, 0, OPT_bufsize },
	{ "bufsize", NULL, -EINVAL, 0, OPT_bufsize },
	{ "bufsize", "100", 0, 100, OPT_bufsize },
	{ "bufsize", "0", -EINVAL, 0, OPT_bufsize },
	{ "bufsize", "100t", 0, 100LL << 40, OPT_bufsize },
	{ "bufsize", "99999999999t", -EINVAL, 0, OPT_bufsize },
	{ "aggsize", "1", 0, 1, OPT_aggsize },
	{ "strsize", "64", 0, 64, OPT_strsize },
	{ "strsize", "0", -EINVAL, 0, OPT_strsize },
	{ "switchrate", "10hz", 0, 100000000, OPT_switchrate },
	{ "switchrate", "10", 0, 100000000, OPT_switchrate },
	{ "switchrate", "250ms", 0, 250000000, OPT_switchrate },
	{ "switchrate", "2min", 0, 120000000000, OPT_switchrate },
	{ "switchrate", "1fortnight", -EINVAL, 0, OPT_switchrate },
	{ "statusrate", "5sec", 0, 5000000000, OPT_statusrate },
	{ "aggrate", "0", 0, 0, OPT_aggrate },
	{ "quiet", NULL, 0, 1, OPT_quiet },
	{ "quiet", "no", 0, 0, OPT_quiet },
	{ "rawbytes", "Enabled", 0, 1, OPT_rawbytes },
	{ "zdefs", "unset", 0, 0, OPT_zdefs },
	{ "argref", "true", 0, 1, OPT_argref },
	{ "defaultargs", "1", 0, 1, OPT_defaultargs },
	{ "destructive", "maybe", -EINVAL, 0, OPT_destructive },
	{ "errtags", "on", 0, 1, OPT_errtags },
	{ "stackindent", "4", 0, 4, OPT_stackindent },
	{ "aggsortkey", NULL, 0, 1, OPT_aggsortkey },
	{ "aggsortrev", NULL, 0, 1, OPT_aggsortrev },
	{ "aggsortkeypos", "3", 0, 3, OPT_aggsortkeypos },
	{ "aggsortpos", "128", -EINVAL, 0, OPT_aggsortpos },
	{ "nosuch", "1", -ENOENT, 0, OPT_quiet },
};

static void values_are_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct options options;
		int err;

		options_init(&options);
		err = option_set(&options, OPTION_COMMAND, rows[i].name,
				 rows[i].value);
		if (err != rows[i].err)
			fail_msg("%s=%s gave %d", rows[i].name, rows[i].value,
				 err);
		if (!err)
			assert_int_equal(options.value[rows[i].option],
					 rows[i].result);
		options_deinit(&options);
	}
}

static void a_bad_value_changes_nothing(void **state)
{
	struct options options;

	(void)state;
	options_init(&options);
	assert_int_equal(options.value[OPT_bufsize], 4194304);
	assert_int_equal(option_set(&options, OPTION_COMMAND, "bufsize", "x"),
			 -EINVAL);
	assert_int_equal(options.value[OPT_bufsize], 4194304);
	options_deinit(&options);
}

static void programs_may_not_set_everything(void **state)
{
	struct options options;

	(void)state;
	options_init(&options);
	assert_int_equal(option_set(&options, OPTION_PROGRAM, "errtags", NULL),
			 -EPERM);
	assert_int_equal(option_set(&options, OPTION_PROGRAM, "quiet", NULL),
			 0);
	options_deinit(&options);
}

static void messages_say_what_an_option_takes(void **state)
{
	static const struct {
		const char *name;
		int err;
		const char *text;
	} said[] = {
		{ "nosuch", -ENOENT, "Invalid option name" },
		{ "bufszie", -ENOENT,
		  "Invalid option name (did you mean bufsize?)" },
		{ "cpp", -EPERM,
		  "Option cannot be used from within a D program" },
		{ "cpu", -EBUSY, "Operation illegal when tracing is active" },
		{ "quiet", -EINVAL, INVALID("yes or no") },
		{ "strsize", -EINVAL, INVALID("a size from 1 byte") },
		{ "lockmem", -EINVAL, INVALID("a size or unlimited") },
		{ "aggrate", -EINVAL,
		  INVALID("a rate or an interval, such as 10hz or 100ms") },
		{ "stackframes", -EINVAL, INVALID("a number from 1 to 1024") },
		{ "bufpolicy", -EINVAL, INVALID("switch, fill or ring") },
		{ "bufresize", -EINVAL, INVALID("auto or manual") },
		{ "setenv", -EINVAL,
		  INVALID("a text: set NAME=VALUE in the environment of the command of -c") },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		struct strbuf text = { 0 };

		option_put_error(&text, said[i].name, said[i].err);
		assert_string_equal(strbuf_text(&text), said[i].text);
		strbuf_deinit(&text);
	}
}

static void the_environment_has_values(void **state)
{
	struct option_env env;

	(void)state;
	setenv("DTRACE_OPT_STRSIZE", "128", 1);
	assert_string_equal(option_from_env(OPT_strsize, &env), "128");
	assert_string_equal(env.variable, "DTRACE_OPT_STRSIZE");
	assert_string_equal(env.option, "strsize");
	unsetenv("DTRACE_OPT_STRSIZE");
	assert_null(option_from_env(OPT_strsize, &env));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_read),
		cmocka_unit_test(a_bad_value_changes_nothing),
		cmocka_unit_test(programs_may_not_set_everything),
		cmocka_unit_test(messages_say_what_an_option_takes),
		cmocka_unit_test(the_environment_has_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
