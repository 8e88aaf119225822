/*
 * Nested strings: the inputs of an outer function are computed when it needs
 * them, so nesting takes no space.
 */
#pragma D option quiet
BEGIN
{
	printf("%s\n", strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(execname, "a"), "b"), "c"), "d"), "e"), "f"), "g"), "h"), "i"), "j"), "k"), "l"), "m"), "n"), "o"), "p"), "q"), "r"));
	this->s = strjoin("a", strjoin("b", strjoin("c", strjoin("d", strjoin("e", strjoin("f", strjoin("g", strjoin("h", strjoin("i", strjoin("j", strjoin("k", strjoin("l", strjoin("m", strjoin("n", strjoin("o", strjoin("p", strjoin("q", strjoin("r", execname))))))))))))))))));
	printf("%s\n", this->s);
	exit(0);
}
