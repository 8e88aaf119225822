/*
 * @exit 1
 */
enum e { A = 0x1ffffffff };
BEGIN {}
