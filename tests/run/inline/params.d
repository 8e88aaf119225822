/*
 * Inlines with parameters, and inlines that use variables and one another:
 * each use is checked separately.
 */
#pragma D option quiet

inline int sq[int k] = k * k;
inline int hyp2[int a, int b] = sq[a] + sq[b];
inline string kind[int n] = n == 1 ? "one" : n == 2 ? "two" : "many";
inline string both[string a, string b] = strjoin(a, b);
inline int8_t low[long n] = n;
inline int me = pid == $pid;
inline int named = execname == "dtrace";
inline char nth[string s, int i] = s[i];
inline int at[int *p, int i] = p[i];

int x;

BEGIN { x = 3; this->y = 4; self->z = 5; }
BEGIN
{
	printf("%d %d %d\n", sq[x], hyp2[x, this->y], sq[sq[self->z]]);
	printf("%s %s %s\n", kind[1], kind[x - 1], kind[x]);
	printf("%s %d\n", both[kind[1], both["-", "x"]], low[0x1ff]);
	printf("%d %d\n", me, named);
	this->ints = (int *)alloca(2 * sizeof(int));
	this->ints[1] = 9;
	printf("%c%c %d\n", nth[kind[1], 0], nth[strjoin("a", "b"), 1], at[this->ints, 1]);
	exit(0);
}
