/*
 * @exit 1
 */
/* a /* b */ BEGIN {}
