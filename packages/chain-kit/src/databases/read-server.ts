import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { findAppliedAtHeight } from '#/chain/applied-blocks.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { type SeenPin, SeenPins } from './seen-pins.ts';

export class ReadServer {
  readonly name: string;
  readonly db: SqlExecutor;
  readonly #seenPins: SeenPins;
  #load = 0;

  /** @param pinsMax of each chain. More of them save look-ups, and each that left and came back loses a request its pin */
  constructor(name: string, db: SqlExecutor, pinsMax = 1) {
    this.name = name;
    this.db = {
      $queryRawUnsafe: <Rows>(sql: string, ...values: unknown[]) =>
        this.#count(() => db.$queryRawUnsafe<Rows>(sql, ...values)),
      $executeRawUnsafe: (sql: string, ...values: unknown[]) => this.#count(() => db.$executeRawUnsafe(sql, ...values)),
    };
    this.#seenPins = new SeenPins(pinsMax);
  }

  get load(): number {
    return this.#load;
  }

  /** From an earlier request; `holds` checks after the reads whether it still stands. */
  recall(chainId: string, pin: BlockPlace): SeenPin | undefined {
    return this.#seenPins.find(chainId, pin);
  }

  /** Null: the server does not have it applied. */
  async lookUp(chainId: string, pin: BlockPlace): Promise<SeenPin | null> {
    const seen = this.recall(chainId, pin);
    if (seen !== undefined) return seen;
    const block = await findAppliedAtHeight(this.db, chainId, pin.height);
    if (block === null || block.hash !== pin.hash) return null;
    const found = { pin, serial: block.serial };
    this.#seenPins.remember(chainId, found);
    return found;
  }

  /** Called when all reads are done. Compares the serial: a block that left and came back, as after a failover, has a new one. */
  async holds(chainId: string, { pin, serial }: SeenPin): Promise<boolean> {
    const now = await findAppliedAtHeight(this.db, chainId, pin.height);
    if (now?.serial === serial && now.hash === pin.hash) return true;
    this.#seenPins.forget(chainId);
    return false;
  }

  async #count<Result>(statement: () => PromiseLike<Result>): Promise<Result> {
    this.#load += 1;
    try {
      return await statement();
    } finally {
      this.#load -= 1;
    }
  }
}
