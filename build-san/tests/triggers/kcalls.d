/tmp/w/lang/build-san/tests/triggers/kcalls.o: tests/triggers/kcalls.c
