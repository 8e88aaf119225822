/*
 * @exit 1
 */
BEGIN { setopt(); }
BEGIN { setopt("a", "b", "c"); }
BEGIN { stop(1); }
BEGIN { ftruncate("x"); }
BEGIN { raise(); }
