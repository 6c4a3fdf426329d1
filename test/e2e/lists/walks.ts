import type { Tip } from '@ledgergraph/recorded-node/start-recorded-node';
import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import { type List, readPage } from './every-list.ts';

const LIMIT_MAX = 100;
const PAGES = 5;

export class ReorganizedError extends Error {
  override name = 'ReorganizedError';
}

/** The gateway asks for this when the pin was lost twice in one operation. */
export class TryAgainError extends Error {
  override name = 'TryAgainError';
}

/** Read without a cursor, as far as one page goes. */
export interface Straight {
  rows: Untyped[];
  totalCount: number | null;
}

export type AskAtBlock = (operation: string) => Promise<GraphqlAnswer>;

/** Begun at one block and never read at another. */
export class Walk {
  readonly list: List;
  readonly anchor: Tip;
  readonly straight: Straight;
  readonly #ask: AskAtBlock;
  readonly #limit: number;
  #rows: Untyped[] = [];
  #cursor: string | null = null;
  #isBegun = false;

  private constructor(ask: AskAtBlock, list: List, anchor: Tip, straight: Straight) {
    this.#ask = ask;
    this.list = list;
    this.anchor = anchor;
    this.straight = straight;
    this.#limit = Math.max(1, Math.min(LIMIT_MAX, Math.floor((straight.totalCount ?? straight.rows.length) / PAGES)));
  }

  /** The tip must not move meanwhile. */
  static async begin(ask: AskAtBlock, list: List, tip: Tip): Promise<Walk> {
    const askAtTip: AskAtBlock = async (operation) => {
      const answer = await ask(operation);
      expect([list.name, answer.chains[0]?.hash]).toEqual([list.name, tip.hash]);
      return answer;
    };
    const straight = await readPage(askAtTip, list, LIMIT_MAX, null);
    const walk = new Walk(ask, list, tip, straight);
    await walk.#readPage(askAtTip);
    return walk;
  }

  get isOver(): boolean {
    return this.#isBegun && this.#cursor === null;
  }

  get pages(): number {
    return Math.ceil(this.#rows.length / this.#limit);
  }

  /** @throws ReorganizedError, TryAgainError */
  async goOn(): Promise<void> {
    await this.#readPage(async (operation) => {
      const answer = await this.#ask(operation);
      if (answer.status === 503) throw new TryAgainError(JSON.stringify(answer.errors));
      if (answer.errors.some(({ extensions }) => extensions.code === 'CHAIN_REORGANIZED')) {
        throw new ReorganizedError(`${this.list.name} begun at ${this.anchor.height}`);
      }
      return answer;
    });
  }

  /** The same rows in the same order, none twice, none left out. */
  judge(): void {
    const { rows, totalCount } = this.straight;
    const known = this.#rows.slice(0, rows.length);
    expect([this.list.name, this.anchor, known]).toEqual([this.list.name, this.anchor, rows.slice(0, known.length)]);
    expect(new Set(this.#rows.map((row) => JSON.stringify(row))).size).toBe(this.#rows.length);
    if (!this.isOver) return;
    // Only the number of rows beyond one page is known.
    if (totalCount !== null) expect([this.list.name, this.#rows.length]).toEqual([this.list.name, totalCount]);
    else expect(this.#rows.length).toBeGreaterThanOrEqual(rows.length);
  }

  async #readPage(ask: AskAtBlock): Promise<void> {
    const page = await readPage(ask, this.list, this.#limit, this.#cursor);
    if (this.#isBegun) expect(page.totalCount).toBe(this.straight.totalCount);
    this.#isBegun = true;
    this.#rows = [...this.#rows, ...page.rows];
    this.#cursor = page.nextCursor;
  }
}
