// Clients may ask for 1,000 fields; those that are repeated or depend on a type are laid out more than once.
const FIELDS_MAX = 10_000;

/**
 * What compiling one operation may take. Selections that depend on an object's type are laid out for each type, and
 * nested ones for each combination of types, of which a short operation can have thousands.
 */
export class CompileEffort {
  /** Fields laid out so far. */
  fields = 0;
  /** Of these, the ones that are laid out for some of an object's types. */
  choiceFields = 0;
  /** Variables that decide conditions. */
  readonly conditions = new Set<string>();

  get isSpent(): boolean {
    return this.fields > FIELDS_MAX;
  }
}
