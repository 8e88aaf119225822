/*
 * Associative arrays: any tuple of keys, 0 for missing elements, freed by a 0,
 * text and numbers.
 */
#pragma D option quiet

int declared[string, int]; self string names[int]; self long deep[string, long, int];

BEGIN
{
	a["one", 1] = 11; a["two", 2] = 22; a["one", 2]++; a["one", 2] += 5; ++a["two", 1];
	printf("%d %d %d %d %d\n", a["one", 1], a["two", 2], a["one", 2], a["two", 1], a["none", 0]);
	a["one", 1] = 0; a["two", 2] = a["none", 7]; printf("%d %d\n", a["one", 1], a["two", 2]);
	printf("%d %d %d\n", a["one", 2]--, --a["one", 2], a["one", 2] *= 3);
	declared["k", -1] = 0x1ffffffff; printf("%d %d\n", declared["k", -1], declared["k", 1]);
	k = "k"; n = -1; printf("%d\n", declared[k, n]);
	declared["k", n] ^= 1; printf("%d\n", declared["k", -1]);
	self->names[3] = "three"; self->names[4] = execname;
	printf("[%s] [%s] [%s]\n", self->names[3], self->names[4], self->names[5]);
	self->deep["x", 1, 2] = 3; self->deep["x", 1, 2]++; printf("%d\n", self->deep["x", 1, 2]);
	s[execname] = "value"; t = s["dtrace"]; printf("%s %s\n", s["dtrace"], t);
	c[pid] = 5; c[$pid] += 2; printf("%d\n", c[pid]);
	p[(char)1] = 1; p[257] = 2; printf("%d\n", p[1]);	/* the key is no longer a char */
	nest[a["one", 2]] = a["two", 1]; printf("%d\n", nest[a["one", 2]]);
	x = y[1] = 9; printf("%d %d\n", x, y[1]);
}

BEGIN /self->names[3] != NULL && self->names[9] == NULL && a["one", 2]/ { self->names[3] = 0; }
BEGIN /self->names[3] == NULL && !a["absent", 1]/ { self->names[4] = NULL; s["dtrace"] = 0; }
BEGIN { printf("[%s] [%s]\n", self->names[4], s["dtrace"]); exit(0); }
