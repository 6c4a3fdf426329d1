import { clone } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { scopeOf, tradesScope } from '#/db/list-scopes.ts';
import type { SettledConversion } from '#/flows/settled-conversion.ts';
import { collectFlows } from './collect-flows.ts';
import { listFlows } from './listings.ts';
import { readFlows } from './read-flows.ts';

const recorded = readNormalizedBlocks('vrsctest-a').find(({ transactions }) =>
  transactions.some(({ outputs }) => outputs.some(({ kind }) => kind === 'reservetransfer')),
);

function blockOf(senders: number, transfers: number): Block {
  const block = clone(BlockSchema, recorded as Block);
  const transaction = block.transactions.find(({ outputs }) => outputs.some(({ kind }) => kind === 'reservetransfer'));
  const output = transaction?.outputs.find(({ kind }) => kind === 'reservetransfer');
  const input = transaction?.inputs[0];
  if (transaction === undefined || output === undefined || input === undefined) throw new Error('no transfer');
  transaction.inputs = Array.from({ length: senders }, (_, index) => ({
    ...input,
    // Many spend from an address that is spent from before.
    spentAddresses: [`Rsender${index}`, 'Rsender0'],
  }));
  transaction.outputs = Array.from({ length: transfers }, (_, index) => ({ ...output, index }));
  block.transactions = [transaction];
  return block;
}

function listed(senders: number, transfers: number) {
  const { chainId } = recorded as Block;
  const flows = collectFlows(chainId, [readFlows(blockOf(senders, transfers))], {
    transfers: new Map(),
    exports: new Map(),
  });
  const rows = listFlows(flows);
  const countOf = (address: string): number => {
    const scope = scopeOf('transfers', { address });
    return rows.filter((row) => row.scope === scope).length;
  };
  return { flows, rows: rows.length, countOf };
}

test('each transfer is listed once for each sender of its transaction, while either are few', () => {
  const manySenders = listed(1_000, 32);
  expect([manySenders.countOf('Rsender0'), manySenders.countOf('Rsender999')]).toEqual([32, 32]);
  const manyTransfers = listed(32, 1_000);
  expect([manyTransfers.countOf('Rsender0'), manyTransfers.countOf('Rsender31')]).toEqual([1_000, 1_000]);
});

test('a transaction of many senders and many transfers makes rows by its length, and not by its square', () => {
  const { flows, rows, countOf } = listed(1_000, 1_000);
  expect(flows.transfers).toHaveLength(1_000);
  expect(flows.transfers.every(({ senders }) => senders.length === 32)).toBe(true);
  expect([countOf('Rsender31'), countOf('Rsender32')]).toEqual([1_000, 0]);
  expect(rows).toBeLessThan(50 * 1_000);
});

test('a conversion is a trade of its direction unless it is less than a satoshi on either side, and a conversion in any case', () => {
  const conversion: SettledConversion = {
    transferTxid: '00',
    transferVout: 0,
    height: 7,
    time: 600,
    txIndex: 1,
    importVout: 2,
    ordinal: 3,
    basketId: 'basket',
    direction: 'VIA',
    fromId: 'VRSC',
    toId: 'DAI',
    amountIn: 5n,
    amountInNet: 5n,
    conversionFee: 0n,
    amountOut: 1n,
    price: 1n,
    prices: { from: 1n, to: 1n },
    address: 'alice',
  };
  const flows = collectFlows('chain', [], { transfers: new Map(), exports: new Map() });
  const placesIn = (scope: bigint, one: SettledConversion) =>
    listFlows({ ...flows, conversions: [one] }).filter((row) => row.scope === scope);
  const trades = tradesScope('basket', 'VRSC', 'DAI');
  const place = { scope: trades, height: 7, txIndex: 1, vout: 2, ordinal: 3, since: 7 };
  expect(placesIn(trades, conversion)).toEqual([place]);
  for (const dust of [{ amountOut: 0n }, { amountInNet: 0n }]) {
    expect(placesIn(trades, { ...conversion, ...dust })).toEqual([]);
    expect(placesIn(scopeOf('conversions', {}), { ...conversion, ...dust })).toHaveLength(1);
  }
});
