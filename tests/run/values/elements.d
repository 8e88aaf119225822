/*
 * Structs and arrays as elements of associative arrays: created by the first
 * member, freed by 0, copied as a whole; arrays of strings; keys from members.
 */
#pragma D option quiet
struct item { int n; string name; char tag[4]; long last; };
struct item m[int, string];
self struct item t[string];
string names[3];
string table[2][2];
self string mine[2];
struct item list[4];
BEGIN
{
	m[1, "x"].n = 5;
	m[1, "x"].name = "first";
	m[1, "x"].tag = "tag too long";
	m[1, "x"].last = -1;
	printf("%d %s %s %d\n", m[1, "x"].n, m[1, "x"].name, m[1, "x"].tag,
	    m[1, "x"].last);
	m[2, "y"] = m[1, "x"];
	m[2, "y"].n++;
	m[1, "x"] = 0;
	printf("%d [%s] %d %s %d\n", m[1, "x"].n, m[1, "x"].name,
	    m[2, "y"].n, m[2, "y"].name, m[2, "y"].last);
	self->t[m[2, "y"].name] = m[2, "y"];
	self->t["first"].name = strjoin(self->t["first"].name, "+");
	printf("%s %d %s\n", self->t["first"].name, self->t["first"].n,
	    self->t["none"].name);
	this->i = 2;
	list[this->i] = self->t["first"];
	list[this->i - 1].name = "one";
	list[0] = list[this->i];
	printf("%s %s %s [%s]\n", list[0].name, list[1].name, list[2].name,
	    list[3].name);
	@[list[0].name, list[2].n] = count();
	names[1] = "b";
	names[this->i] = "cc";
	printf("[%s] %s %s %d\n", names[0], names[1], names[2], sizeof(names));
	table[1][this->i - 1] = names[2];
	self->mine[0] = table[1][1];
	printf("[%s] %s %s\n", table[1][0], table[1][1], self->mine[0]);
	n[list[0].n, list[0].name] = 3;
	printf("%d\n", n[6, "first+"]);
	exit(0);
}
