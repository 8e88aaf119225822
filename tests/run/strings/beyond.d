/*
 * The characters of a string end with its NUL: reading after it is a fault.
 */
#pragma D option quiet

string s;

BEGIN { s = "abc"; this->i = 3; self->t = ""; }
BEGIN { printf("%d %d %d %d\n", s[0], s[2], s[3], s[this->i]); }
BEGIN { printf("%d %d\n", self->t[0], "x"[1]); }
BEGIN { trace(s[4]); }
BEGIN { trace(s[this->i + 1]); }
BEGIN { trace(s[-1]); }
BEGIN { trace(s[255]); }
BEGIN { trace(s[256]); }
BEGIN { trace(self->t[1]); }
BEGIN { trace("xy"[this->i]); }
BEGIN { trace(strjoin(s, "def")[6]); trace(strjoin(s, "def")[this->i + 4]); }
BEGIN { exit(0); }
