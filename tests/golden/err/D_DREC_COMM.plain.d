/*
 * @exit 1
 */
BEGIN { commit(1); discard(2); printf("late"); }
