// Clients may ask for 1,000 fields; those that repeat or depend on a type are laid out more than once.
const FIELDS_MAX = 10_000;

/**
 * Bounds the compiling of one operation: selections that depend on an object's type are compiled for each combination of types. Objects
 * beyond the bound are not laid out; `completeData` walks their selections instead.
 */
export class CompileEffort {
  fields = 0;
  /** Compiled for some of an object's types. */
  choiceFields = 0;
  readonly conditions = new Set<string>();

  get isSpent(): boolean {
    return this.fields > FIELDS_MAX;
  }
}
