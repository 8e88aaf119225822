/*
 * @exit 1
 */
int counter;
BEGIN { counter = 1; }
BEGIN { import = 1; }
BEGIN { trace(probe); }
BEGIN { static = 1; }
BEGIN /goto == 1/ { }
BEGIN { this->counter = 1; }
