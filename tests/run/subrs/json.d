/*
 * json(): members, elements, whole objects and arrays, unchanged escapes,
 * numbers, words; a missing value and invalid JSON give the empty string.
 */
#pragma D option quiet

BEGIN
{
	this->text = "{ \"a\" : {\"b\":[1, 22,{\"c\":\"x\"} ]}, \"t\":true,\"f\":false , \"n\":null, \"e\":\"\", \"u\":\"q\\\"\\u00e9\\\\\" }";
	printf("[%s] [%s] [%s]\n", json(this->text, "a.b[2].c"), json(this->text, "a.b[1]"),
	    json(this->text, "a.b"));
	printf("[%s] [%s]\n", json(this->text, "a"), json(this->text, "a.b[2]"));
	printf("[%s] [%s] [%s] [%s] [%s]\n", json(this->text, "t"), json(this->text, "f"), json(this->text, "n"),
	    json(this->text, "e"), json(this->text, "u"));
	printf("[%s] [%s] [%s] [%s]\n", json(this->text, "a.b[3]"), json(this->text, "a.b.c"),
	    json(this->text, "t.x"), json(this->text, "x"));
}
BEGIN
{
	printf("[%s] [%s] [%s] [%s]\n", json("[1,[2,[3,{\"k\":-4.5e+6}]]]", "[1][1][1].k"),
	    json("[0]", "[0]"), json("[[],{}]", "[1]"), json("[ ]", "[0]"));
	printf("[%s] [%s] [%s]\n", json("{\"a\":\"1\",\"a\":\"2\"}", "a"), json("{\"\":5}", ""),
	    json("{\"a.b\":1,\"a\":{\"b\":2}}", "a.b"));
	printf("%d\n", json("{\"a\":1}", "b") == NULL);
	printf("%d\n", strtoll(json("{\"port\": 8080}", "port")) + 1);
}
BEGIN
{
	printf("[%s][%s][%s][%s][%s][%s][%s]\n", json("", "a"), json("7", "a"), json("{\"a\":1", "a"),
	    json("{\"a\":01}", "a"), json("{\"a\":1x}", "a"), json("{\"a\" 1}", "a"), json("{a:1}", "a"));
	printf("[%s][%s][%s][%s][%s]\n", json("{\"a\":\"\\u12x4\"}", "a"), json("{\"a\":[1}]}", "a"),
	    json("{\"a\":nul}", "a"), json("{\"b\":tru,\"a\":1}", "a"), json("[1,2]", "[x]"));
	exit(0);
}
