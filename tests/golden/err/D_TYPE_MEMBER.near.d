/*
 * Names that are nearly members, and members of the threads of other systems.
 *
 * @exit 1
 */
struct inner { int weight; };
struct task_struct { int prio; union { struct { int nested; }; long other; }; struct inner *at; };
struct out { int color; int size; };
translator struct out < struct inner *i > { color = i->weight; size = 1; };
struct task_struct *t;
struct inner *n;
BEGIN {
	trace(t->pri);
	trace(t->nestde);
	trace(t->at->wieght);
	trace(xlate <struct out *> (n)->colour);
	trace(n->td_proc);
	trace(t->t_procp);
	trace(t->t_did);
	trace(t->t_tid);
	trace(t->t_name);
	trace(t->t_pri);
	trace(t->t_cpu);
	trace(t->t_lwp);
	trace(t->t_state);
	trace(t->t_cred);
	trace(t->td_proc);
	trace(t->td_tid);
	trace(t->td_name);
	trace(t->td_priority);
	trace(t->td_oncpu);
	trace(t->td_state);
	trace(t->td_ucred);
	trace(t->td_errno);
}
