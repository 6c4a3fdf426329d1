import { clone } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { readIssuance, UnknownInputValueError } from './read-issuance.ts';

function countCoins([, ...blocks]: readonly Block[]): bigint[] {
  const unspent = new Map<string, bigint>();
  let shielded = 0n;
  const counts = blocks.map(({ transactions }) => {
    for (const transaction of transactions) {
      for (const input of transaction.inputs) unspent.delete(`${hex(input.txid)}:${input.vout}`);
      for (const { index, satoshis } of transaction.outputs) unspent.set(`${hex(transaction.txid)}:${index}`, satoshis);
      shielded -= transaction.shieldedValueBalance;
    }
    return [...unspent.values()].reduce((sum, satoshis) => sum + satoshis, shielded);
  });
  return [0n, ...counts];
}

function addUp(blocks: readonly Block[]): bigint[] {
  let supply = 0n;
  return blocks.map((block) => {
    supply += readIssuance(block);
    return supply;
  });
}

test.each(['vrsctest-a', 'pchain-a'] as const)('%s: supply is exact at every height', (name) => {
  const blocks = readNormalizedBlocks(name);
  expect(addUp(blocks)).toEqual(countCoins(blocks));
});

test.each(readStreamedOrphans('vrsctest-a').map(({ fork, blocks }) => [fork, blocks] as const))(
  '%s: supply is exact on a branch that lost, whose own outputs the node has forgotten',
  (_fork, branch) => {
    const chain = [...readNormalizedBlocks('vrsctest-a').slice(0, branch[0]?.height), ...branch];
    expect(addUp(chain)).toEqual(countCoins(chain));
  },
);

test('an input of unknown value stops the count', () => {
  const unvalued = readNormalizedOrphans('vrsctest-a').flatMap(({ blocks }) =>
    blocks.filter(({ transactions }) =>
      transactions.slice(1).some(({ inputs }) => inputs.some(({ satoshis }) => satoshis === undefined)),
    ),
  );
  expect(unvalued.map(({ height }) => height)).toEqual([416, 429, 430, 432]);
  for (const block of unvalued) expect(() => readIssuance(block)).toThrow(UnknownInputValueError);
});

test.each([
  [0, false],
  [1, true],
])('coins in an OP_RETURN of transaction %i are burnt: %s', (index, isBurnt) => {
  const recorded = readNormalizedBlocks('vrsctest-a').find(({ transactions }) => transactions.length > 1);
  if (recorded === undefined) throw new Error('no recorded block has two transactions');
  const block = clone(BlockSchema, recorded);
  const output = block.transactions[index]?.outputs.find(({ satoshis }) => satoshis > 0n);
  if (output === undefined) throw new Error('the transaction has no output');
  output.script = Uint8Array.of(0x6a);
  const [before, after] = [recorded, block].map((each) => readIssuance(each));
  expect(after).toBe((before ?? 0n) - (isBurnt ? output.satoshis : 0n));
});
