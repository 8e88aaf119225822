/tmp/w/lang/build-san/tests/triggers/locks.o: tests/triggers/locks.c
