import { saveNodeTip } from '#/db/node-tip.ts';
import { insertReorg } from '#/db/reorg-rows.ts';
import { saveProgress } from '#/db/subgraph-progress.ts';
import { hashOf, VRSCTEST } from './apply-recording.ts';
import { hash, main, openRecordedApi, orphans, pinAt, type RecordedApi } from './recorded-api.ts';

let api: RecordedApi;

beforeAll(async () => {
  api = await openRecordedApi();
});
afterAll(() => api.close());

test('the sync state gives the block that all have, the tip of the node, and the last reorganisation', async () => {
  const query = `{ network(chainId: "${VRSCTEST}") { name environment isDefault blockTimeSeconds nativeCurrency { currencyId } }
    syncState { chainId lastBlockHeight lastBlockHash lastBlockTime chainTipHeight blocksBehind finalizedHeight status isHealthy lastSyncedAt
      subgraphs { name height hash updatedAt } lastReorg { forkHeight depth finalBlocks oldTipHash newTipHash at } lastFinalityBreak { depth } } }`;
  expect(await api.codeOf(query, {}, null)).toMatchObject({ code: 'NOT_FOUND', path: ['syncState'] });

  const word = { chainId: VRSCTEST, consumer: 'identities', reporter: 'process', sequence: 1n };
  await saveProgress(api.db, { ...word, place: { height: 435, hash: hash(435) } });
  await saveNodeTip(api.db, VRSCTEST, { height: 445, isAhead: true, notarizedHash: hash(350) });
  await seen(new Date(Date.now() + 3_600_000));
  await insertReorg(api.db, VRSCTEST, {
    forkHeight: 412,
    depth: 4,
    oldTipHash: hashOf(orphans[3]),
    newTipHash: hash(417),
    finalBlocks: 0,
  });
  const { data, errors } = await api.ask(query, {}, null);
  expect(errors).toBeUndefined();
  expect(data.network).toEqual({
    name: 'VRSCTEST',
    environment: 'TESTNET',
    isDefault: true,
    blockTimeSeconds: 60,
    nativeCurrency: { currencyId: VRSCTEST },
  });
  expect(data.syncState).toMatchObject({
    chainId: VRSCTEST,
    lastBlockHeight: 435,
    lastBlockHash: hash(435),
    lastBlockTime: new Date(Number(main[435]?.time) * 1000).toISOString().replace('.000Z', 'Z'),
    chainTipHeight: 445,
    blocksBehind: 10,
    finalizedHeight: 350,
    status: 'SYNCING',
    isHealthy: true,
    subgraphs: [
      { name: 'blocks', height: 440, hash: hash(440) },
      { name: 'identities', height: 435, hash: hash(435) },
    ],
    lastFinalityBreak: null,
    lastReorg: { forkHeight: 412, depth: 4, finalBlocks: 0, oldTipHash: hashOf(orphans[3]), newTipHash: hash(417) },
  });
  expect((await api.ask('{ syncState { lastBlockHeight blocksBehind } }', {}, pinAt(430))).data.syncState).toEqual({
    lastBlockHeight: 430,
    blocksBehind: 15,
  });

  // One missed poll proves nothing, eight seconds of silence do.
  const tipQuery = '{ syncState { chainTipHeight blocksBehind isHealthy } }';
  await saveNodeTip(api.db, VRSCTEST, null);
  expect((await api.ask(tipQuery)).data.syncState).toEqual({ chainTipHeight: 445, blocksBehind: 15, isHealthy: true });
  await seen(new Date(Date.now() - 8_000));
  expect((await api.ask('{ syncState { status chainTipHeight blocksBehind isHealthy } }')).data.syncState).toEqual({
    status: 'NODE_UNAVAILABLE',
    chainTipHeight: null,
    blocksBehind: null,
    isHealthy: false,
  });
});

async function seen(seenAt: Date): Promise<void> {
  await api.db.$executeRawUnsafe('UPDATE node_tip SET seen_at = $1', seenAt);
}

test('an answer at a pin names the pin, also where the database has lost what subgraphs reported', async () => {
  await api.db.$executeRawUnsafe('DELETE FROM subgraph_progress');
  const { data, errors } = await api.ask('{ syncState { lastBlockHeight lastBlockHash } }', {}, pinAt(430));
  expect(errors).toBeUndefined();
  expect(data.syncState).toEqual({ lastBlockHeight: 430, lastBlockHash: hash(430) });
});
