/*
 * Descriptions with fewer parts, empty parts, blanks.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick { @["four parts"] = count(); }
loop$target:loop::tick { @["with the module"] = count(); }
loop$target::main:tick { @["with the function"] = count(); }
loop$target:loop:main:tick { @["all"] = count(); }
loop$target::: { @["the provider"] = count(); }
loop$target:::t* { @["a pattern"] = count(); }
loop$target:::*i[gc]* { @["a pattern of classes"] = count(); }
loop$target:::tic? { @["one character"] = count(); }
