/*
 * @args --include-guard
 */
provider p { probe a(); };
