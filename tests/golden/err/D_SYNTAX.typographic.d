/*
 * @exit 1
 */
BEGIN { trace(“hello”); }
BEGIN { x = ‘a’; }
BEGIN { x = 3 – 1; }
BEGIN { trace(1); }
BEGIN { trace(1é); }
BEGIN { trace("“text” é"); /* ” */ }
