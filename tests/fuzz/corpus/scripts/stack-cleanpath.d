/* SPDX-License-Identifier: BSD-2-Clause */
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
int array[int64_t, string];
short global;
int64_t narrow;
self uint64_t n;
this uint64_t n;

END
{
	if (*this->p) { trace((char)$pid); } else { global >>= curthread->tgid; } 
	htons(strlen(this->s)); 
}
loop$target:::tick
{
	printf(" %x\n", ( ~ array[INLINED, "/usr/lib//x"])); 
	ucaller; 
	array[array[(1 & ((struct fuzz *)this->q)->a), (0x7fffffff ? probeprov : probefunc)], lltostr(7)]; 
}
END
{
	printf(" %-8o %s %d %x\n", ((0x7fffffff > *this->p) ? (this->b[3] ? sizeof(struct fuzz) : -9223372036854775807) : (((struct task_struct *)curthread)->real_parent->pid >= gid)), words[3], ( + (INLINED | 1)), (("/usr/lib//x" < curpsinfo->pr_psargs) >> (arg0 < 0xffffffffffffffff))); 
	@llquantize3[ustack(4), cleanpath(copyinstr(arg2))] = llquantize(arg2, 10, 0, 6, 20); 
}
loop$target:::signed-value
{
}
