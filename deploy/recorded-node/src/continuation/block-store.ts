import { closeSync, mkdirSync, openSync, readSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { BoundedMap } from '#/bounded-map.ts';
import type { ChainBlock } from '#/recorded-chain.ts';

const NEWLINE = 0x0a;
const TEXTS_KEPT = 100;
const CHUNK_BYTES = 1024 * 1024;

interface Line {
  hash: string;
  height: number;
  previousHash: string;
  time: number;
  txids: string[];
  /** False: the block was added together with one above it. */
  isTip: boolean;
  /** `getblock <hash> 2` at a tip of that block, deflated, in base 64. */
  packed: string;
}

export interface StoredBlock extends ChainBlock {
  isTip: boolean;
}

/** Steps are written at once, so a kill leaves whole steps and at most one torn line. */
export class BlockStore {
  readonly #file: number | undefined;
  readonly #texts = new BoundedMap<string, string>(TEXTS_KEPT);
  readonly #location: string | undefined;
  #size = 0;

  /** @param location absent: the texts stay in memory, packed */
  constructor(location: string | undefined) {
    this.#location = location;
    if (location === undefined) return;
    mkdirSync(path.dirname(location), { recursive: true });
    this.#file = openSync(location, 'a+');
  }

  /** Cuts off an incomplete step. */
  *load(): Generator<StoredBlock> {
    if (this.#file === undefined || this.#location === undefined) return;
    let step: StoredBlock[] = [];
    for (const { text, offset, bytes } of readLines(this.#file)) {
      const line: Line = JSON.parse(text);
      step.push(this.#open(line, { offset, bytes }));
      if (!line.isTip) continue;
      this.#size = offset + bytes + 1;
      yield* step;
      step = [];
    }
    truncateSync(this.#location, this.#size);
  }

  add(blocks: readonly ChainBlock[]): StoredBlock[] {
    const texts: string[] = [];
    let size = this.#size;
    const stored = blocks.map(({ hash, height, previousHash, time, txids, text }, index) => {
      const isTip = index === blocks.length - 1;
      const packed = deflateRawSync(text).toString('base64');
      const line: Line = { hash, height, previousHash: previousHash ?? '', time, txids, isTip, packed };
      const written = JSON.stringify(line);
      texts.push(`${written}\n`);
      const place = { offset: size, bytes: Buffer.byteLength(written) };
      size += place.bytes + 1;
      this.#texts.set(hash, text);
      return this.#open(line, place);
    });
    if (this.#file !== undefined) writeSync(this.#file, texts.join(''));
    this.#size = size;
    return stored;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #open({ packed, ...facts }: Line, place: { offset: number; bytes: number }): StoredBlock {
    const read = this.#file === undefined ? () => unpack(packed) : () => this.#read(place);
    const texts = this.#texts;
    return {
      ...facts,
      get text() {
        const text = texts.get(facts.hash) ?? read();
        texts.set(facts.hash, text);
        return text;
      },
    };
  }

  #read({ offset, bytes }: { offset: number; bytes: number }): string {
    if (this.#file === undefined) throw new Error('blocks in memory have no place in a file');
    const line = Buffer.alloc(bytes);
    readSync(this.#file, line, 0, bytes, offset);
    const { packed }: Line = JSON.parse(line.toString('utf8'));
    return unpack(packed);
  }
}

/** One at a time: the file may be larger than the memory. */
function* readLines(file: number): Generator<{ text: string; offset: number; bytes: number }> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let pending = Buffer.alloc(0);
  let offset = 0;
  for (let position = 0; ; ) {
    const count = readSync(file, chunk, 0, chunk.length, position);
    if (count === 0) return;
    position += count;
    pending = Buffer.concat([pending, chunk.subarray(0, count)]);
    for (let end = pending.indexOf(NEWLINE); end !== -1; end = pending.indexOf(NEWLINE)) {
      yield { text: pending.toString('utf8', 0, end), offset, bytes: end };
      offset += end + 1;
      pending = pending.subarray(end + 1);
    }
  }
}

function unpack(packed: string): string {
  return inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
}
