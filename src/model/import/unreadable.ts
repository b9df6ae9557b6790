/** A source that cannot be read. The message is for people: the thing, the place and the way out. */
export class Unreadable extends Error {}
