/*
 * @exit 1
 */
BEGIN { trace(uregs["rax"]); trace(uregs[1, 2]); }
