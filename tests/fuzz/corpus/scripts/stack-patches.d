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
int64_t array[int64_t, string];
short global;
short narrow;
self uint64_t n;
this int64_t n;

ERROR
{
	array[gid, "12"] %= ((int64_t)this->p > 0); 
	setopt(strtok(probeprov, copyinstr(arg2))); 
	this->p = (int *)((int *)alloca(2) + (self->s < words[3])); 
	"/usr/lib//x"; 
	printf(" %s\n", text); 
}
syscall::write:entry,syscall::exit_group:entry
/pid == $target/
{
	substr(NAMED, htonll(((arg8 ? curpsinfo->pr_pid : 64) % offsetof(struct fuzz, b)))); 
	self->q = NULL; 
	self->s = 0; 
}
