import { poolShare } from '@ledgergraph/chain-generator/formulas';
import { type FlowChain, generateFlowChain } from './generate-flow-chain.ts';
import { Reading, sumOver } from './printed-chain.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CHAIN = { chainId: CHAIN_ID, name: 'VRSCTEST', blocks: 320 };

describe.each([1, 2])('generateFlowChain with seed %i', (seed) => {
  const chain = generateFlowChain({ ...CHAIN, seed });
  const { ledger } = chain;
  const reading = new Reading(chain, CHAIN_ID);

  test('balances: every transaction pays a fee that is not negative, and the fee pool takes them all', () => {
    const feesAt = new Map<number, bigint>();
    for (const { height, index, spent, made } of reading.transactions) {
      const fee = (spent.get(CHAIN_ID) ?? 0n) - (made.get(CHAIN_ID) ?? 0n);
      if (index > 0 && fee < 0n) throw new Error(`a transaction of block ${height} pays ${fee}`);
      if (index > 0) feesAt.set(height, (feesAt.get(height) ?? 0n) + fee);
    }
    let pool = 0n;
    const expected = chain.blocks.map(({ height }) => {
      const fees = feesAt.get(height) ?? 0n;
      pool += fees - poolShare(pool + fees);
      return { height, fees, pool };
    });
    expect(ledger.blocks.map(({ height, fees, pool: held }) => ({ height, fees, pool: held }))).toEqual(expected);
  });

  test('makes and destroys tokens in imports of the token itself alone', () => {
    const moved = reading.transactions.flatMap(({ height, imported, spent, made }) =>
      [...new Set([...spent.keys(), ...made.keys()])]
        .filter((id) => id !== CHAIN_ID && id !== imported && (spent.get(id) ?? 0n) !== (made.get(id) ?? 0n))
        .map((id) => ({ height, id, spent: spent.get(id), made: made.get(id) })),
    );
    expect(moved).toEqual([]);
  });

  test('keeps exactly the reserves of each basket in deposits', () => {
    for (const launch of ledger.launches) {
      const held = sumOver(
        [...reading.unspent]
          .filter(([key]) => reading.controllers.get(key) === launch.currencyId)
          .map(([, values]) => values),
      );
      const state = ledger.states.filter(({ currencyId }) => currencyId === launch.currencyId).at(-1);
      const reserves = new Map(state?.reserves.map(({ currencyId, reserves: amount }) => [currencyId, amount]));
      expect([...held].filter(([, amount]) => amount > 0n).sort()).toEqual(
        [...reserves].filter(([, amount]) => amount > 0n).sort(),
      );
    }
  });

  test('has as many units of each currency as its last state counts, apart from what a launch rounds down', () => {
    const units = sumOver(reading.unspent.values());
    for (const { currencyId, isConfirmed, preallocations } of ledger.launches) {
      const states = ledger.states.filter((state) => state.currencyId === currencyId);
      const missing = (states.at(-1)?.supply ?? 0n) - (units.get(currencyId) ?? 0n);
      const launched = ledger.transfers.filter(
        ({ kind, toId, isRefunded }) => kind === 'CONTRIBUTION' && toId === currencyId && !isRefunded,
      );
      const given = launched.flatMap(({ payouts }) => payouts).filter((payout) => payout.currencyId === currencyId);
      const promised = states.find(({ flags }) => (flags & 0x20) !== 0)?.supply ?? 0n;
      const issued = [...given, ...preallocations].reduce((sum, { amount }) => sum + amount, 0n);
      expect({ currencyId, missing }).toEqual({ currencyId, missing: isConfirmed === true ? promised - issued : 0n });
    }
  });

  test('has every kind of transfer, settled and refunded; every end of an offer, of a launch, and of a registration', () => {
    const kinds = new Set(ledger.transfers.map(({ kind, isRefunded }) => `${kind}${isRefunded ? ' refunded' : ''}`));
    const all = ['BUY', 'SELL', 'VIA', 'SEND', 'MINT', 'BURN', 'CONTRIBUTION', 'CONTRIBUTION refunded'];
    expect([...kinds].sort()).toEqual(all.sort());
    expect(new Set(ledger.transfers.map(({ flags }) => flags))).toEqual(new Set([1, 3, 5, 7, 33, 129, 257, 515, 1027]));
    expect(
      new Set(ledger.offers.map(({ ended, givesIdentity }) => `${ended?.how} ${givesIdentity === null}`)).size,
    ).toBeGreaterThan(4);
    expect(ledger.launches.map(({ isConfirmed }) => isConfirmed)).toEqual([true, true, false, true, true, false]);
    const [, silver] = ledger.launches;
    expect([...(silver?.accepted.values() ?? [])][0]).toBeGreaterThan(0n);
    expect([...(silver?.refunded.values() ?? [])][0]).toBeGreaterThan(0n);
    expect(new Set(ledger.registrations.map(({ shares }) => shares.length)).size).toBeGreaterThan(2);
    expect(new Set(ledger.registrations.map(({ burned }) => burned > 0n))).toEqual(new Set([true, false]));
    expect(ledger.imports.some(({ transfers }) => transfers.length > 4)).toBe(true);
    const decisions = ledger.notarizations.map(({ decided }) => decided?.status ?? 'PENDING');
    expect(new Set(decisions)).toEqual(new Set(['PENDING', 'CONFIRMED', 'REJECTED']));
    expect(ledger.blocks.filter(({ staked }) => staked !== null).length).toBeGreaterThan(20);
  });
});

test('gives the same bytes for the same seed, and others from the height of a fork on', () => {
  const hashesOf = ({ blocks }: FlowChain): string[] => blocks.map(({ hash }) => hash);
  const first = hashesOf(generateFlowChain({ ...CHAIN, seed: 5 }));
  expect(hashesOf(generateFlowChain({ ...CHAIN, seed: 5 }))).toEqual(first);
  const other = hashesOf(generateFlowChain({ ...CHAIN, seed: 5, fork: { height: 180, seed: 99 } }));
  expect(other.slice(0, 180)).toEqual(first.slice(0, 180));
  expect(other.slice(180).filter((hash, index) => hash === first[180 + index])).toEqual([]);
});
