/*
 * self-> belongs to a thread: two count at the same time, and a third sees
 * none of their values.
 * @trigger workers 20000
 */
#pragma D option quiet

workers$target:::worker { self->n++; self->sum += arg1; self->by[arg1 % 3]++; g++; all[arg1 % 2]++; }
workers$target:::worker /self->n == 20000/ { printf("%d %d %d\n", self->n, self->sum, self->by[0]); }
workers$target:::main { printf("%d %d\n", self->n, self->by[0]); }
END { printf("%d %d %d\n", g, all[0], all[1]); }
