import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { findAppliedAtHeight } from '#/chain/applied-blocks.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { type SeenPin, SeenPins } from './seen-pins.ts';

/** A server that has the rows of a chain, and the pins that were found in them. */
export class ReadServer {
  /** Name for logs and metrics; it never has a host in it. */
  readonly name: string;
  readonly db: SqlExecutor;
  readonly #seenPins: SeenPins;
  #load = 0;

  /** @param pinsMax pins of each chain that it remembers. More of them save look-ups, and each that left and came back loses a request its pin */
  constructor(name: string, db: SqlExecutor, pinsMax = 1) {
    this.name = name;
    this.db = {
      $queryRawUnsafe: <Rows>(sql: string, ...values: unknown[]) =>
        this.#count(() => db.$queryRawUnsafe<Rows>(sql, ...values)),
      $executeRawUnsafe: (sql: string, ...values: unknown[]) => this.#count(() => db.$executeRawUnsafe(sql, ...values)),
    };
    this.#seenPins = new SeenPins(pinsMax);
  }

  /** Statements of this process that run on it now. */
  get load(): number {
    return this.#load;
  }

  /** The pin, if a request of this process found it here before. Whether it still stands, `holds` finds out after the reads. */
  recall(chainId: string, pin: BlockPlace): SeenPin | undefined {
    return this.#seenPins.find(chainId, pin);
  }

  /** Looks the pin up in the server's own rows, unless that was done before; null: the server does not have it applied. */
  async lookUp(chainId: string, pin: BlockPlace): Promise<SeenPin | null> {
    const seen = this.recall(chainId, pin);
    if (seen !== undefined) return seen;
    const block = await findAppliedAtHeight(this.db, chainId, pin.height);
    if (block === null || block.hash !== pin.hash) return null;
    const found = { pin, serial: block.serial };
    this.#seenPins.remember(chainId, found);
    return found;
  }

  /**
   * True if the pin has stood here since it was seen. To be called when all reads are done.
   * It compares the serial, not only the hash: a block that left and came back meanwhile has a new serial, also where it left
   * because the database went back, as after a failover.
   */
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
