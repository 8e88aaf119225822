/*
 * @exit 1
 */
BEGIN { self->start = 1; this->count = 2; }
BEGIN { trace(self->strat); trace(this->coutn); trace(self->count); }
