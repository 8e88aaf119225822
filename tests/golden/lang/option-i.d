/* @args ast -i */
42
