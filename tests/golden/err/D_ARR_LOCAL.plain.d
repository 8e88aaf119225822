/*
 * @exit 1
 */
BEGIN { this->a["k"] = 1; this->b[1]++; }
