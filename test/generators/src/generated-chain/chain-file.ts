import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { GeneratedBlock } from './print-block.ts';

/** Facts of a chain's file that need no reading: all but the text of a block. */
export type BlockFacts = Omit<GeneratedBlock, 'text'>;

interface Entry extends BlockFacts {
  offset: number;
  bytes: number;
}

const BUFFER_BYTES = 4 * 1024 * 1024;

/** A generated chain in a file: only the position of each block stays in memory. */
export class ChainFile implements Disposable {
  readonly #file: number;
  readonly #entries: Entry[] = [];
  readonly #heights = new Map<string, number>();

  private constructor(file: number) {
    this.#file = file;
  }

  /** Writes a whole chain, replacing what stood there. */
  static write(path: string, blocks: Iterable<GeneratedBlock>): ChainFile {
    const chain = new ChainFile(openSync(path, 'w+'));
    let pending: Buffer[] = [];
    let held = 0;
    let offset = 0;
    const flush = (): void => {
      writeSync(chain.#file, Buffer.concat(pending));
      pending = [];
      held = 0;
    };
    for (const { text, ...facts } of blocks) {
      const bytes = Buffer.from(text);
      chain.#heights.set(facts.hash, chain.#entries.length);
      chain.#entries.push({ ...facts, offset, bytes: bytes.length });
      offset += bytes.length;
      held += bytes.length;
      pending.push(bytes);
      if (held > BUFFER_BYTES) flush();
    }
    flush();
    return chain;
  }

  /** Blocks in it, genesis included. */
  get length(): number {
    return this.#entries.length;
  }

  /** Bytes of all blocks as nodes send them to each other, and as this one prints them. */
  get bytes(): { raw: number; printed: number } {
    const sum = (of: (entry: Entry) => number): number => this.#entries.reduce((total, entry) => total + of(entry), 0);
    return { raw: sum(({ size }) => size), printed: sum(({ bytes }) => bytes) };
  }

  findHeight(hash: string): number | undefined {
    return this.#heights.get(hash);
  }

  /** @throws RangeError where the chain has no such height */
  facts(height: number): BlockFacts {
    return this.#entry(height);
  }

  /** `getblock <hash> 2`, as UTF-8. @throws RangeError where the chain has no such height */
  read(height: number): Buffer {
    const { offset, bytes } = this.#entry(height);
    const buffer = Buffer.allocUnsafe(bytes);
    readSync(this.#file, buffer, 0, bytes, offset);
    return buffer;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #entry(height: number): Entry {
    const entry = this.#entries[height];
    if (entry === undefined) throw new RangeError(`the generated chain has no block at height ${height}`);
    return entry;
  }
}
