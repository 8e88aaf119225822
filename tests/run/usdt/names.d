/*
 * One site by all of its names: module (file or a.out), function, name with
 * '-' for "__", globs in each field.
 * @trigger loop 1
 */
#pragma D option quiet

loop$target:loop:main:tick { @["full"] = count(); }
loop$target:a.out::tick { @["a.out"] = count(); }
loop$target::main:tick { @["function"] = count(); }
loop$target:::signed-value { @["dash"] = count(); }
loop$target:::t?c[k-m] { @["name glob"] = count(); }
loop$target:l*p:m*:tick { @["module and function glob"] = count(); }
loop$target::: { @["all"] = count(); }
l*p$target:::done { @["provider glob"] = count(); }
loop*:::done /pid == $target/ { @["any pid"] = count(); }
