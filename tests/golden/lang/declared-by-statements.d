/* @args typed */
/* What the statements of a clause assign to is declared for its predicate. */
BEGIN /x == 0/ { x = 1; }
BEGIN /self->last == 0 && this->n != 3/ { self->last = timestamp; this->n = 0; }
BEGIN /seen[pid] == NULL/ { seen[pid] = 1; }
BEGIN /s == NULL/ { s = execname; }
END /wide/ { wide = 1; wide = arg0; }
