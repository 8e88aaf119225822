/* @args typed */
BEGIN /execname == "x" || "y" > execname/
{
	trace(execname); trace(copyinstr(arg0)); trace(copyinstr(arg0, 10)); trace(execname < copyinstr(arg1));
	trace(pid ? execname : "none"); trace((string)execname); trace(stringof("x"));
}
