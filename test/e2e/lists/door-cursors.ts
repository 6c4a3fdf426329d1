import type { Tip } from '@ledgergraph/recorded-node/start-recorded-node';
import type { TestStack } from '@ledgergraph/test-kit/stack';

const HOLDER = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';

/** Read at the latest block; each page has few rows. */
const DOORS = [
  `feeds/coingecko/${CHAIN}/historical_trades?ticker_id=basket1_VRSCTEST&limit=2`,
  `feeds/coinmarketcap/${CHAIN}/trades?market_pair=basket1_VRSCTEST&limit=2`,
  'export/blocks?confirmations=1&rows=5',
  'export/conversions?confirmations=1&rows=5',
  `export/candles?confirmations=1&rows=5&interval=block&basket=${BASKET}&base=${BASKET}&quote=${CHAIN}`,
  'export/rich-list?confirmations=1&rows=5',
  `export/address-transactions?confirmations=1&rows=5&address=${HOLDER}`,
  `export/statement?confirmations=1&rows=5&address=${HOLDER}`,
  `export/statement?confirmations=1&rows=5&address=${HOLDER}&columns=amounts`,
];

interface Held {
  path: string;
  cursor: string;
  tip: Tip;
  rows: string;
}

/** They are asked again when their block may have left the chain. */
export class DoorCursors {
  readonly #stack: TestStack;
  readonly #held: Held[] = [];
  readonly outcomes = { exact: new Set<string>(), refused: new Set<string>() };

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  static readonly paths: readonly string[] = DOORS;

  /** The tip must not move meanwhile. */
  async begin(tip: Tip): Promise<void> {
    for (const path of DOORS) {
      const { cursor } = await this.#read(path);
      if (cursor === null) throw new Error(`${path} has one page`);
      const { status, text: rows } = await this.#read(path, cursor);
      expect([path, status]).toEqual([path, 200]);
      this.#held.push({ path, cursor, tip, rows });
    }
  }

  /** Only once the tip stays for a while. */
  async judge(isOnChain: (hash: string) => boolean): Promise<void> {
    for (const { path, cursor, tip, rows } of this.#held.splice(0)) {
      const { status, text } = await this.#read(path, cursor);
      if (isOnChain(tip.hash)) {
        expect([path, status, text]).toEqual([path, 200, rows]);
        this.outcomes.exact.add(path);
      } else {
        expect([path, status, text]).toEqual([path, 409, expect.stringContaining('CHAIN_REORGANIZED')]);
        this.outcomes.refused.add(path);
      }
    }
  }

  async #read(path: string, cursor?: string): Promise<{ status: number; text: string; cursor: string | null }> {
    const { gatewayUrl, keys } = this.#stack.address;
    const headers = { authorization: `Bearer ${keys.test}`, accept: 'application/x-ndjson, application/json' };
    const given = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${gatewayUrl}/${path}${given}`, { headers });
    const text = await response.text();
    const last = path.startsWith('export/') && response.ok ? JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') : {};
    return { status: response.status, text, cursor: last.cursor ?? response.headers.get('x-feed-next-cursor') };
  }
}
