/*
 * A clause may use 64 KB by default, 1 MB with the option; a firing has 1 MB
 * in all.
 * @filter addr
 */
#pragma D option quiet
#pragma D option scratchsize=1m

BEGIN
{
	this->p = (char *)alloca(tid * 0 + 1048576);
	this->p[1048575] = 3;
	printf("%d\n", this->p[1048575]);
}

BEGIN { this->p[1048576] = 1; }
BEGIN { this->p = (char *)alloca(8); }
BEGIN { this->p = (char *)alloca(tid * 0 + 1048577); }
END { this->p = (char *)alloca(1048576); this->p[1048575] = 4; printf("%d\n", this->p[1048575]); }
BEGIN { exit(0); }
