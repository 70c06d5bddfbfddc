package registers

// kind is a constant, as a load of a variable would change R27.
const kind = 0
