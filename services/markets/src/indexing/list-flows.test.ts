import { clone } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { scopeOf } from '#/db/list-scopes.ts';
import { collectFlows } from './collect-flows.ts';
import { listFlows } from './list-flows.ts';
import { readFlows } from './read-flows.ts';

const recorded = readNormalizedBlocks('vrsctest-a').find(({ transactions }) =>
  transactions.some(({ outputs }) => outputs.some(({ kind }) => kind === 'reservetransfer')),
);

/** A recorded block whose one transaction makes many transfers out of many addresses. */
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
