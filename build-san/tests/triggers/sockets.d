/tmp/w/lang/build-san/tests/triggers/sockets.o: tests/triggers/sockets.c
