/** Tells each line when it comes up, not each time it is seen; a line that goes away and comes back is told again. */
export class News {
  readonly #write: (line: string) => void;
  #known: readonly string[] = [];

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** @param lines all that hold now */
  tell(lines: readonly string[]): void {
    for (const line of lines) if (!this.#known.includes(line)) this.#write(line);
    this.#known = lines;
  }
}
