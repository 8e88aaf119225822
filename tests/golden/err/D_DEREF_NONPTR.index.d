/*
 * @exit 1
 */
BEGIN { n = 1; trace(n[0]); this->n = 2; this->n[1] = 3; }
