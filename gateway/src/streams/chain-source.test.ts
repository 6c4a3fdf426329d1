import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { ChainSource } from './chain-source.ts';

const source = { kind: 'blocks', subgraph: 'blocks', field: 'hashes' };
const field = { name: 'itemEvents', type: 'ItemAdded', source, referencesOf: () => ({}) } as unknown as EventField;
const pin = { chainId: 'chain', height: 9, hash: '9' } as Tip;
const reader = {
  blocks: async (_pins: unknown, _pin: unknown, from: number) =>
    [from, from + 1, from + 2].filter((at) => at <= 9).map((at) => ({ height: at, hash: String(at) })),
} as unknown as ChainReader;

test.each([
  ['below the pin', 1, 3, true],
  ['up to the pin', 1, 7, false],
  ['up to the last block that is deep enough', 3, 5, false],
  ['below the last block that is deep enough', 3, 4, true],
])('a step that ends %s finds out whether more follows', async (_, depth, height, isFollowed) => {
  const chain = new ChainSource(reader, field);
  const position = { block: { height, hash: String(height) }, place: null };
  expect(await chain.next([pin], pin, position, { ids: null, depth })).toMatchObject({
    events: [{ block: { height: height + 1 } }, { block: { height: height + 2 } }],
    isFollowed,
  });
});
