/tmp/w/lang/build-san/tests/triggers/calls.o: tests/triggers/calls.c
