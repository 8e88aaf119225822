/* a number of the kernel, a bit-field of the process's memory, a store into scratch memory */
struct s { int a; int b:3; };
test:::probe
/arg0 == 0 || *(int *)arg0 == 1/
{
	this->p = (struct s *)copyin(arg1, 8);
	this->p->a = this->p->b;
}
