import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const TAIL_CHARS = 4_000;

/** A process's log file. At its size limit it moves to `<file>.1` and starts again, so that a forgotten stack cannot fill a disk. */
export class RotatingLog {
  readonly file: string;
  readonly #bytesMax: number;
  #descriptor: number;
  #bytes: number;
  #tail = '';

  constructor(file: string, bytesMax = 10 * 1024 * 1024) {
    this.file = file;
    this.#bytesMax = bytesMax;
    this.#descriptor = open(file);
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  write(chunk: Buffer | string): void {
    const bytes = Buffer.byteLength(chunk);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) this.#rotate();
    this.#bytes += bytes;
    // Written before this returns: the last words of a stack that is killed are the ones that matter.
    writeSync(this.#descriptor, chunk.toString());
    this.#tail = (this.#tail + chunk.toString()).slice(-TAIL_CHARS);
  }

  /** The last whole lines of this run, to be shown when the process fails. */
  tail(lines: number): string {
    return this.#tail.trimEnd().split('\n').slice(-lines).join('\n');
  }

  #rotate(): void {
    closeSync(this.#descriptor);
    renameSync(this.file, `${this.file}.1`);
    this.#descriptor = open(this.file);
    this.#bytes = 0;
  }
}

function open(file: string): number {
  return openSync(file, 'a', 0o600);
}
