/** Thrown for something a person did that cannot work: the message says what and the way out. No stack is of use. */
export class UserError extends Error {}
