import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import {
  NewBlockSchema,
  type Progress,
  ProgressSchema,
  TipMovedSchema,
} from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { saveProgress } from '#/db/subgraph-progress.ts';
import { TipAnnouncer } from '#/events/announce-tips.ts';
import { onProgress } from '#/events/bells.ts';
import { publishOutbox } from '#/events/publish-outbox.ts';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { countRows, openDatabase, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const orphans = readNormalizedOrphans('vrsctest-a')[0]?.blocks ?? [];

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
});
afterEach(() => database.close());

const delivered = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('every applied block is announced once, in order, blocks of abandoned branches too', async () => {
  const { db } = database;
  const bus = new MemoryBus();
  const heard: string[] = [];
  bus.subscribe(SUBJECTS.newBlock, NewBlockSchema, (event) => void heard.push(hex(event.hash)));
  await apply(db, main.slice(0, 413));
  await apply(db, orphans);
  await revert(db, 412);
  await apply(db, main.slice(413, 1000));
  expect(await publishOutbox(db, bus, VRSCTEST)).toBe(true);
  await delivered();
  expect(heard).toEqual([...main.slice(0, 413), ...orphans, ...main.slice(413)].map(hashOf));
  expect(await countRows(db, 'outbox')).toBe(0);
});

test('events wait for a broker that is away', async () => {
  const { db } = database;
  const away = new MemoryBus();
  away.publishConfirmed = async () => false;
  await apply(db, main.slice(0, 10));
  expect(await publishOutbox(db, away, VRSCTEST)).toBe(false);
  expect(await countRows(db, 'outbox')).toBe(10);
});

const report = (height: number, sequence: bigint): Promise<void> => {
  const place = { height, hash: hashOf(main[height]) };
  return saveProgress(database.db, { chainId: VRSCTEST, consumer: 'identities', reporter: 'process', sequence, place });
};

test('a bell of progress moves the tip to what the database holds, whatever the bell claims', async () => {
  const { db } = database;
  const bus = new MemoryBus();
  const tips: number[] = [];
  bus.subscribe(SUBJECTS.tipMoved, TipMovedSchema, (event) => void tips.push(Number(event.tip?.height)));
  const announcer = new TipAnnouncer(db, bus, ['identities']);
  const [network] = await listNetworks(db);
  if (network === undefined) throw new Error('no network');
  await apply(db, main.slice(0, 101));
  let looks = 0;
  const stop = onProgress(bus, ['identities'], () => {
    looks += 1;
  });
  const ring = async (bell: Partial<Omit<Progress, '$typeName'>>): Promise<void> => {
    bus.publish(SUBJECTS.progress, ProgressSchema, { consumer: 'identities', chainId: VRSCTEST, ...bell });
    await delivered();
    await announcer.announce(network);
    await delivered();
  };
  await ring({ height: 100, hash: bytes(hashOf(main[100])) });
  expect([looks, tips]).toEqual([1, []]);
  await report(60, 1n);
  await ring({ height: 60 });
  expect(tips).toEqual([60]);
  for (const forged of [
    { height: 100, hash: bytes(hashOf(main[100])) },
    { height: 4_294_967_295, hash: new Uint8Array(32).fill(255) },
    { height: 0, hash: new Uint8Array() },
    { chainId: 'unknown' },
    { consumer: 'bench' },
  ]) {
    await ring(forged);
  }
  expect(tips).toEqual([60]);
  await report(90, 2n);
  await ring({});
  expect(tips).toEqual([60, 90]);
  stop();
});

test('a flood of bells of progress causes a few looks, and the last bell is followed by one', async () => {
  const bus = new MemoryBus();
  const bells = 5_000;
  // Each bell is counted before it is heard.
  let [rung, looks, rungAtLook] = [0, 0, 0];
  const stopCounting = bus.subscribe(SUBJECTS.progress, ProgressSchema, () => {
    rung += 1;
  });
  const stop = onProgress(bus, ['identities'], () => {
    looks += 1;
    rungAtLook = rung;
  });
  const startedAt = performance.now();
  for (let count = 0; count < bells; count += 1) {
    bus.publish(SUBJECTS.progress, ProgressSchema, { consumer: 'identities', chainId: VRSCTEST, height: count });
    if (count % 100 === 0) await delivered();
  }
  await waitFor(() => rungAtLook === bells, { what: 'the look after the last bell' });
  // Ten at once, and twenty a second: the flood itself lasts as long as the machine needs.
  expect(looks).toBeLessThanOrEqual(11 + Math.ceil(((performance.now() - startedAt) / 1_000) * 20));
  stop();
  stopCounting();
});
