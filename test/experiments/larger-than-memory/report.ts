import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A run that goes on knows the facts of the one before. */
export class Report {
  readonly #file: string;
  readonly #progress: (text: string) => void;
  readonly #lines: string[];

  constructor(folder: string, progress: (text: string) => void) {
    this.#file = join(folder, 'report.txt');
    this.#progress = progress;
    this.#lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').trimEnd().split('\n') : [];
  }

  add(fact: string): void {
    this.#lines.push(fact);
    appendFileSync(this.#file, `${fact}\n`);
    this.#progress(fact);
  }

  has(beginning: string): boolean {
    return this.#lines.some((line) => line.startsWith(beginning));
  }

  get facts(): readonly string[] {
    return this.#lines;
  }
}
