import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { readOffers } from './read-offers.ts';

test.each([
  ['vrsctest-a', 2],
  ['pchain-a', 0],
  ['mempool-a', 0],
] as const)('%s: lots are those of the %d offers, each posted in the block of its lot', (name, count) => {
  const parts = readStreamedBlocks(name).map(readOffers);
  const lots = parts.flatMap((block) => block.flatMap(({ lot }) => lot?.txid ?? []));
  const posted = parts.flatMap((block) =>
    block.flatMap(({ posted }) =>
      posted === null ? [] : [[posted.lotTxid, block.some(({ txid }) => txid === posted.lotTxid)]],
    ),
  );
  expect(lots).toHaveLength(count);
  expect(posted).toEqual(lots.map((txid) => [txid, true]));
});
