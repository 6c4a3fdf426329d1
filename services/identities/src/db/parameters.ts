/** Collects the values of a statement that is put together from parts; `add` gives the placeholder. */
export class Parameters {
  readonly all: unknown[] = [];

  add(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}
