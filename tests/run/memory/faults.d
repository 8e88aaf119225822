/*
 * Unmapped addresses, addresses of others, and sizes that are too large: each
 * clause ends with the fault and the address, size or index.
 * @trigger objects
 * @filter addr pid
 */
#pragma D option quiet
#pragma D option scratchsize=8k

struct wide { char c[4096]; };

BEGIN { trace(*(int *)0); }
BEGIN { trace(((struct wide *)NULL)->c[12]); }
BEGIN { trace(((long *)0x10)[3]); }
BEGIN { trace(stringof(0x20)); }
BEGIN { trace((char *)0x30 == "x"); }
BEGIN / *(char *)0x40/ { trace("no"); }
BEGIN { *(int *)0x50 = 1; }
BEGIN { trace(curthread->comm[tid * 0 + 16]); }
BEGIN { trace(curthread->comm[tid * 0 - 1]); }
BEGIN { trace(((int *)alloca(8))[0]); *(int *)0x60 = 1; }
BEGIN { alloca(8); (*(long *)0x70)++; }
BEGIN { alloca(tid * 0 + 8193); }
BEGIN { alloca(8192); alloca(1); }
BEGIN { bcopy(curthread->comm, alloca(8), tid * 0 + 8193); }
BEGIN { alloca(8); bcopy(curthread->comm, (void *)0x80, 1); }
BEGIN { bcopy((void *)0x90, alloca(8), 8); }
BEGIN { trace(*(int *)copyin(0xa0, 4)); }
BEGIN { copyinto(0xb0, 4, alloca(4)); }
BEGIN { bcopy(curthread->comm, (void *)0xc0, 4); }
BEGIN { trace(*(struct wide *)0xd0); }
BEGIN { trace(stringof((char *)0xe0)); }
objects$target:::gone { trace(*(char *)copyin(arg0, 1)); }
objects$target:::all { trace(*(char *)arg0); }
BEGIN { alloca(tid * 0 + 4096); alloca(tid * 0 + 4097); }
BEGIN { alloca(tid * 0 + 4096); alloca(tid * 0 + 4096); printf("all used\n"); }
BEGIN { printf("pid %d\n", $target); }
END { printf("end\n"); }
