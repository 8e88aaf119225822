°/* @args ahead */
int declared; self string name; this char small;
BEGIN
{
	x = 1; x = timestamp; l = 5L; s = "text"; s = execname; p = (int *)arg0;
	declared = arg0; self->name = "n"; this->small = 300; self->t = timestamp;
	x += 2; self->t -= arg1; n++; --this->m; this->small <<= 1;
	trace(x + l); trace(s == self->name); trace(p + 1); y = z = 3;
}
END /self->t && n > 1/ { @[s, x] = sum(declared); printf("%s %d\n", s, x++); }
