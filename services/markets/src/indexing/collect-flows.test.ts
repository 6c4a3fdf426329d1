import { RESERVE_TRANSFER_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { KnownFlows } from '#/db/find-known-flows.ts';
import type { FlowTransfer } from '#/db/flow-tables.ts';
import type { Transfer } from '#/flows/transfer.ts';
import { collectFlows } from './collect-flows.ts';
import type { ReadExport, ReadFlows, ReadImport } from './read-flows.ts';

const CHAIN = 'iNative';
const COIN = 100_000_000n;
const FEE = 25_000n;

const buy = (amount: bigint, destination: string, flags = 0): Transfer => ({
  kind: 'BUY',
  flags: FLAGS.CONVERT | flags,
  fromId: CHAIN,
  amount,
  toId: 'iBasket',
  viaId: null,
  fee: 0n,
  feeCurrencyId: CHAIN,
  destination,
  refundAddresses: [],
  gatewayId: null,
  destinationSystemId: CHAIN,
});

/** Gives one unit of the basket for a coin, without the fee. */
function importOf(sourceSystemId: string, more: Partial<ReadImport>): ReadFlows {
  const prices = { lastConversionPrice: COIN, viaConversionPrice: COIN };
  const state = { flags: 49, currencyId: 'iBasket', time: 1, vout: 2, reserves: [{ currencyId: CHAIN, ...prices }] };
  const read = {
    height: 9,
    txIndex: 1,
    txid: 'imp',
    vout: 0,
    state,
    supplement: null,
    outputs: [],
    spends: [],
    ...more,
    import: {
      flags: 0,
      sourceSystemId,
      sourceHeight: 1,
      currencyId: 'iBasket',
      exportKey: { txid: 'exp', vout: 0 },
      outputCount: 0,
      valueIn: [],
      hashTransfers: 'with the added one',
    },
  } as unknown as ReadImport;
  return { height: 9, time: 1, transfers: [], exports: [], imports: [read] };
}

const own = (txid: string, transfer: Transfer): FlowTransfer =>
  ({ ...transfer, height: 8, txIndex: 1, txid, vout: 0, senders: [] }) as unknown as FlowTransfer;

const paid = (vout: number, addresses: string[], amount: bigint) => ({
  vout,
  kind: 'reserveoutput',
  addresses,
  currencyId: 'iBasket',
  amount,
});

test.each([CHAIN, 'iOther'])('an import from %s pays what its importer added behind what its export has', (system) => {
  const added = own('arb', buy(2n * COIN, 'Rarb', FLAGS.ARBITRAGE_ONLY));
  const asked = own('ask', buy(COIN, 'Rann'));
  const transfers = new Map([added, ...(system === CHAIN ? [asked] : [])].map((one) => [`${one.txid}:0`, one]));
  const gathered = { hashTransfers: 'without', transfers: [asked] };
  const known: KnownFlows = { transfers, exports: new Map(system === CHAIN ? [['exp:0', gathered]] : []) };
  const rows = collectFlows(
    CHAIN,
    [
      importOf(system, {
        supplement: system === CHAIN ? null : [asked],
        outputs: [paid(5, ['Rann'], COIN - FEE), paid(6, ['Rarb'], 2n * (COIN - FEE))],
        spends: [
          { txid: 'before', vout: 0 },
          { txid: 'arb', vout: 0 },
          { txid: 'state', vout: 1 },
        ],
      }),
    ],
    known,
  );
  expect(rows.violations).toBe(0);
  expect(rows.payouts.map(({ vout, ordinal, role }) => [vout, ordinal, role])).toEqual([
    [5, 0, 'TRANSFER'],
    [6, 1, 'TRANSFER'],
  ]);
  expect(rows.conversions.map(({ transferTxid, ordinal, amountOut }) => [transferTxid, ordinal, amountOut])).toEqual([
    [system === CHAIN ? 'ask' : 'imp', 0, COIN - FEE],
    ['arb', 1, 2n * (COIN - FEE)],
  ]);
  expect(added).toMatchObject({ importHeight: 9, importOrdinal: 1, state: 'SETTLED', followsRules: true });
});

test.each([
  ['the asked address, though another stands before it', ['Rbob', 'Rann'], 'Rann'],
  ['the one that the output names', ['Rbob'], 'Rbob'],
])('a conversion pays %s', (_, addresses, address) => {
  const asked = own('ask', buy(COIN, 'Rann'));
  const gathered = { hashTransfers: 'with the added one', transfers: [asked] };
  const known: KnownFlows = { transfers: new Map(), exports: new Map([['exp:0', gathered]]) };
  const rows = collectFlows(CHAIN, [importOf(CHAIN, { outputs: [paid(5, addresses, COIN - FEE)] })], known);
  expect(rows.conversions.map((one) => one.address)).toEqual([address]);
  expect(rows.payouts.map((one) => one.address)).toEqual([address]);
});

test('a payment that the rules do not give, and an exported transfer that is not known, are counted', () => {
  const asked = own('ask', buy(COIN, 'Rann'));
  const gathered = { hashTransfers: 'with the added one', transfers: [asked] };
  const known: KnownFlows = { transfers: new Map(), exports: new Map([['exp:0', gathered]]) };
  const less = collectFlows(CHAIN, [importOf(CHAIN, { outputs: [paid(5, ['Rann'], COIN - FEE - 1n)] })], known);
  expect(less.violations).toBe(1);
  expect(less.settled).toMatchObject([{ txid: 'ask', followsRules: false, amountOut: COIN - FEE - 1n }]);
  const unread = {
    height: 9,
    txIndex: 1,
    txid: 'exp',
    vout: 0,
    spends: [{ txid: 'unread', vout: 0 }],
    export: { destinationSystemId: CHAIN, currencyId: 'iBasket', totalAmounts: [], totalFees: [], totalBurned: [] },
  } as unknown as ReadExport;
  const block = { height: 9, time: 1, transfers: [], exports: [unread], imports: [] };
  expect(collectFlows(CHAIN, [block], { transfers: new Map(), exports: new Map() }).violations).toBe(1);
});
