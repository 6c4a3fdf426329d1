/** A refusal by this program; the message is meant for people. */
export class CommandError extends Error {}
