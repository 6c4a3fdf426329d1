import { create } from '@bufbuild/protobuf';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { AddressRegistry } from '#/db/address-registry.ts';
import { ReadBlocks } from './read-blocks.ts';
import { Spends } from './spends.ts';

const NATIVE = 'iNative';

interface TestOutput {
  kind?: string;
  payloadJson?: string;
  tokens?: string[];
  addresses?: string[];
}

function block(height: number, outputs: TestOutput[]) {
  return create(BlockSchema, {
    height,
    transactions: [
      {
        txid: Buffer.alloc(32, height),
        outputs: outputs.map(({ tokens = [], ...output }, index) => ({
          ...output,
          index,
          script: Uint8Array.of(height, index),
          currencyValues: tokens.map((currencyId) => ({ currencyId, satoshis: 1n })),
        })),
      },
    ],
  });
}

function read(blocks: ReturnType<typeof block>[]) {
  const registry = new AddressRegistry(1, NATIVE);
  const batch = new ReadBlocks(registry, new Spends(registry, new Map()));
  for (const each of blocks) batch.add(each);
  return { registry, batch };
}

const defined = { kind: 'currencydefinition', payloadJson: '{"currencyid":"iDefined","name":"x"}' };

test('a currency is known from its definition or its first movement, whichever comes first', () => {
  const { batch } = read([
    block(0, []),
    block(3, [{ tokens: ['iMoved'] }, { kind: 'currencydefinition', payloadJson: '' }]),
    block(4, [defined, { tokens: ['iMoved', 'iDefined'] }]),
    block(5, [{ kind: 'reserveoutput', payloadJson: '{"currencyid":"iNotADefinition"}' }]),
  ]);
  expect([...batch.currencies].map(([{ text }, height]) => [text, height])).toEqual([
    [NATIVE, 0],
    ['iMoved', 3],
    ['iDefined', 4],
  ]);
});

test('names get ids block by block, the native currency first, however blocks are cut into batches', () => {
  const blocks = [
    block(1, [{ addresses: ['RB'] }, { addresses: ['RA'], tokens: ['iToken'] }]),
    block(2, [{ addresses: ['RA'] }, { addresses: ['RC', 'RB'] }, defined]),
  ];
  const whole = read(blocks).registry.unnamed.map(({ address, height }) => [address.text, height]);
  expect(whole).toEqual([
    [NATIVE, 1],
    ['iToken', 1],
    ['RB', 1],
    ['RA', 1],
    ['iDefined', 2],
    ['RC', 2],
  ]);
  const parts = blocks.flatMap((each) => read([each]).registry.unnamed.map(({ address }) => address.text));
  expect([...new Set(parts)]).toEqual(whole.map(([text]) => text));
});

test('each output keeps its script', () => {
  const { batch } = read([block(1, [{}, {}]), block(2, [{}])]);
  const scripts = [0, 1, 2].map((index) => [...batch.scripts.at(index)]);
  expect(scripts).toEqual([
    [1, 0],
    [1, 1],
    [2, 0],
  ]);
  expect(() => batch.scripts.at(3)).toThrow(RangeError);
});
