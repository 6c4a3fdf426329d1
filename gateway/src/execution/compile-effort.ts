// Clients may ask for 1,000 fields; those that are repeated or depend on a type are laid out more than once.
const FIELDS_MAX = 10_000;

/**
 * Bounds the work of compiling one operation. Selections that depend on an object's type are compiled for each type,
 * and nested ones for each combination of types: a short operation can have thousands.
 */
export class CompileEffort {
  /** Fields laid out so far. */
  fields = 0;
  /** Number of those fields that are compiled for some of an object's types. */
  choiceFields = 0;
  /** Variables that decide conditions. */
  readonly conditions = new Set<string>();

  get isSpent(): boolean {
    return this.fields > FIELDS_MAX;
  }
}

/** Thrown while an operation is compiled: it holds something that is left to Apollo's own executor. */
export class NotCovered extends Error {
  /** A word for the counters; few, whatever clients send. */
  readonly reason: string;

  constructor(reason: string) {
    super(`not covered by our own executor: ${reason}`);
    this.name = 'NotCovered';
    this.reason = reason;
  }
}
