/**
 * Prints each line when it appears, not each time it is seen; a line that goes away and comes back is printed again.
 * The height of a block makes no new line: a node that syncs has the same trouble at each block.
 */
export class News {
  readonly #write: (line: string) => void;
  #known: readonly string[] = [];

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** @param lines all that hold now */
  report(lines: readonly string[]): void {
    const keys = lines.map(withoutHeight);
    for (const [index, line] of lines.entries()) if (!this.#known.includes(keys[index] ?? '')) this.#write(line);
    this.#known = keys;
  }
}

function withoutHeight(line: string): string {
  return line.replace(/block \d+( of \d+)?/, 'block');
}
