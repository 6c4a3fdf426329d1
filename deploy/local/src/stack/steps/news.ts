/** Prints a line when it appears or returns. Block heights are ignored: a node that syncs has the same trouble at each block. */
export class News {
  readonly #write: (line: string) => void;
  #known: readonly string[] = [];

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  report(lines: readonly string[]): void {
    const keys = lines.map(withoutHeight);
    for (const [index, line] of lines.entries()) if (!this.#known.includes(keys[index] ?? '')) this.#write(line);
    this.#known = keys;
  }
}

function withoutHeight(line: string): string {
  return line.replace(/block \d+( of \d+)?/, 'block');
}
