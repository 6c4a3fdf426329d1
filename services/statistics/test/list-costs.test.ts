import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { generateBlocks } from './generate-blocks.ts';
import { type OpenService, openService } from './open-service.ts';

const COPIES = 10_000;
const RECORDED = readNormalizedBlocks('vrsctest-a').slice(0, 201);
const ADDRESSES = inventAddresses('IDENTITY', 'producer', 500);
const [HOT = ''] = ADDRESSES;
const [SYSTEM = ''] = inventAddresses('IDENTITY', 'system', 1);
const HOUR_SECONDS = 3_600;

let service: OpenService;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  service = await openService('vrsctest-a');
  const { db, chainId } = service;
  await service.apply(RECORDED);
  const tip = RECORDED.length - 1;
  await generateBlocks(db, { chainId, tip, copies: COPIES, addresses: ADDRESSES, systemId: SYSTEM });
  const middle = tip + COPIES / 2;
  const begin = Number(RECORDED.at(-1)?.time) + (HOUR_SECONDS * COPIES) / 2;
  const hour = Math.floor(begin / HOUR_SECONDS) * HOUR_SECONDS;
  const time = new Date(hour * 1_000).toISOString();
  stand = await openListCosts({
    db,
    chainId,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: createLoaders,
    cases: ({ hashes, deep }) => ({
      roots: {
        statistics: [
          { args: 'interval: HOUR' },
          { args: 'interval: DAY' },
          { args: `interval: HOUR, fromTime: "${time}"` },
          { args: `interval: HOUR, toTime: "${time}"` },
          { args: 'interval: HOUR, order: DESC' },
          { args: `interval: HOUR, order: DESC, toTime: "${time}"` },
          {
            args: 'interval: HOUR, cursor: $cursor',
            cursor: deep('statistics', { interval: 'HOUR', order: 'ASC' }, [hour]),
          },
          {
            args: 'interval: HOUR, order: DESC, cursor: $cursor',
            cursor: deep('statistics', { interval: 'HOUR', order: 'DESC' }, [hour]),
          },
        ],
        producers: [
          { args: '' },
          { args: 'validation: STAKE' },
          { args: `fromHeight: ${middle}` },
          { args: `toTime: "${time}"` },
          { args: 'cursor: $cursor', cursor: deep('producers', {}, ['1000', HOT]) },
        ],
        stakes: [
          { args: `address: "${HOT}"` },
          { args: `address: "${HOT}", order: ASC` },
          {
            args: `address: "${HOT}", cursor: $cursor`,
            cursor: deep('stakes', { address: HOT, order: 'DESC' }, [middle]),
          },
          {
            args: `address: "${HOT}", order: ASC, cursor: $cursor`,
            cursor: deep('stakes', { address: HOT, order: 'ASC' }, [middle]),
          },
        ],
        notarizations: [
          { args: '' },
          { args: `system: "${SYSTEM}"` },
          { args: 'order: ASC' },
          { args: `system: "${SYSTEM}", order: ASC` },
          { args: 'cursor: $cursor', cursor: deep('notarizations', { order: 'DESC' }, [middle, 0, 1]) },
          { args: 'order: ASC, cursor: $cursor', cursor: deep('notarizations', { order: 'ASC' }, [middle, 0, 1]) },
          {
            args: `system: "${SYSTEM}", cursor: $cursor`,
            cursor: deep('notarizations', { system: SYSTEM, order: 'DESC' }, [middle, 0, 1]),
          },
        ],
      },
      entities: {
        Block: (count) => hashes.slice(0, count).map((hash) => ({ chainId, hash, at: null })),
        Address: (count) => ADDRESSES.slice(0, count).map((address) => ({ chainId, address, at: null })),
      },
      // A window of producers, at most 50,000 blocks, is read block by block.
      bounded: [{ sql: / AS staked, 0::bigint AS paid/, rows: Number.POSITIVE_INFINITY }],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await service.close();
});

testListCosts(() => stand.costs);
