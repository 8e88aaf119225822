/*
 * @exit 1
 */
BEGIN { trace(a[1]); trace(self->a["x"]); b[c] = 1; d[1] = d[2] + 1; trace(this->e[1]); }
