import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs';
import type { PrintedBlock } from '@ledgergraph/chain-generator/block';

export type BlockFacts = Omit<PrintedBlock, 'text' | 'json'>;

interface Entry extends BlockFacts {
  offset: number;
  bytes: number;
}

const BUFFER_BYTES = 4 * 1024 * 1024;

/** Only positions of blocks stay in memory. */
export class ChainFile implements Disposable {
  readonly #file: number;
  readonly #entries: Entry[] = [];
  readonly #heights = new Map<string, number>();

  private constructor(file: number) {
    this.#file = file;
  }

  static write(path: string, blocks: Iterable<PrintedBlock>): ChainFile {
    const chain = new ChainFile(openSync(path, 'w+'));
    let pending: Buffer[] = [];
    let held = 0;
    let offset = 0;
    const flush = (): void => {
      writeSync(chain.#file, Buffer.concat(pending));
      pending = [];
      held = 0;
    };
    for (const { text, json: _, ...facts } of blocks) {
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

  /** Kept by an earlier process; undefined: none. */
  static open(path: string): ChainFile | undefined {
    if (!existsSync(factsOf(path))) return undefined;
    const chain = new ChainFile(openSync(path, 'r'));
    let offset = 0;
    // As one string, a long chain would be longer than V8 allows.
    for (const line of linesOf(readFileSync(factsOf(path)))) {
      const [hash = '', chainwork = '', chainstake = '', time, size, bytes] = line.split(' ');
      const height = chain.#entries.length;
      chain.#heights.set(hash, height);
      const numbers = { time: Number(time), size: Number(size), offset, bytes: Number(bytes) };
      chain.#entries.push({ height, hash, chainwork, chainstake, ...numbers });
      offset += numbers.bytes;
    }
    return chain;
  }

  keep(path: string): void {
    const file = openSync(`${factsOf(path)}.new`, 'w');
    for (const { hash, chainwork, chainstake, time, size, bytes } of this.#entries) {
      writeSync(file, `${hash} ${chainwork} ${chainstake} ${time} ${size} ${bytes}\n`);
    }
    closeSync(file);
    renameSync(`${factsOf(path)}.new`, factsOf(path));
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Between nodes, and as printed. */
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

function factsOf(path: string): string {
  return `${path}.facts`;
}

function* linesOf(buffer: Buffer): Generator<string> {
  let from = 0;
  for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, from)) {
    yield buffer.toString('latin1', from, end);
    from = end + 1;
  }
}
