/tmp/w/lang/build-san/tests/triggers/busy.o: tests/triggers/busy.c
