/*
 * self-> without task storage, as on kernels that have none.
 * @trigger workers 20000
 */
#pragma D option quiet
#pragma D option selfhash

workers$target:::worker { self->n++; self->sum += arg1; self->name = execname; self->by[arg1 % 3]++; }
workers$target:::worker /self->n == 20000/ { printf("%d %d %s %d\n", self->n, self->sum, self->name, self->by[0]); }
workers$target:::main { printf("%d [%s] %d\n", self->n, self->name, self->by[0]); }
