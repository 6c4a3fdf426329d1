import { create } from '@bufbuild/protobuf';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readKnownCurrencies } from './read-known-currencies.ts';

function block(height: number, outputs: { kind?: string; payloadJson?: string; tokens?: string[] }[]) {
  return create(BlockSchema, {
    height,
    transactions: [
      {
        outputs: outputs.map(({ tokens = [], ...output }) => ({
          ...output,
          currencyValues: tokens.map((currencyId) => ({ currencyId, satoshis: 1n })),
        })),
      },
    ],
  });
}

test('a currency is known from its definition or its first movement, whichever comes first', () => {
  const defined = { kind: 'currencydefinition', payloadJson: '{"currencyid":"iDefined","name":"x"}' };
  const blocks = [
    block(0, []),
    block(3, [{ tokens: ['iMoved'] }, { kind: 'currencydefinition', payloadJson: '' }]),
    block(4, [defined, { tokens: ['iMoved', 'iDefined'] }]),
    block(5, [{ kind: 'reserveoutput', payloadJson: '{"currencyid":"iNotADefinition"}' }]),
  ];
  expect(readKnownCurrencies('iNative', blocks)).toEqual(
    new Map([
      ['iNative', 0],
      ['iMoved', 3],
      ['iDefined', 4],
    ]),
  );
});
