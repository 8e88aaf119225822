/*
 * Variables in ERROR clauses, which share the stack of the faulting program:
 * this-> is their own, other variables are shared.
 */
#pragma D option quiet

BEGIN { this->a = 1; this->b = 2; this->s = execname; self->n = 3; g = 4; x[5] = 6; }
BEGIN { self->t = "before"; self->t = copyinstr(this->a); printf("not reached\n"); }
BEGIN { printf("%d %s %s %d\n", this->a + this->b, this->s, self->t, g); exit(0); }
ERROR { this->a += 10; this->e = self->t; self->n++; g += arg4; x[5] += arg5; errors[arg4]++; }
ERROR { printf("%d %s %d %d %d %d\n", this->a, this->e, self->n, g, x[5], errors[1]); }
