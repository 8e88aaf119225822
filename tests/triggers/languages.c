// SPDX-License-Identifier: BSD-2-Clause
/*
 * languages NAME: fires the probes of the interpreter NAME as it would for a program with these calls, whose
 * numbers are lines:
 *
 *	1 main > 10 load, 3 x (20 handle > 30 parse, 40 reply > 2 x 50 send)
 *
 * that is 17 calls. Each `parse` makes an object of 16 bytes (where the language tells); every `load` is followed by
 * a garbage collection, or an error. With postgresql three transactions of a query each, the last one aborted.
 */
#include <stdlib.h>
#include <string.h>

#include "languages.h"

enum { THREAD = 7 };

static const char *language;

static int is(const char *name)
{
	return !strcmp(language, name);
}

static char *class_of(int line)
{
	return line < 20 ? "Start" : "Server";
}

/* Texts of a JVM do not end with a NUL: here other text follows them */
static char class_text[] = "Server/Start", method_text[64];

static void jvm(int is_entry, char *function, int line)
{
	char *class = line < 20 ? class_text + 7 : class_text;
	int class_len = line < 20 ? 5 : 6, len = (int)strlen(function);

	strcpy(method_text, function);
	strcat(method_text, "()V");
	if (is_entry)
		HOTSPOT_METHOD_ENTRY(THREAD, class, class_len, method_text, len,
				     method_text + len, 3);
	else
		HOTSPOT_METHOD_RETURN(THREAD, class, class_len, method_text,
				      len, method_text + len, 3);
}

static void enter(char *function, int line)
{
	char *args[] = { function, "first", "second" };

	if (is("python"))
		PYTHON_FUNCTION_ENTRY("/srv/app/server.py", function, line);
	if (is("hotspot"))
		jvm(1, function, line);
	if (is("perl"))
		PERL_SUB_ENTRY(function, "/srv/app/server.pl", line,
			       class_of(line));
	if (is("ruby"))
		RUBY_METHOD_ENTRY(class_of(line), function,
				  "/srv/app/server.rb", line);
	if (is("php"))
		PHP_FUNCTION_ENTRY(function, "/srv/app/server.php", line,
				   class_of(line), "::");
	if (is("tcl"))
		TCL_PROC_ENTRY(function, 3, args);
	if (is("sh"))
		SH_FUNCTION_ENTRY("/srv/app/server.sh", function, line);
	if (is("javascript"))
		JAVASCRIPT_FUNCTION_ENTRY("/srv/app/server.js", class_of(line),
					  function);
}

static void leave(char *function, int line)
{
	if (is("python"))
		PYTHON_FUNCTION_RETURN("/srv/app/server.py", function, line);
	if (is("hotspot"))
		jvm(0, function, line);
	if (is("perl"))
		PERL_SUB_RETURN(function, "/srv/app/server.pl", line,
				class_of(line));
	if (is("ruby"))
		RUBY_METHOD_RETURN(class_of(line), function,
				   "/srv/app/server.rb", line);
	if (is("php"))
		PHP_FUNCTION_RETURN(function, "/srv/app/server.php", line,
				    class_of(line), "::");
	if (is("tcl"))
		TCL_PROC_RETURN(function, 0);
	if (is("sh"))
		SH_FUNCTION_RETURN("/srv/app/server.sh", function, line);
	if (is("javascript"))
		JAVASCRIPT_FUNCTION_RETURN("/srv/app/server.js", class_of(line),
					   function);
}

static void load(void)
{
	enter("load", 10);
	leave("load", 10);
	if (is("python")) {
		PYTHON_GC_START(2);
		PYTHON_GC_DONE(41);
	}
	if (is("hotspot")) {
		HOTSPOT_GC_BEGIN(1);
		HOTSPOT_GC_END();
	}
	if (is("php"))
		PHP_ERROR("no configuration", "/srv/app/server.php", 10);
}

static void parse(void)
{
	enter("parse", 30);
	if (is("hotspot"))
		HOTSPOT_OBJECT_ALLOC(THREAD, class_text, 6, 16);
	if (is("ruby"))
		RUBY_OBJECT_CREATE("Hash", "/srv/app/server.rb", 31);
	if (is("sh"))
		SH_BUILTIN_ENTRY("/srv/app/server.sh", "read", 31);
	leave("parse", 30);
}

static void reply(void)
{
	enter("reply", 40);
	for (int i = 0; i < 2; i++) {
		enter("send", 50);
		leave("send", 50);
	}
	leave("reply", 40);
}

static void handle(void)
{
	enter("handle", 20);
	parse();
	reply();
	leave("handle", 20);
}

static void transactions(void)
{
	static char *const query[] = { "SELECT  *  FROM stock",
				       "UPDATE stock SET n = 0",
				       "DELETE FROM stock" };

	for (int i = 0; i < 3; i++) {
		POSTGRESQL_TRANSACTION_START(i);
		POSTGRESQL_QUERY_START(query[i]);
		POSTGRESQL_QUERY_DONE(query[i]);
		if (i < 2)
			POSTGRESQL_TRANSACTION_COMMIT(i);
		else
			POSTGRESQL_TRANSACTION_ABORT(i);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	language = argv[1];
	if (is("postgresql")) {
		transactions();
		return 0;
	}
	enter("main", 1);
	load();
	for (int i = 0; i < 3; i++)
		handle();
	leave("main", 1);
	return 0;
}
