import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const TAIL_CHARS = 16_000;
/** Codes of a disk, or of a share of it, that is full. */
const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** A forgotten stack cannot fill a disk. On a full disk lines are lost and later reported; the processes go on. */
export class RotatingLog {
  readonly file: string;
  readonly #bytesMax: number;
  readonly #write: (descriptor: number, text: string) => void;
  #descriptor: number;
  #bytes: number;
  #tail = '';
  /** Bytes since the last successful write. */
  #lost = 0;

  constructor(
    file: string,
    bytesMax = 10 * 1024 * 1024,
    write: (descriptor: number, text: string) => void = writeSync,
  ) {
    this.file = file;
    this.#bytesMax = bytesMax;
    this.#write = write;
    this.#descriptor = open(file);
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  write(chunk: Buffer | string): void {
    const text = chunk.toString();
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    try {
      if (this.#lost > 0) this.#append(`${this.#lost} bytes of this log are lost: the disk was full\n`);
      this.#lost = 0;
      this.#append(text);
    } catch (error) {
      if (!FULL.has((error as NodeJS.ErrnoException).code)) throw error;
      this.#lost += Buffer.byteLength(text);
    }
  }

  tail(lines: number): string {
    return this.#tail.trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** Synchronous: the last lines before a kill matter most. */
  #append(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) this.#rotate();
    this.#write(this.#descriptor, text);
    this.#bytes += bytes;
  }

  #rotate(): void {
    renameSync(this.file, `${this.file}.1`);
    const next = open(this.file);
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#bytes = 0;
  }
}

function open(file: string): number {
  return openSync(file, 'a', 0o600);
}
