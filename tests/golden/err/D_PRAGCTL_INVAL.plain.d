/*
 * @exit 1
 */
#include <x.h>
BEGIN {}
