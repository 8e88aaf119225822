/* No provider: the preamble alone. */
