import { expiresSoon, findInputRefusal, type PoolSurroundings } from './admission.ts';
import type { ChainView, TipMove } from './chain-view.ts';
import type { KnownTransaction } from './known-transaction.ts';
import type { KnownTransactions } from './known-transactions.ts';
import { Pool } from './pool.ts';

/** Its clock is the chain's: at the time of the tip, or between two blocks. */
export class Mempool {
  readonly #around: PoolSurroundings;
  #secondsAfterTip = 0;
  #fillWhenAsked = false;
  #onEntry: (txid: string) => void = () => undefined;

  constructor(view: ChainView, known: KnownTransactions) {
    this.#around = { view, known, pool: new Pool() };
    view.showPool((txid, index) => this.pool.findSpend(txid, index));
  }

  get pool(): Pool {
    if (this.#fillWhenAsked) this.enterUpcoming();
    return this.#around.pool;
  }

  get surroundings(): PoolSurroundings {
    return { ...this.#around, pool: this.pool };
  }

  onEntry(listener: (txid: string) => void): void {
    this.#onEntry = listener;
  }

  /** 0 is the tip's time, 1 the next block's. */
  setFraction(fraction: number): void {
    const { view } = this.#around;
    const next = view.listNextBlocks().at(-1)?.time ?? view.tip.time;
    this.#secondsAfterTip = Math.max(0, Math.floor((next - view.tip.time) * fraction));
  }

  fillWhenAsked(): void {
    this.#fillWhenAsked = true;
  }

  countUpcoming(): number {
    return this.#listUpcoming().length;
  }

  /** In block order, parents before children. @returns ids of those that entered */
  enterUpcoming(limit = Number.POSITIVE_INFINITY): string[] {
    this.#fillWhenAsked = false;
    const entered: string[] = [];
    for (const transaction of this.#listUpcoming()) {
      if (entered.length >= limit) break;
      if (this.#refusalOf(transaction) !== undefined) continue;
      this.#add(transaction);
      entered.push(transaction.txid);
    }
    return entered;
  }

  /** @throws Error when the coins that the transaction spends are missing */
  enter(transaction: KnownTransaction): void {
    if (this.pool.has(transaction.txid)) return;
    const refusal = this.#refusalOf(transaction);
    if (refusal !== undefined) throw new Error(`the pool refuses ${transaction.txid}: ${refusal}`);
    this.#add(transaction);
  }

  /** Without an announcement, as a restart or clearrawmempool does. */
  drop(): void {
    this.#fillWhenAsked = false;
    this.#around.pool.clear();
  }

  /** A registration whose name commitment is not in a block: no pool accepts it. */
  standsOnUnminedCommitment(transaction: KnownTransaction): boolean {
    if (!transaction.hasOutput('identityreservation')) return false;
    return transaction.decoded.inputs.some(
      ({ txid }) => this.#around.pool.find(txid)?.transaction.hasOutput('commitmenthash') ?? false,
    );
  }

  /** Mined transactions leave, those of removed blocks return, and those that can no longer be mined leave with their descendants. */
  follow({ removed }: Pick<TipMove, 'removed'>): void {
    const { pool, view, known } = this.#around;
    this.#secondsAfterTip = 0;
    this.#fillWhenAsked = false;
    const returning = removed.toReversed().flatMap((block) => known.listPoolable(block));
    for (const { transaction } of pool.list()) {
      if (view.findActiveBlockOf(transaction.txid) !== undefined) pool.remove(transaction.txid);
    }
    for (const transaction of returning) {
      if (this.#isIn(transaction.txid) || expiresSoon(transaction.decoded, view)) continue;
      if (this.#refusalOf(transaction) === undefined) this.#add(transaction);
    }
    for (const { transaction } of pool.list()) {
      if (this.#isExpired(transaction) || !this.#canBeMined(transaction)) pool.removeWithDescendants(transaction.txid);
    }
  }

  #listUpcoming(): KnownTransaction[] {
    const { view, known } = this.#around;
    return view
      .listNextBlocks()
      .flatMap((block) => known.listPoolable(block))
      .filter(({ txid }) => !this.#isIn(txid));
  }

  #isIn(txid: string): boolean {
    return this.#around.pool.has(txid) || this.#around.view.findActiveBlockOf(txid) !== undefined;
  }

  #refusalOf(transaction: KnownTransaction): string | undefined {
    if (this.standsOnUnminedCommitment(transaction)) return 'its name commitment is in no block';
    return findInputRefusal(this.#around, transaction.decoded);
  }

  #add(transaction: KnownTransaction): void {
    const { tip } = this.#around.view;
    this.#around.pool.add({ transaction, time: tip.time + this.#secondsAfterTip, height: tip.height });
    this.#onEntry(transaction.txid);
  }

  #isExpired({ decoded: { expiryHeight } }: KnownTransaction): boolean {
    return expiryHeight > 0 && this.#around.view.tip.height > expiryHeight;
  }

  #canBeMined({ decoded: { inputs } }: KnownTransaction): boolean {
    const { view } = this.#around;
    return inputs.every(({ txid, index }) => this.#isIn(txid) && view.findSpend(txid, index) === undefined);
  }
}
