/*
 * Names that the D library derives from the running thread, and locks: a mutex
 * and a lock composed in scratch memory.
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %s\n", threadname == execname, root == "/", zonename);
}
BEGIN
{
	this->m = (struct mutex *)alloca(sizeof(struct mutex));
	printf("%d %d %d", mutex_owned(this->m), mutex_owner(this->m) == NULL,
	    mutex_type_adaptive(this->m));
	this->m->owner.counter = (long)curthread | 5;
	printf(" %d %d %d\n", mutex_owned(this->m), mutex_owner(this->m) == curthread,
	    mutex_type_spin(this->m));
}
BEGIN
{
	this->m = (struct mutex *)alloca(sizeof(struct mutex));
	this->m->owner.counter = (long)curthread->real_parent;
	printf("%d %d\n", mutex_owned(this->m), mutex_owner(this->m)->tgid == ppid);
}
BEGIN
{
	this->l = (rwlock_t *)alloca(sizeof(rwlock_t));
	printf("%d%d%d", rw_read_held(this->l), rw_write_held(this->l), rw_iswriter(this->l));
	this->l->raw_lock.cnts.counter = 0x600;
	printf(" %d%d%d", rw_read_held(this->l), rw_write_held(this->l), rw_iswriter(this->l));
	this->l->raw_lock.cnts.counter = 0x300;
	printf(" %d%d%d", rw_read_held(this->l), rw_write_held(this->l), rw_iswriter(this->l));
	this->l->raw_lock.cnts.counter = 0xff;
	printf(" %d%d%d\n", rw_read_held(this->l), rw_write_held(this->l), rw_iswriter(this->l));
}
BEGIN { trace(mutex_owned((struct mutex *)NULL)); }
BEGIN { trace(rw_iswriter((rwlock_t *)24)); }
BEGIN { trace(d_path((struct path *)NULL)); }
BEGIN { trace(mutex_type_adaptive((struct mutex *)NULL)); exit(0); }
ERROR { printf("fault %d %x\n", arg4, arg5); }
