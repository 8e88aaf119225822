/* No provider: still an object, with the marks. */
