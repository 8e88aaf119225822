/* @exit 1 */
BEGIN { x = 1; y = x ? printf("x") : 1; trace(x ? 2 : exit(0)); }
BEGIN { x ? printf("a") : printf("b"); }
BEGIN { x ? 1 : x < 2 ? 2 : trace(3); }
BEGIN { 1 ? x ? 1 : stop() : 2; }
BEGIN { 0 ? x ? 1 : stop() : 2; if (x) trace(1); else trace(2); }
