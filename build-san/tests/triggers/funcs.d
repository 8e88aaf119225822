/tmp/w/lang/build-san/tests/triggers/funcs.o: tests/triggers/funcs.c
