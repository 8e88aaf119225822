/* SPDX-License-Identifier: BSD-2-Clause */
/* Strings of structs that are the value of `?:`, `,` or `=`, as numbers of them: as arguments, keys and operands. */
#pragma D option quiet
struct pair {
	char lead;
	string text;
	char last;
	struct {
		string texts[2];
	} in;
} one, two, *at;
struct pair elements[string];
self struct pair own;
string found[string], left[2], right[2];

BEGIN
{
	one.text = "one";
	one.last = 'x';
	two.text = "two";
	two.in.texts[1] = "inner text";
	left[1] = "left";
	right[1] = "right";
	i = 3;
	elements["k"] = two;
	at = (struct pair *)alloca(sizeof(struct pair));
	*at = two;
	found[(i > 2 ? two : one).text] = "found";
	printf("%s %s %s\n", (i > 2 ? two : one).text, (i > 2 ? elements["k"] : one).in.texts[i - 2], found["two"]);
	printf("%s %s %s\n", (i, one).text, (i < 2 ? one : *at).text, (i > 2 ? left : right)[i - 2]);
	printf("%s %s\n", (self->own = one).text, (elements["new"] = two).in.texts[1]);
	printf("%d %c %d\n", strlen((i > 2 ? two : one).in.texts[1]), (i > 2 ? two : one).text[1],
	    (i < 2 ? two : one).text < (i > 2 ? two : one).text);
	printf("[%s] %c\n", (i > 2 ? elements["none"] : one).text, (i > 2 ? one : two).last);
	@[(i < 2 ? two : one).text] = count();
	exit(0);
}
