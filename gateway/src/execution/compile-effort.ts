// Clients may ask for 1,000 fields; those that are repeated or depend on a type are laid out more than once.
const FIELDS_MAX = 10_000;

/**
 * Bounds the work of compiling one operation. Selections that depend on an object's type are compiled for each type,
 * and nested ones for each combination of types: a short operation can have thousands. Objects beyond the bound are
 * not laid out: `completeData` goes through their selections as the operation has them.
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
