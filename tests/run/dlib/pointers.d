/*
 * The library defines a struct also where only its size is needed: in arithmetic on pointers to it, and in ++. Each clause
 * needs one of them of another struct, which nothing else completes.
 */
#pragma D option quiet

BEGIN
{
	this->val = (struct timeval *)alloca(48);
	printf("%d\n", (uint64_t)(this->val + 2) - (uint64_t)this->val);
}

BEGIN
{
	this->spec = (struct itimerspec *)alloca(64);
	this->next = this->spec;
	this->next++;
	printf("%d\n", (uint64_t)this->next - (uint64_t)this->spec);
}

BEGIN
{
	this->first = (struct itimerval *)alloca(64);
	this->second = (struct itimerval *)((uint64_t)this->first + 32);
	printf("%d\n", this->second - this->first);
	exit(0);
}
