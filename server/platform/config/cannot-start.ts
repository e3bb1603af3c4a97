/** The server cannot start, and the person who starts it can do something about it: the message says what, in plain words. */
export class CannotStart extends Error {}
