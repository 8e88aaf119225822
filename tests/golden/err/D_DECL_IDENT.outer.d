/*
 * A declaration, of which the type is not known: no description of a probe.
 *
 * @exit 1
 */
vnode_t *p;
nosuch_t x, y;
BEGIN { x = 1; p = 0; }
