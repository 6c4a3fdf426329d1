import { recordingDir } from '@ledgergraph/recorded-node/recording';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { readBlocks } from '../agrees-with-node/oracle.ts';
import { readAmounts } from './read-amounts.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const PCHAIN = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';

/** Here a supply is more than outputs carry. */
interface Gap {
  currencyId: string;
  from: number;
  to: number;
  /** Satoshis; 'all' while nothing of the currency is there. */
  missing: bigint | 'all';
}

/** A state holds the supply of its launch from the definition on; no output carries any before the payout. */
const BEFORE_PAYOUT: readonly Gap[] = [
  { currencyId: 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn', from: 188, to: 209, missing: 'all' },
  { currencyId: 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', from: 189, to: 210, missing: 'all' },
  { currencyId: 'i8LJa9x3CSWFZLV8Dqr9u7F9e9BD8mtsnn', from: 190, to: 211, missing: 'all' },
  // Its launch failed at 211, and nothing is ever paid out.
  { currencyId: 'iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1', from: 200, to: 211, missing: 'all' },
  { currencyId: 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX', from: 232, to: 253, missing: 'all' },
  { currencyId: 'iJgtXDdhGvFKR6Bpu9pAqgQd1oxRm7REZk', from: 1, to: 2, missing: 'all' },
];

/** basket1's launch cut each payout down to whole satoshis: the node's state and balances differ by as much. */
const CUT_OFF: readonly Gap[] = [
  { currencyId: 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX', from: 253, to: Number.POSITIVE_INFINITY, missing: 2n },
];

/** Flags of prelaunch and refunding. */
const UNPAID = 2 | 4;

const GAPS = [...BEFORE_PAYOUT, ...CUT_OFF];

const CURRENCIES = `query ($chainId: String) {
  currencies(chainId: $chainId, limit: 100) { currencies { currencyId systemId definitionHeight } } }`;
const SUPPLY = `query ($chainId: String, $currencyId: String!, $height: BigInt) {
  currencyState(chainId: $chainId, currency: $currencyId, asOf: { height: $height }) { supply flags } }`;
const SUPPLY_EVENTS = `query ($chainId: String, $currencyId: String!, $toHeight: BigInt, $cursor: String) {
  supplyEvents(chainId: $chainId, currency: $currencyId, toHeight: $toHeight, order: ASC, limit: 20, cursor: $cursor) {
    nextCursor supplyEvents { amount blockHeight txid } } }`;

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

function missingBy(gaps: readonly Gap[], currencyId: string, height: number, supply: bigint): bigint {
  const gap = gaps.find((one) => one.currencyId === currencyId && one.from <= height && height < one.to);
  return gap?.missing === 'all' ? supply : (gap?.missing ?? 0n);
}

/** No output shows these coins. */
function shielded({ valuePools }: Untyped): bigint {
  return (valuePools as Untyped[]).reduce((sum, { chainValueZat }) => sum + BigInt(chainValueZat), 0n);
}

function outputsOf({ tx }: Untyped): Untyped[] {
  return tx.flatMap(({ vout }: Untyped) => vout).map(({ scriptPubKey }: Untyped) => scriptPubKey);
}

/** Miners get it in later blocks: it stands in coinbases as text, in no output's value. */
function feePool(block: Untyped, currencyId: string): bigint {
  const pools = outputsOf(block).flatMap(({ feepool }) => feepool?.currencyvalues?.[currencyId] ?? []);
  return pools.reduce((sum: bigint, amount: unknown) => sum + satoshisFromDecimalText(String(amount)), 0n);
}

const crossesChains = (block: Untyped): boolean =>
  outputsOf(block).some(
    ({ crosschainimport, crosschainexport }) => (crosschainimport ?? crosschainexport) !== undefined,
  );

describe.each([
  { name: 'vrsctest-a', chainId: VRSCTEST, own: 6, foreign: [] },
  {
    name: 'pchain-a',
    chainId: PCHAIN,
    own: 2,
    foreign: [VRSCTEST, 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn'],
  },
] as const)('$name', ({ name, chainId, own, foreign }) => {
  const blocks = readBlocks(recordingDir(name));
  const isForeign = new Set<string>(foreign);
  const read = () => readAmounts(stack.address.databaseUrls, chainId, blocks.length - 1);

  test('at every height, for every currency: held and unheld amounts add up to the supply', async () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for await (const { height, amounts } of read()) {
      for (const [currencyId, { held, heldTotal, unheld, supply }] of amounts) {
        if (held !== heldTotal) wrong.push(`${currencyId} at ${height}: holders have ${held}, in all ${heldTotal}`);
        if (isForeign.has(currencyId)) continue;
        seen.add(currencyId);
        const hidden = currencyId === chainId ? shielded(blocks[height]) : 0n;
        const expected = (supply ?? 0n) - missingBy(GAPS, currencyId, height, supply ?? 0n) - hidden;
        const sum = held + unheld;
        if (sum !== expected)
          wrong.push(`${currencyId} at ${height}: ${sum} of a supply of ${supply}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBe(own);
  });

  test('a currency of another system has no supply here, and changes its amount by what crosses only', async () => {
    const wrong: string[] = [];
    const before = new Map<string, bigint>();
    for await (const { height, amounts } of read()) {
      for (const currencyId of foreign) {
        const { held, unheld, supply } = amounts.get(currencyId) ?? { held: 0n, unheld: 0n, supply: null };
        if ((supply ?? 0n) !== 0n) wrong.push(`${currencyId} at ${height}: a supply of ${supply}`);
        const amount = held + unheld + feePool(blocks[height], currencyId);
        const was = before.get(currencyId) ?? 0n;
        if (amount !== was && !crossesChains(blocks[height]))
          wrong.push(`${currencyId} at ${height}: ${was}, ${amount}`);
        before.set(currencyId, amount);
      }
    }
    expect(wrong).toEqual([]);
    expect([...before.values()].filter((amount) => amount > 0n).length).toBe(Math.min(foreign.length, 1));
  });

  test('changes of supply up to a height add up to the supply of the currency’s state there, in both services’ answers', async () => {
    const ask = async (query: string, variables = {}): Promise<Untyped> => {
      const { data, errors } = await stack.query(chainId === PCHAIN ? 'live' : 'test', query, {
        chainId,
        ...variables,
      });
      expect(errors).toEqual([]);
      return data;
    };
    const listTo = async (currencyId: string, toHeight: number): Promise<Untyped[]> => {
      const events: Untyped[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { supplyEvents } = await ask(SUPPLY_EVENTS, { currencyId, toHeight, cursor });
        events.push(...supplyEvents.supplyEvents);
        cursor = supplyEvents.nextCursor;
      }
      return events;
    };
    const { currencies } = await ask(CURRENCIES);
    // New coins of a root chain are no changes in this list.
    const launched = currencies.currencies.filter(
      ({ currencyId, systemId }: Untyped) => systemId === chainId && currencyId !== VRSCTEST,
    );
    expect(launched).toHaveLength(own - (chainId === VRSCTEST ? 1 : 0));
    let changes = 0;
    for (const { currencyId, definitionHeight } of launched) {
      const all = await listTo(currencyId, blocks.length - 1);
      const heights = all.map(({ blockHeight }) => blockHeight as number);
      const [first, middle, last] = [heights[0], heights[heights.length >> 1], heights.at(-1)];
      const asked = [first, middle, last].flatMap((height) => (height === undefined ? [] : [height - 1, height]));
      for (const height of new Set([...asked, blocks.length - 1])) {
        if (height < definitionHeight) continue;
        const { currencyState } = await ask(SUPPLY, { currencyId, height });
        const expected = (currencyState.flags & UNPAID) === 0 ? satoshisFromDecimalText(currencyState.supply) : 0n;
        const events = await listTo(currencyId, height);
        const sum = events.reduce((total, { amount }) => total + satoshisFromDecimalText(amount), 0n);
        expect({ currencyId, height, sum }).toEqual({ currencyId, height, sum: expected });
        expect(events).toEqual(all.filter(({ blockHeight }) => blockHeight <= height));
      }
      changes += all.length;
    }
    expect(changes).toBeGreaterThan(launched.length);
  });
});
