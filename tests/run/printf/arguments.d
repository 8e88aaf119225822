/* @trigger loop 4 */
#pragma D option quiet

loop$target:::tick { printf("%3d|%-3d|%x|%s|%10.3s|\n", arg0, arg1, arg0 - 2, copyinstr(arg2), copyinstr(arg2)); }
loop$target:::signed-value { printf("%d %c %x\n", arg0, (char)(arg0 + 66), (char)arg0); }
