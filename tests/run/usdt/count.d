/*
 * @trigger loop 1000
 * @filter pid
 */
loop$target:::tick { @ = count(); }
