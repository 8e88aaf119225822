/*
 * Pointers in variables: to scratch memory of the clause, to the kernel, to
 * elements; writing and reading through them.
 * @trigger objects
 */
#pragma D option quiet
struct point { int x, y; };
struct item { struct item *next; int value; };
struct item *list;
objects$target:::list
{
	this->first = (struct item *)copyin(arg0, sizeof(struct item));
	this->second = (struct item *)copyin((uintptr_t)this->first->next, sizeof(struct item));
	printf("%d %d\n", this->first->value, this->second->value);
	this->second->value += 5;
	this->first->next = this->second;
	printf("%d\n", this->first->next->value);
	this->third = this->first;
	*this->third = *this->second;
	printf("%d\n", this->third->value++);
	printf("%d\n", (*this->third).value);
	self->t = curthread;
	a[pid] = curthread;
}
objects$target:::numbers
{
	printf("%d %d\n", self->t == curthread, self->t->pid == tid);
	printf("%d %s\n", a[pid]->pid == tid, a[pid]->comm);
	self->t = 0;
	this->n = (int *)copyin(arg0, arg1 * 4);
	this->sum = this->n[0] + this->n[1] + this->n[arg1 - 1];
	printf("%d\n", this->sum);
	this->n[2]++;
	this->n[this->n[6]] *= 7;
	printf("%d %d\n", this->n[2], this->n[1]);
	this->s = stringof(curthread->comm);
	printf("%s %d\n", this->s, this->s == execname);
	this->c = curthread->comm;
	printf("%s\n", stringof(this->c));
	this->buf = (char *)alloca(16);
	this->buf[0] = 'h'; this->buf[1] = 'i';
	printf("%s\n", stringof(this->buf));
	this->i = (tid > 0 ? this->buf : (char *)copyin(arg0, 4));
	printf("%s %d\n", stringof(this->i), *(this->buf + 1) == 'i' && this->buf[1] != 'h' ? 1 : 0);
	copyinto(arg0, 4, this->buf);
	printf("%d\n", *(int *)this->buf);
	@[this->n[0], stringof(this->c)] = sum(this->n[1]);
	@b = quantize(this->n[3]);
}
objects$target:::numbers
/((int *)copyin(arg0, arg1 * 4))[arg1 - 1] == 1 && curthread->pid == tid/
{
	this->p = (struct point *)alloca(sizeof(struct point) * 3);
	bcopy(copyin(arg0, 24), this->p, 24);
	printf("%d %d\n", this->p[2].y, (this->p + 1)->x);
	this->p[1] = this->p[2];
	printf("%d\n", this->p[1].y);
	if (this->p[1].x == 3) {
		this->q = (int *)alloca(4);
		*this->q = 44;
	} else {
		this->q = (int *)alloca(4000);
	}
	printf("%d\n", *this->q);
}
