import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '@connectrpc/connect';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi, SECRET } from './query-api.ts';

const main = readNormalizedBlocks('vrsctest-a');
/** Leaves the main chain after block 412. */
const orphans = readNormalizedOrphans('vrsctest-a').flatMap(({ blocks }) => blocks);

let database: TestDatabase;
let writer: SqlWriter;
let api: Awaited<ReturnType<typeof openApi>>;
let stream: Client<typeof BlockStreamService>;

beforeAll(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  writer = openWriter(database.url);
  api = await openApi(database.db, ['identities'], writer);
  await api.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.server.address() as AddressInfo;
  stream = createClient(BlockStreamService, createInternalTransport(`http://127.0.0.1:${port}`, SECRET));
});
afterAll(async () => {
  await api.close();
  await writer.$disconnect();
  await database.close();
});

function at(blocks: readonly Block[], index: number): Block {
  const block = blocks.at(index);
  if (block === undefined) throw new Error(`the recording has no block ${index}`);
  return block;
}

async function tipsFor(...pins: Block[]): Promise<[height: number, pinLeft: boolean][]> {
  const named = pins.map(({ height, hash }) => ({ chainId: VRSCTEST, block: { height, hash } }));
  return (await stream.listTips({ pins: named })).tips.map(({ height, pinLeft }) => [height, pinLeft]);
}

test('a lower tip reports whether the main chain has left the caller’s pin', async () => {
  const [first, last] = [at(orphans, 0), at(orphans, -1)];
  await apply(database.db, main.slice(0, 413));
  await apply(database.db, orphans);
  await stream.readBlocks({
    ...{ chainId: VRSCTEST, consumer: 'identities', fromHeight: 411, parentHash: at(main, 410).hash, blocksMax: 1 },
    ...new Reporter().next(),
  });
  // A subgraph that is behind what it has reported before: the answer is late.
  expect(await tipsFor(last)).toEqual([[410, false]]);
  expect(await tipsFor()).toEqual([[410, false]]);

  await revert(database.db, 412);
  expect(await tipsFor(last)).toEqual([[410, true]]);
  await apply(database.db, main.slice(413, 430));
  expect(await tipsFor(first)).toEqual([[410, true]]);
  expect(await tipsFor(at(main, 420))).toEqual([[410, false]]);
});
