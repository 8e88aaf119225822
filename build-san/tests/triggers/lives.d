/tmp/w/lang/build-san/tests/triggers/lives.o: tests/triggers/lives.c
