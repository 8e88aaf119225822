/* Linux 6.18: "verifier bug: stack slot 27, total slots 27" */
enum colour { RED = 3 };
struct fuzz { int a; char b[8]; struct { short c:3; int d:7; } bits; };
struct fuzz st;
self struct fuzz lst;
this struct fuzz lst;
this char b[16];
this int *p;
this void *q;
self void *q;
self string s;
this string s;
string text;
string words[int];
string texts[int64_t, string];
self int spec;
int vector[4];
inline int twice[int x] = x * 2;
inline string NAMED = execname;
inline int INLINED = narrow + 1;
inline int ON = 1;
inline int OFF = ON - 1;
this string *sp;
uint8_t array[int64_t, string];
int global;
uint64_t narrow;
self short n;
this int64_t n;

loop$target:::
{
	printf(" %p %d %#x\n", arg2, ((- -9223372036854775807) ^ (int)("/usr/lib//x")), uid); 
	self->n++; 
	*this->p; 
}

loop$target:::
{
	text = basename((stackdepth ? inet_ntoa6(alloca(16)) : inet_ntoa6(this->p))); 

	trace((char *)this->q + 1); 
	array[0x80000000, strchr(text, pid)] &= (ON ? (uregs[R_RIP] < errno) : nothing); 

}

loop$target:::
/((SIGHUP << arg7) >> ustackdepth)/
{


}

END
{
	copyinto(arg2, 4, this->q); 
	if ((int64_t)ntohll((RED <= uregs[R_RIP]))) { trace((uintptr_t)&curthread->tgid); } else { narrow++; } 
}

loop$target:::
{
	setopt(strstr(link_ntop(-1, (char *)this->q + 1), lltostr(ipl)), copyinstr((int)1, 3)); 

}

