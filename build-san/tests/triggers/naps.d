/tmp/w/lang/build-san/tests/triggers/naps.o: tests/triggers/naps.c
