/*
 * Where only a type can stand, a word that is none is said to be unknown.
 *
 * @exit 1
 */
BEGIN
{
	trace(((vnode_t *)arg0)->v_path);
	trace((nosuch_t)0);
	trace(xlate <nosuch_t> (arg0).x);
	trace((pid) != 0);
	if (pid)
		trace(1);
}
BEGIN { trace((vmlinux`nosuch_t *)arg0); }
