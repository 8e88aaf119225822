/* @exit 1 */
BEGIN { x = pid ? sym(1) : sym(2); trace(pid ? usym(1) : uaddr(2)); }
BEGIN { y = sym(1); trace(pid ? 0 : y); }
BEGIN { a[pid ? sym(1) : sym(2)] = 1; }
BEGIN { @[pid ? stack() : stack()] = count(); }
BEGIN { z = 1 ? sym(1) : sym(2); }
