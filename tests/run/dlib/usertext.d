/*
 * _usertext: strings in memory of the process, concatenated and cut to strsize.
 * @args one "" three
 */
#pragma D option quiet
#pragma D option strsize=24
#pragma D option argref

inline uintptr_t first = curthread->mm->arg_start;
inline uintptr_t last = curthread->mm->arg_end;

BEGIN
{
	this->all = _usertext(last - 11, last);
	printf("[%s] %d\n", this->all, strlen(this->all));
	printf("[%s]\n", _usertext(last - 6, last));
	printf("[%s] [%s]\n", _usertext(last - 1, last), _usertext(last, last - 1));
	/* a byte less if it is cut between two arguments */
	this->len = strlen(_usertext(first, last));
	printf("%d\n", this->len == 23 || this->len == 22);
	printf("%d\n", _usertext(last - 11, last) == "one  three");
}
BEGIN { trace(_usertext(8, 16)); }
ERROR { printf("fault %d at %x\n", arg4, arg5); exit(0); }
