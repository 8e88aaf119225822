/*
 * The kernel's stack at a system call: from the function with the tracepoint
 * to the entry from user mode. Names of a kernel address.
 * @trigger nest 1
 * @filter off
 */
#pragma D option quiet
#pragma D option stackframes=2

syscall::exit_group:entry /pid == $target/ {
	stack(10); stack(); printf("%k", stack(1)); @[stack(2)] = count();
	@same[caller > 0, stackdepth == 3 || stackdepth == 4 || stackdepth == 6] = count();
}
syscall::exit_group:entry /pid == $target/ {
	this->a = (uintptr_t)&`do_exit;
	sym(this->a); func(this->a + 1); mod(this->a);
	printf("%a %a %a %a\n", this->a, this->a + 2, sym(this->a + 3), mod(this->a));
	@f[func(this->a)] = count(); @m[mod(this->a)] = count();
	@f[func(this->a + 1)] = count(); @m[mod((uintptr_t)&`schedule)] = count();
}
