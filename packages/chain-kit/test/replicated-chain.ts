import { createHash } from 'node:crypto';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { chainNumber } from '#/chain/chain-numbers.ts';
import { advanceCursor, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

/** A replica may lag this many blocks and still answer. */
const NEWEST = 3;

export class ReplicatedChain {
  readonly chainId: string;
  readonly #db: TestSqlClient;
  #blocks: BlockPlace[];
  #branches = 0;
  #moving: Promise<void> = Promise.resolve();

  private constructor(chainId: string, db: TestSqlClient, blocks: BlockPlace[]) {
    this.chainId = chainId;
    this.#db = db;
    this.#blocks = blocks;
  }

  static async open(url: string, chainId = 'iReplicated'): Promise<ReplicatedChain> {
    const db = createSqlClient(url);
    const blocks = await db.$queryRawUnsafe<BlockPlace[]>(
      `SELECT height, encode(hash, 'hex') AS hash FROM applied_block WHERE chain = ${chainNumber(1)} ORDER BY height`,
      chainId,
    );
    return new ReplicatedChain(chainId, db, blocks);
  }

  get tip(): { pin: string; expected: { height: number; count: number; newest: string[] } } {
    const blocks = this.#blocks;
    const { height, hash } = blocks.at(-1) as BlockPlace;
    const newest = blocks.slice(-5).map((block) => block.hash);
    return {
      pin: `${this.chainId}:${height}:${hash}`,
      expected: { height, count: height + 1, newest: newest.reverse() },
    };
  }

  get newestPins(): BlockPlace[] {
    return this.#blocks.slice(-NEWEST);
  }

  isOn(pin: string): boolean {
    const [, height, hash] = pin.split(':');
    return this.#blocks[Number(height)]?.hash === hash;
  }

  async announce(): Promise<void> {
    await this.#db.$executeRawUnsafe(
      `INSERT INTO network (chain_id, name, environment, is_default, block_time_seconds, announcement)
       VALUES ($1, $1, 'MAINNET', true, 60, '{"rootName":"ONE","nativeDefinitionJson":"","finalityDepth":100}')`,
      this.chainId,
    );
  }

  async grow(count: number): Promise<void> {
    await this.#move(this.#blocks.length, count);
  }

  /** Replaces the newest blocks by the same number and one more. */
  async fork(depth: number): Promise<void> {
    this.#branches += 1;
    await this.#move(this.#blocks.length - depth, depth + 1);
  }

  async copyTo(url: string): Promise<ReplicatedChain> {
    const copy = await ReplicatedChain.open(url, this.chainId);
    copy.#branches = 1_000_000;
    return copy;
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  settled(): Promise<void> {
    return this.#moving;
  }

  #move(from: number, count: number): Promise<void> {
    this.#moving = this.#apply(from, count);
    return this.#moving;
  }

  async #apply(from: number, count: number): Promise<void> {
    const kept = this.#blocks.slice(0, from);
    const added = Array.from({ length: count }, (_, index) => {
      const height = from + index;
      const hash = createHash('sha256').update(`${this.chainId}:${this.#branches}:${height}`).digest('hex');
      return { height, hash, time: 1_700_000_000 + height };
    });
    await this.#db.$transaction(async (tx) => {
      const cursor = await findCursor(tx, this.chainId);
      if (cursor !== null && cursor.height >= from) await rewindCursor(tx, this.chainId, cursor, from - 1);
      await advanceCursor(tx, this.chainId, await findCursor(tx, this.chainId), added);
    });
    this.#blocks = [...kept, ...added.map(({ height, hash }) => ({ height, hash }))];
  }
}
