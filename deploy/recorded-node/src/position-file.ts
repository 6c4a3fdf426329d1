import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class PositionFile {
  readonly #location: string;

  constructor(location: string) {
    this.#location = location;
  }

  /** Undefined before the first write. */
  read(): string | undefined {
    if (!existsSync(this.#location)) return undefined;
    const state: { tip: string } = JSON.parse(readFileSync(this.#location, 'utf8'));
    return state.tip;
  }

  write(tip: string): void {
    mkdirSync(path.dirname(this.#location), { recursive: true });
    // A rename is atomic: a kill in between leaves the old position.
    const next = `${this.#location}.next`;
    writeFileSync(next, JSON.stringify({ tip }));
    renameSync(next, this.#location);
  }
}
