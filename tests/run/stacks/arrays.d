/*
 * Stacks and addresses as keys of associative arrays: the value for each path
 * to a function, and for each address in it.
 * @trigger nest 100
 * @lock stacks
 */
#pragma D option quiet

nest$target:::inner { seen[ustack(3)]++; at[usym(arg1), 1]++; self->n[ustack(3), "x"]++; }
nest$target:::inner /seen[ustack(3)] == 1/ { printf("a new way at %d\n", arg0); }
nest$target:::inner /arg0 == 99/ { printf("%d %d %d\n", seen[ustack(3)], at[usym(arg1), 1], self->n[ustack(3), "x"]); }
syscall::exit_group:entry /pid == $target/ { way[stack(3), mod(caller)] = 5; }
syscall::exit_group:entry /pid == $target/ { printf("%d %d\n", way[stack(3), mod(caller)], way[stack(2), mod(caller)]); }
END { printf("%d %d\n", seen[ustack(3)], at[usym(0), 1]); }
