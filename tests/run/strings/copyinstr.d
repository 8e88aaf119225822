/*
 * Strings of the process, including those in pages that it has not touched.
 * @needs uprobe_sleepable
 * @trigger texts
 */
#pragma D option quiet

texts$target:::touched { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::untouched { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::far { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::edge { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::empty { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::lengthy { printf("<%s>\n", copyinstr(arg0)); }
texts$target:::touched { trace(copyinstr(arg0)); }
texts$target:::touched { trace("|\n"); }
