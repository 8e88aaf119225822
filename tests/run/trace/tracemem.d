/*
 * tracemem(): scratch memory, strings with the bytes after them, memory of the
 * process for its pointers; the third argument limits the shown bytes, unless
 * it is negative or too large, and the required bytes. Memory that can't be
 * read is a fault.
 * @trigger texts
 * @filter addr
 */
#pragma D option quiet

BEGIN { tracemem("abcdefghijklmnopqrst", 19); tracemem("abc", 9); }
BEGIN { tracemem("shown", 6, 3); tracemem("none", 5, 0); tracemem("all", 4, -1); tracemem("all", 4, 5); }
BEGIN { this->p = (char *)alloca(20); *(this->p + 17) = 'x'; tracemem(this->p, 20); }
BEGIN { tracemem(alloca(8), 8); trace((char)1); tracemem(alloca(3), 3); printf("after\n"); }
BEGIN { tracemem(alloca(8), 16); printf("not printed"); }
BEGIN { tracemem(16, 8); printf("not printed"); }
BEGIN { tracemem(alloca(4), 8, 5); printf("not printed"); }
BEGIN { tracemem((void *)-1, 8); printf("not printed"); }
texts$target:::touched { tracemem(copyin(arg0, 8), 8, 20); }
texts$target:::touched { this->n = 3; tracemem(copyin(arg0, this->n), 300, this->n); tracemem(alloca(2), 7, this->n - 1); }
texts$target:::touched { tracemem(copyin(arg0, 4), 8, arg0 ? 0 : 8); }
texts$target:::touched { tracemem(copyinstr(arg0), 40, strlen(copyinstr(arg0))); }
