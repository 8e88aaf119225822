/*
 * @exit 1
 */
translator nosuch_t < struct task_struct *T > { a = T->pid; };
BEGIN { trace(xlate <nosuch_t>(curthread).a); }
