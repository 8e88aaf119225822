/* SPDX-License-Identifier: BSD-2-Clause */
/* Probes like those of interpreters and servers */
provider python {
	probe function__entry(char *file, char *function, int line);
	probe function__return(char *file, char *function, int line);
	probe gc__start(int generation);
	probe gc__done(long collected);
};
provider hotspot {
	probe method__entry(long thread, char *class, int class_len, char *method, int method_len, char *sig, int sig_len);
	probe method__return(long thread, char *class, int class_len, char *method, int method_len, char *sig, int sig_len);
	probe object__alloc(long thread, char *class, int class_len, long bytes);
	probe gc__begin(int is_full);
	probe gc__end();
};
provider perl {
	probe sub__entry(char *sub, char *file, int line, char *package);
	probe sub__return(char *sub, char *file, int line, char *package);
};
provider ruby {
	probe method__entry(char *class, char *method, char *file, int line);
	probe method__return(char *class, char *method, char *file, int line);
	probe object__create(char *class, char *file, int line);
};
provider php {
	probe function__entry(char *function, char *file, int line, char *class, char *scope);
	probe function__return(char *function, char *file, int line, char *class, char *scope);
	probe error(char *message, char *file, int line);
};
provider tcl {
	probe proc__entry(char *name, int objc, char **objv);
	probe proc__return(char *name, int code);
};
provider sh {
	probe function__entry(char *file, char *function, int line);
	probe function__return(char *file, char *function, int line);
	probe builtin__entry(char *file, char *name, int line);
};
provider javascript {
	probe function__entry(char *file, char *class, char *function);
	probe function__return(char *file, char *class, char *function);
};
provider postgresql {
	probe query__start(char *query);
	probe query__done(char *query);
	probe transaction__start(int id);
	probe transaction__commit(int id);
	probe transaction__abort(int id);
};
