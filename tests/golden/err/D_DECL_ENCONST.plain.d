/*
 * @exit 1
 */
enum e { A = pid };
BEGIN {}
