/* An array of characters is traced as its bytes, a string as its text. */
#pragma D option quiet
char a[16];
string s;
BEGIN { a = "text"; s = "text"; trace(a); trace(s); trace((string)a); printf("\n%s\n", a); exit(0); }
