/*
 * Far outside of a piece of scratch memory is a fault, and no other piece.
 * @filter addr
 */
#pragma D option quiet
char *a, *b;
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); a[32] = 'X'; printf("no fault: %c\n", b[0]); }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); b[-32] = 'X'; printf("no fault: %c\n", a[0]); }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); trace(a[64]); }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); trace(b[-64]); }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); a[1 << 30] = 'X'; }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); this->i = 1; index_ = this->i << 20; a[index_] = 'X'; }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); bcopy("text", a + 32, 4); }
BEGIN { a = (char *)alloca(16); b = (char *)alloca(16); a[15] = 'l'; b[0] = 'f'; printf("%c%c\n", a[15], b[0]); exit(0); }
ERROR { printf("fault %d of clause %d\n", arg4, arg1); }
