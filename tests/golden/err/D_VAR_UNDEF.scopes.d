/*
 * @exit 1
 */
BEGIN / self->flag / { trace(this->x); self->a[1]++; trace(self->b[2]); this->x++; trace(this->x); }
