/* Copies of translated structs evaluate both sides once, and read all values before any changes. */
#pragma D option quiet
struct st { long n, sum; };
struct st s, *p, e[int], q[int], r[int], back;
struct in { int a, b; } in[int];
string str[int], last, *text;
struct holder { char buf[8]; string name; } *holder;
translator struct st < int x > { n = s.n + 1; sum = s.sum + x; };
translator struct st < struct in v > { n = v.a; sum = v.b; };
translator struct st < struct st *o > { n = o->n + o->sum; sum = o->n; };
BEGIN
{
	h[n++] = *curpsinfo; printf("%d %d %d\n", n, h[0].pr_pid == pid, h[1].pr_pid);
	s = xlate <struct st> (5); s = xlate <struct st> (7); printf("%d %d\n", s.n, s.sum);
	/* the operand */
	k = 1; e[0] = xlate <struct st> (k++); printf("%d %d %d\n", k, e[0].n, e[0].sum);
	in[3].a = 3; in[3].b = 33; in[4].a = 4; in[4].b = 44; k = 3;
	e[k] = xlate <struct st> (in[k++]); printf("%d %d %d %d\n", k, e[3].n, e[4].n, e[4].sum);
	print(xlate <struct st> (in[k--])); printf("%d\n", k);
	print(xlate <struct st> (k++)); printf("%d\n", k);
	/* through pointers */
	p = (struct st *)alloca(2 * sizeof(struct st)); this->i = 0;
	p[this->i++] = xlate <struct st> (in[4]); printf("%d %d %d %d\n", this->i, p[0].n, p[0].sum, p[1].n);
	*p = xlate <struct st> (p); printf("%d %d\n", p->n, p->sum);
	/* assignments whose values are used */
	m = 0; back = (q[m++] = s); printf("%d %d %d\n", m, q[0].n, back.sum);
	m = 0; back = (p[m++] = s); printf("%d %d %d\n", m, p[0].n, back.n);
	m = 0; back = (q[m++] = 0); printf("%d %d %d\n", m, q[0].n, back.n);
	m = 0; last = (str[m++] = "text"); printf("%d %s %s\n", m, str[0], last);
	m = 0; holder = (struct holder *)alloca(2 * sizeof(struct holder));
	last = (holder[m++].name = "inner"); printf("%d %s %s\n", m, holder[0].name, last);
	m = 0; this->w = (stacks[m++] = stack(2)); printf("%d\n", m);
	exit(0);
}
