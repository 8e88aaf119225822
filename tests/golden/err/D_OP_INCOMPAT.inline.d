/*
 * @exit 1
 */
inline int number = "text";
inline string text = 5;
