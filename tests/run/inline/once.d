/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The arguments of an inline are evaluated once, from left to right, if they
 * have effects, however often its parameters stand in it.
 */
#pragma D option quiet
inline int sq[int k] = k * k;
inline int idt[int k] = k;
inline int none[int k] = 5;
inline int pick[int c, int a, int b] = c ? a : b;
inline int add[int a, int b] = sq[a] * 100 + sq[b];
inline string nz[string s] = s != NULL ? s : "-";
inline string ids[string s] = s;
inline int deref[int *p] = *p + *p;
struct pt { int x, y; } pts[int], pt;
inline int summ[struct pt p] = p.x + p.y;
inline struct pt same[struct pt p] = p;
BEGIN
{
	i = 3; r = sq[i++]; printf("%d %d\n", r, i);
	i = 3; r = idt[i++] + idt[i++] * 10; printf("%d %d\n", r, i);
	i = 3; r = none[i++]; printf("%d %d\n", r, i);
	i = 3; r = pick[i++ == 3, i++, ++i]; printf("%d %d\n", r, i);
	i = 2; r = add[i++, i++]; printf("%d %d\n", r, i);
	i = 2; r = sq[sq[i++]]; printf("%d %d\n", r, i);
	i = 2; r = sq[i++] - sq[i++]; printf("%d %d\n", r, i);
	i = 2; r = sq[i += 3] + i; printf("%d %d\n", r, i);
}
BEGIN
{
	this->t = strtok("a/b/c/d/e/f", "/");
	printf("%s %s\n", nz[strtok(NULL, "/")], nz[nz[strtok(NULL, "/")]]);
	printf("%s\n", strjoin(ids[strtok(NULL, "/")], nz[strtok(NULL, "/")]));
	printf("%s\n", strjoin(nz[strtok(NULL, "/")], nz["x"]));
	printf("%s\n", strjoin(nz[strjoin("a", "b")], nz[strjoin("c", "d")]));
	printf("%d\n", nz[strjoin("a", "b")] == nz[strjoin("a", "c")]);
	printf("%d\n", nz[strjoin("a", "b")] < nz[strjoin("a", "c")]);
	this->p = (int *)alloca(8); this->p[0] = 4; this->p[1] = 6; this->q = this->p;
	printf("%d %d\n", deref[this->q++], this->q == this->p + 1);
	pts[1].x = 5; pts[1].y = 6; pts[2].x = 50; n = 1;
	printf("%d\n", summ[pts[n++]]); printf("%d\n", n);
	n = 1; pt = same[pts[n++]]; printf("%d %d\n", pt.y, n);
	n = 1; printf("%d\n", same[pts[n++]].x);
	exit(0);
}
BEGIN /sq[zz++] == 0 && zz == 1/ { printf("pred\n"); }
