/*
 * @exit 1
 */
typedef struct { int a; } foo_t;
translator foo_t < struct task_struct *T > { a = T->pid }
BEGIN { trace(xlate <foo_t>(curthread).a); exit(0); }
