/*
 * An empty clause: the firing is the record.
 * @trigger tree 0
 */
tree$target:::leaf {}
