/* Unnamed, named and mixed arguments; none; (void), which is none. */
provider p {
	probe unnamed(int, char *);
	probe named(int count, const char *text);
	probe mixed(int, long size);
	probe none();
	probe nothing(void);
	probe array(int v[4], char name[16]);
};
